# The cell pip: a student's machine with Python and without OpenCL. Sourced with .ci/cells.sh.
# shellcheck shell=bash disable=SC2154 # cache, bare_root: matrix.sh

# A bare Debian 12 with Python.
student=$cache/debian12-python

# as_student HOME WHEELS SCRIPT: as an ordinary user of that system. The mounts end with the process.
as_student() {
    mkdir -p "$1" "$student/home/student" "$student/srv/wheels"
    chown 1000:1000 "$1"
    # shellcheck disable=SC2016 # the inner shell's own words
    unshare --mount bash -euc '
        mount -t proc proc "$1/proc"
        mount -t sysfs sys "$1/sys"
        mount --rbind /dev "$1/dev"
        mount --bind "$2" "$1/home/student"
        mount --bind -o ro "$3" "$1/srv/wheels"
        exec chroot --userspec=1000:1000 "$1" env -i HOME=/home/student PATH=/usr/bin:/bin LANG=C.UTF-8 bash -euo pipefail -c "cd; $4"
    ' enter "$student" "$1" "$2" "$3"
}

pip() {
    local wheels=$cache/wheels home=$PWD/build/ci/student
    bare_root "$student" bookworm --include=python3-venv
    rm -rf "$home" "$wheels"/crosslane-*
    cmake/packaging/wheel.sh "$wheels" "$cache/wheel"
    retry 3 "$cache/wheel/tools/bin/pip" download --quiet --dest "$wheels" --python-version 3.11 --only-binary :all: \
        --find-links "$wheels" 'crosslane[cpu]'
    as_student "$home" "$wheels" "$(cat tests/install/pip_student.sh)"
    rm -rf "$home"
}
