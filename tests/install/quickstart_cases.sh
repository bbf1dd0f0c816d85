#!/bin/sh
# Tests quickstart.sh on simulated machines: other package managers, no root, drivers registered or not, unlisted
# graphics processors. A case has its own PATH and a folder in place of /sys, /dev and /etc. Prints "N passed, M
# failed".
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
chmod 755 "$place"
passed=0
failed=0
shell=$(command -v sh)

# A fresh machine: nothing installed, package manager $1, user id $2.
machine() {
    rm -rf "${place:?}/bin" "$place/root" "$place/clone"
    mkdir -p "$place/bin" "$place/root/etc" "$place/clone/build/release"
    cp "$here/../../quickstart.sh" "$place/clone/"
    for tool in sh sed awk grep tr head sort paste ls cat dirname basename getconf mkdir rm tail env; do
        ln -s "$(command -v $tool)" "$place/bin/$tool"
    done
    pretend uname 'echo Linux'
    pretend id "[ \"\$1\" = -un ] && echo someone || echo $2"
    pretend "$1" "echo $1 \"\$@\" >> '$place/calls'"
    : > "$place/calls"
}

pretend() { # NAME BODY
    printf '#!%s\n%s\n' "$shell" "$2" > "$place/bin/$1"
    chmod 755 "$place/bin/$1"
}

# Sets $out and $status.
quickstart() {
    # shellcheck disable=SC2086 # $user is empty or a command with its options
    out=$(cd "$place/clone" && env -i PATH="$place/bin" HOME="$place" CROSSLANE_SYSROOT="$place/root" \
        $user "$shell" ./quickstart.sh "$@" 2>&1 < /dev/null)
    status=$?
}
user=

expect() { # CASE PATTERN: a line of $out matches
    if printf '%s\n' "$out" | grep -qE -- "$2"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'quickstart: %s: expected %s in (status %s):\n%s\n' "$1" "$2" "$status" "$out"
    fi
}

expect_not() { # CASE PATTERN
    if printf '%s\n' "$out" | grep -qE -- "$2"; then
        failed=$((failed + 1))
        printf 'quickstart: %s: expected no %s in:\n%s\n' "$1" "$2" "$out"
    else
        passed=$((passed + 1))
    fi
}

expect_status() { # CASE STATUS
    out="status $status"
    expect "$1" "^status $2\$"
}

registered_driver() { # LIBRARY: as /etc/OpenCL/vendors knows it
    mkdir -p "$place/root/etc/OpenCL/vendors"
    echo "$1" > "$place/root/etc/OpenCL/vendors/some.icd"
}

gpu() { # VENDOR DEVICE
    mkdir -p "$place/root/sys/bus/pci/devices/0000:03:00.0"
    echo 0x030000 > "$place/root/sys/bus/pci/devices/0000:03:00.0/class"
    echo "$1" > "$place/root/sys/bus/pci/devices/0000:03:00.0/vendor"
    echo "$2" > "$place/root/sys/bus/pci/devices/0000:03:00.0/device"
}

built_command() { # TEXT of `crosslane devices`
    printf '#!%s\ncat << "END"\n%s\nEND\n' "$shell" "$1" > "$place/clone/build/release/crosslane"
    chmod 755 "$place/clone/build/release/crosslane"
}

machine apt-get 0
quickstart --dry-run
expect apt 'apt-get install -y --no-install-recommends gcc libc6-dev make cmake pkg-config ocl-icd-opencl-dev libjansson-dev libpng-dev check pocl-opencl-icd$'
machine dnf 0
quickstart --dry-run
expect dnf "dnf install -y gcc make cmake pkgconf-pkg-config opencl-headers 'pkgconfig\\(OpenCL\\)' 'pkgconfig\\(jansson\\)'.* pocl\$"
machine pacman 0
quickstart --dry-run
expect pacman 'pacman -S --needed --noconfirm gcc make cmake pkgconf opencl-headers ocl-icd jansson libpng check pocl$'
machine zypper 0
quickstart --dry-run
expect zypper "zypper --non-interactive install gcc make cmake pkg-config opencl-headers 'pkgconfig\\(OpenCL\\)'.* pocl\$"
machine brew 501
pretend uname 'echo Darwin'
pretend cc true
quickstart --dry-run
expect brew 'brew install make cmake pkgconf jansson libpng check$'
machine unknown-manager 0
quickstart
expect "no package manager" 'an administrator types'
expect_status "no package manager" 1

# Without root sudo is used if it needs no password.
machine apt-get 1000
quickstart
expect "no sudo" '^    apt-get update && apt-get install -y'
expect_status "no sudo" 1
machine apt-get 1000
# shellcheck disable=SC2016 # for the pretended sudo
pretend sudo '[ "$1" = -n ] && exit 1; echo asked'
quickstart
expect "sudo that asks" 'an administrator types'
machine dnf 1000
# shellcheck disable=SC2016
pretend sudo '[ "$1" = -n ] && shift; "$@"'
pretend cmake 'echo cmake version 3.22.1'
quickstart
out=$(cat "$place/calls")
expect sudo 'dnf install -y gcc .*pkgconfig\(OpenCL\)'
expect_not "cmake 3.22 is enough" ' cmake '
machine apt-get 0
pretend cmake 'echo cmake version 3.18.4'
quickstart
expect "old cmake" 'CMake 3.21 or newer is needed, and this system has 3.18.4'

# Without root. The simulated cmake writes the command that it would have built.
machine apt-get 1000
pretend cc true
pretend make true
# shellcheck disable=SC2016 # for the pretended cmake
pretend cmake '[ "$1" = --version ] && echo cmake version 3.22.1; echo cmake "$@" >> '"'$place/calls'"
pretend ctest "echo ctest >> '$place/calls'"
# shellcheck disable=SC2016
pretend pkg-config '[ "$2" != check ]'
registered_driver libsome.so.1
built_command '0  some
    type  cpu'
