# Cells for systems other than the one that they run on. Sourced with .ci/cells.sh.
# shellcheck shell=bash disable=SC2154 # cache, bare_root, in_root, student: matrix.sh, pip.sh

# Debian's packages: made, looked at by lintian, installed in a bare Debian 12, used and removed (tests/install/debian_packages.sh).
debian_packages() {
    local made=$PWD/build/ci/packages root=$cache/debian12-packages
    if ! command -v dh || ! command -v lintian; then need_packages debhelper lintian dpkg-dev; fi
    bare_root "$student" bookworm --include=python3-venv
    rm -rf "$made" "$root"
    cmake/packaging/debian.sh "$made" build/ci/packages-work
    lintian --allow-root --fail-on error,warning "$made"/*.deb
    echo "1 passed, 0 failed"
    cp -a "$student" "$root"
    mkdir -p "$root/srv/packages"
    cp "$made"/*.deb tests/install/main.c tests/install/debian_packages.sh "$root/srv/packages"
    in_root "$root" 'cd /srv/packages; bash debian_packages.sh'
    rm -rf "$root"
}

# need_wine: what compiles for Windows and runs it.
need_wine() {
    if ! command -v x86_64-w64-mingw32-gcc-posix || [ ! -x /usr/lib/wine/wine64 ] || ! command -v mandoc; then
        need_packages gcc-mingw-w64-x86-64-posix libz-mingw-w64-dev wine wine64 mandoc dpkg-dev
    fi
}

# counted COMMAND...: where all that it starts ends with it and is seen by bash's `time`: Wine's processes are nobody's children, and only the
# first process of a system of processes is told what they took.
counted() {
    unshare --pid --fork --kill-child --mount-proc true || cannot_run "this machine gives no processes of one's own"
    unshare --pid --fork --kill-child --mount-proc "$@"
}

# What Windows gets: compiled on Debian with warnings as errors, and tried under Wine, whose OpenCL.dll hands calls to this machine's loader.
windows() {
    local made=$PWD/build/ci/windows
    need_wine
    rm -rf "$made"
    cmake/packaging/windows.sh "$made" "$cache/windows"
    counted tests/install/windows.sh "$made"/*.zip "$made/tried" build/release "$(drawn turn)"
}

# The tests' program for Windows, with what tests/windows says of it.
windows_tests() {
    need_wine
    cmake/packaging/windows.sh --tests "$cache/windows"
    counted tests/install/windows_tests.sh "$cache/windows/crosslane" "$(pairs_seed)" 80
}

# What Macs get is compiled and linked, and that is all.
macos() {
    cmake/packaging/macos.sh "$cache/macos"
    echo "2 passed, 0 failed"
}