quickstart
expect "no Check" 'the tests need Check, which takes root; everything else is built'
expect "no Check" '^    apt-get update && apt-get install .* check$'
expect "no Check" 'running build/release/crosslane run --seconds 0'
expect "no Check" 'the command is build/release/crosslane'
expect "no Check" 'cmake --install build/release --prefix'
expect_status "no Check" 0
out=$(cat "$place/calls")
expect "no Check" 'cmake --build --preset release --target crosslane'
quickstart test
expect "tests without Check" 'no tests were built: they need Check'
expect_status "tests without Check" 1
out=$(cat "$place/calls")
expect_not "tests without Check" 'ctest'
# A driver that crashes when it is listed.
pretend pkg-config true
# shellcheck disable=SC2016
pretend ctest '[ -z "${OCL_ICD_VENDORS:-}" ] || ls "$OCL_ICD_VENDORS" >> '"'$place/calls'"
echo libbad.so > "$place/root/etc/OpenCL/vendors/bad.icd"
built_command 'device 0: some (Some platform)
    type  cpu
device 1: bad (-)'
quickstart test
expect "a driver that crashes" 'the tests leave out drivers that crash or hang: bad$'
out=$(cat "$place/calls")
expect "a driver that crashes" '^some.icd$'
expect_not "a driver that crashes" '^bad.icd$'
rm "$place/root/etc/OpenCL/vendors/bad.icd"
# shellcheck disable=SC2016
pretend pkg-config '[ "$2" != check ]'
built_command 'no OpenCL device'
quickstart
expect "no device, no root" 'apt-get install .* pocl-opencl-icd$'
expect "no device, no root" 'venv build/driver && build/driver/bin/pip install intel-opencl-rt'
expect "no device, no root" 'the command is build/release/crosslane'
expect_status "no device, no root" 3
# Another installation of PoCL would change nothing.
registered_driver libpocl.so.2
mkdir -p "$place/root/usr/lib"
: > "$place/root/usr/lib/libpocl.so.2"
quickstart
expect "PoCL without /sys" 'PoCL is installed, but cannot be used here'
expect "PoCL without /sys" 'as root: mount -t sysfs sysfs /sys$'
expect_not "PoCL without /sys" 'missing here: .*pocl|apt-get install .* pocl'
expect_status "PoCL without /sys" 3
mkdir -p "$place/root/sys/devices/system/cpu"
quickstart
expect_not "PoCL with /sys" 'mount -t sysfs'
user="env OCL_ICD_VENDORS=$place/root/etc/OpenCL/vendors"
quickstart
expect "a folder of one's own" 'hides the system.s drivers; unset it'
user=
# shellcheck disable=SC2016
pretend pkg-config '[ "$2" != check ] && [ "$2" != jansson ]'
quickstart
expect "no jansson, no root" '^    apt-get .* libjansson-dev check'
expect_not "no jansson, no root" 'building in'
expect_status "no jansson, no root" 1

machine apt-get 0
registered_driver libsome.so.1
quickstart --dry-run
expect "driver without its library" 'pocl-opencl-icd'
mkdir -p "$place/root/usr/lib/x86_64-linux-gnu"
: > "$place/root/usr/lib/x86_64-linux-gnu/libsome.so.1"
quickstart --dry-run
expect_not "registered driver" 'pocl'

machine apt-get 0
gpu 0x1002 0x744c
built_command '0  AMD EPYC
    vendor  Advanced Micro Devices, Inc.
    type  cpu, 2 units
1  some
    vendor  Intel
    type  gpu'
quickstart --dry-run
expect "AMD, not listed" 'an AMD GPU \(0000:03:00.0, 0x1002:0x744c\) is in this machine, but OpenCL does not list it'
expect "AMD, driver" 'driver: as root: apt-get .* rocm-opencl-icd$'
expect "AMD, no device file" 'no /dev/dri/renderD'
built_command '0  gfx1100
    vendor   Advanced Micro Devices, Inc.
    driver 1
    type  gpu, 96 compute units'
quickstart --dry-run
expect_not "AMD, listed" 'OpenCL does not list'
gpu 0x10de 0x2335
quickstart --dry-run
expect "NVIDIA, not listed" 'an NVIDIA GPU'
expect "NVIDIA, driver" 'driver: as root: .*nvidia-opencl-icd'
mkdir -p "$place/root/usr/lib64"
: > "$place/root/usr/lib64/libnvidia-opencl.so.1"
quickstart --dry-run
expect "NVIDIA, not registered" 'echo libnvidia-opencl.so.1 > /etc/OpenCL/vendors/nvidia.icd'
gpu 0x1a03 0x2000
quickstart --dry-run
expect_not "a server's display controller" 'does not list'
# Root opens every file, so the groups matter only for other users.
gpu 0x8086 0x9a49
mkdir -p "$place/root/dev/dri"
: > "$place/root/dev/dri/renderD128"
chmod 000 "$place/root/dev/dri/renderD128"
if [ "$(id -u)" -eq 0 ] && command -v setpriv > /dev/null; then
    user="$(command -v setpriv) --reuid=65534 --regid=65534 --clear-groups"
fi
quickstart --dry-run
expect Intel 'driver: as root: apt-get .* intel-opencl-icd$'
expect "groups" 'groups: as root: usermod -aG [a-z,]*video[a-z,]* someone, then log in again'
user=

machine apt-get 0
quickstart --nonsense
expect usage "what is '--nonsense'"
expect_status usage 2
quickstart --help
expect help 'quickstart.sh test'

echo "quickstart: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
