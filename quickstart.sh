#!/bin/sh
# From a bare machine to results:
#
#   ./quickstart.sh [-- OPTIONS]        install what is missing, build, crosslane run [OPTIONS]
#   ./quickstart.sh test [-- OPTIONS]   the same, then the quick tests and some of the longer ones
#   ./quickstart.sh --dry-run           show what would be installed, change nothing
#
# It asks no questions. Packages are installed as root or through sudo. If neither is possible it prints the line for
# an administrator, and stops only if the build needs a missing package. Without Check it builds no tests. PoCL, which
# makes the processor an OpenCL device, is installed only if no OpenCL device is found.
#
# Exit status: that of the failed step; a failed test counts before a failed run. 2: unknown words; 3: no device.
#
# CROSSLANE_SYSROOT is put before /sys, /dev, /proc and /etc where hardware is looked for (tests/install uses it).

set -eu

cd "$(dirname "$0")"
sys=${CROSSLANE_SYSROOT:-}
preset=release
tool=build/$preset/crosslane

say() {
    printf 'quickstart: %s\n' "$*"
}

fail() {
    printf 'quickstart: %s\n' "$*" >&2
    exit 1
}

misused() {
    printf 'quickstart: %s\n' "$*" >&2
    exit 2
}

usage() {
    sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
}

# ---- packages ----------------------------------------------------------------------------------------------

find_manager() {
    case $(uname -s) in
    Darwin) managers="brew" ;;
    Linux) managers="apt-get dnf pacman zypper brew" ;;
    *) managers="" ;;
    esac
    for manager in $managers; do
        if command -v "$manager" > /dev/null 2>&1; then
            return
        fi
    done
    manager=none
}

# Names of what is needed, by package manager. pkgconfig(X) lets dnf and zypper find the package that has X.
package_of() {
    case $manager-$1 in
    apt-get-compiler) echo gcc libc6-dev ;;
    apt-get-opencl) echo ocl-icd-opencl-dev ;;
    apt-get-jansson) echo libjansson-dev ;;
    apt-get-libpng) echo libpng-dev ;;
    apt-get-pocl) echo pocl-opencl-icd ;;
    dnf-pkg-config) echo pkgconf-pkg-config ;;
    dnf-opencl | zypper-opencl) echo "opencl-headers pkgconfig(OpenCL)" ;;
    dnf-jansson | dnf-libpng | dnf-check) echo "pkgconfig($1)" ;;
    zypper-jansson | zypper-libpng | zypper-check) echo "pkgconfig($1)" ;;
    pacman-pkg-config | brew-pkg-config) echo pkgconf ;;
    pacman-opencl) echo opencl-headers ocl-icd ;;
    brew-opencl) echo opencl-headers opencl-icd-loader ;;
    *-compiler) echo gcc ;;
    *) echo "$1" ;;
    esac
}

install_line() {
    case $manager in
    apt-get) echo "apt-get update && apt-get install -y --no-install-recommends $*" ;;
    dnf) echo "dnf install -y $(quote "$@")" ;;
    pacman) echo "pacman -S --needed --noconfirm $*" ;;
    zypper) echo "zypper --non-interactive install $(quote "$@")" ;;
    brew) echo "brew install $*" ;;
    none) echo "(no package manager known here) install: $*" ;;
    esac
}

quote() {
    for word in "$@"; do
        case $word in
        *"("*) printf "'%s' " "$word" ;;
        *) printf '%s ' "$word" ;;
        esac
    done | sed 's/ $//'
}

install_now() {
    case $manager in
    apt-get)
        set -- -y --no-install-recommends -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"
        $elevate env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=3 update &&
            $elevate env DEBIAN_FRONTEND=noninteractive apt-get -q install "$@"
        ;;
    dnf) $elevate dnf install -y "$@" ;;
    pacman) $elevate pacman -S --needed --noconfirm "$@" ;; # not -Syu, which upgrades the whole system
    zypper) $elevate zypper --non-interactive install "$@" ;;
    brew) brew install "$@" ;;
    *) false ;;
    esac
}

# How to become root: nothing to do, sudo, or "no". Without a terminal sudo may not ask for a password.
find_elevation() {
    elevate=no
    if [ "$manager" = brew ] || [ "$(id -u)" -eq 0 ]; then
        elevate=
    elif command -v sudo > /dev/null 2>&1; then
        if [ -t 0 ] || sudo -n true 2> /dev/null; then
            elevate=sudo
        fi
    fi
}

advise_upgrade() {
    [ "$manager" = pacman ] || return 0
    echo "
If a package is not found, upgrade the system first: pacman -Syu"
}

cannot_install() {
    [ "$manager" = none ] || [ "$elevate" = no ]
}

# $packages and $line, the command that installs them, for the given needs.
find_packages() {
    packages=
    for need in "$@"; do
        packages="$packages $(package_of "$need")"
    done
    # shellcheck disable=SC2086 # a list of words
    line=$(install_line $packages)
}

advise_cmake() {
    case " $* " in
    *" cmake "*) echo " CMake can be installed without root:
    python3 -m pip install --user cmake" ;;
    esac
}

# Installs the packages of the given needs, or prints the line and stops.
install_needs() {
    find_packages "$@"
    say "missing here: $*"
    if [ "$dry_run" = yes ]; then
        say "would install with: $line"
        return
    fi
    if cannot_install; then
        fail "cannot install without root or sudo; an administrator types
    $line
and then this command works without root.$(advise_cmake "$@")"
    fi
    say "installing${elevate:+ through $elevate}: $line"
    # shellcheck disable=SC2086
    install_now $packages || fail "the installation failed; to see why, type (as root)
    $line$(advise_upgrade)"
}

has() {
    case $1 in
    compiler) command -v cc > /dev/null 2>&1 && echo 'int main(void) { return 0; }' |
        cc -x c -o /dev/null - 2> /dev/null ;;
    make | pkg-config) command -v "$1" > /dev/null 2>&1 ;;
    cmake) cmake_is_new_enough ;;
    opencl) [ "$(uname -s)" = Darwin ] || pkg-config --exists OpenCL 2> /dev/null ;;
    pocl) opencl_is_registered ;;
    *) pkg-config --exists "$1" 2> /dev/null ;;
    esac
}

cmake_is_new_enough() {
    command -v cmake > /dev/null 2>&1 || return 1
    cmake --version | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 21)) }'
}

# True if some driver is registered whose library exists.
opencl_is_registered() {
    [ "$(uname -s)" = Darwin ] && return 0
    place=${OCL_ICD_VENDORS:-$sys/etc/OpenCL/vendors}
    for icd in "$place" "$place"/*.icd; do
        [ -f "$icd" ] || continue
        library=$(head -n 1 "$icd")
        case $library in
        /*) [ -e "$sys$library" ] && return 0 ;;
        ?*) find_library "$library" && return 0 ;;
        esac
    done
    return 1
}

find_library() {
    for dir in $(printf '%s' "${LD_LIBRARY_PATH:-}" | tr ':' ' ') "$sys"/usr/lib "$sys"/usr/lib64 \
        "$sys"/usr/lib/*-linux-gnu "$sys"/usr/local/lib "$sys"/lib; do
        [ -e "$dir/$1" ] && return 0
    done
    return 1
}

# ---- graphics processors that OpenCL does not list ---------------------------------------------------------

# Explains every PCI display controller of a known maker that is not in $1, the text of `crosslane devices`.
explain_gpus() {
    for device in "$sys"/sys/bus/pci/devices/*; do
        [ -r "$device/class" ] || continue
        case $(cat "$device/class") in 0x03*) ;; *) continue ;; esac
        vendor=$(cat "$device/vendor")
        case $vendor in
        0x8086) name=Intel pattern='intel' ;;
        0x1002) name=AMD pattern='amd|advanced micro devices' ;;
        0x10de) name=NVIDIA pattern='nvidia' ;;
        *) continue ;;
        esac
        if lists_gpu "$1" "$pattern"; then
            continue
        fi
        say "an $name GPU ($(basename "$device"), $vendor:$(cat "$device/device")) is in this machine, but OpenCL does not list it:"
        explain_driver "$name"
        if [ "$name" != NVIDIA ]; then
            explain_groups
        fi
    done
    if [ -e "$sys/dev/dxg" ]; then
        say "this is WSL; docs/windows.md lists the GPUs that OpenCL can use here"
    fi
}

# True if the text of `crosslane devices` has a GPU of a vendor: a block per device, "vendor" before "type".
lists_gpu() {
    printf '%s\n' "$1" | awk -v pattern="$2" '
        $1 == "vendor" { vendor = tolower($0) }
        $1 == "type" && tolower($0) ~ /gpu/ && vendor ~ pattern { found = 1 }
        END { exit !found }'
}

explain_driver() {
    case $1-$manager in
    Intel-apt-get) advice=intel-opencl-icd ;;
    Intel-zypper) advice=intel-opencl ;;
    Intel-*) advice=intel-compute-runtime ;;
    AMD-apt-get) advice=$(first_package rocm-opencl-icd rocm-opencl-runtime mesa-opencl-icd) ;;
    AMD-dnf) advice=rocm-opencl ;;
    AMD-zypper) advice=Mesa-libRusticlOpenCL ;;
    AMD-*) advice=rocm-opencl-runtime ;;
    NVIDIA-apt-get) advice=$(first_package nvidia-opencl-icd nvidia-driver) ;;
    NVIDIA-dnf) advice=xorg-x11-drv-nvidia-cuda ;;
    NVIDIA-zypper) advice=nvidia-compute-G06 ;;
    NVIDIA-*) advice=opencl-nvidia ;;
    esac
    if [ "$1" = NVIDIA ] && find_library libnvidia-opencl.so.1; then
        say "  its driver is installed but not registered; as root: mkdir -p /etc/OpenCL/vendors && echo libnvidia-opencl.so.1 > /etc/OpenCL/vendors/nvidia.icd"
        return
    fi
    say "  driver: as root: $(install_line "$advice")"
    if [ "$1" = NVIDIA ] && [ ! -e "$sys/proc/driver/nvidia/version" ]; then
        say "  (the package is in Debian's non-free section, in Fedora's RPM Fusion; a restart follows the installation)"
    fi
    case $advice in
    mesa-opencl-icd | Mesa-lib*) say "  and set RUSTICL_ENABLE=radeonsi in the environment" ;;
    esac
}

# The first package that apt knows; the first name where it knows none.
first_package() {
    for package in "$@"; do
        if apt-cache policy "$package" 2> /dev/null | grep -q 'Candidate: [0-9]'; then
            echo "$package"
            return
        fi
    done
    echo "$1"
}

# Names the groups of device files that the caller may not open.
explain_groups() {
    groups=
    nodes=no
    for node in "$sys"/dev/dri/renderD* "$sys"/dev/kfd; do
        [ -e "$node" ] || continue
        nodes=yes
        if [ ! -r "$node" ] || [ ! -w "$node" ]; then
            # shellcheck disable=SC2012 # stat's options differ between systems, and the names are the kernel's
            groups="$groups $(ls -ld "$node" | awk '{ print $4 }')"
        fi
    done
    if [ "$nodes" = no ]; then
        say "  device files: there is no /dev/dri/renderD*; its kernel driver is not loaded, or this container was started without --device /dev/dri"
    elif [ -n "$groups" ]; then
        # shellcheck disable=SC2086 # a list of words
        groups=$(printf '%s\n' $groups video | sort -u | paste -sd , -)
        say "  groups: as root: usermod -aG $groups $(id -un), then log in again"
    fi
}

# ---- steps -------------------------------------------------------------------------------------------------

install_what_is_missing() {
    missing=
    for need in compiler make cmake pkg-config opencl jansson libpng check pocl; do
        if ! has "$need"; then
            missing="$missing $need"
        fi
    done
    if [ -z "$missing" ]; then
        say "everything needed is installed"
        return
    fi
    if [ "$manager" = brew ] && ! has compiler; then
        fail "no compiler; type
    xcode-select --install"
    fi
    if [ "$dry_run" = no ] && cannot_install && can_do_without "$missing"; then
        return
    fi
    # shellcheck disable=SC2086
    install_needs $missing
    if [ "$dry_run" = no ] && ! cmake_is_new_enough; then
        fail "CMake 3.21 or newer is needed, and this system has $(cmake --version | sed -n '1s/.* //p'); type
    python3 -m pip install --user cmake"
    fi
}

# True if only packages for tests or a driver are missing.
can_do_without() {
    for need in $1; do
        case $need in check | pocl) ;; *) return 1 ;; esac
    done
    if ! has check; then
        find_packages check
        say "the tests need Check, which takes root; everything else is built. For the tests an administrator types
    $line"
    fi
}

# Shows the progress of make or ninja, read in the log ("[ 42%] Building ..." or "[12/345] Building ..."). Ends with
# process $1, this script.
show_progress() {
    begin=$(date +%s)
    while kill -0 "$1" 2> /dev/null; do
        awk -v seconds=$(($(date +%s) - begin)) '
            match($0, /^\[ *[0-9]+%\]/) { part = substr($0, 2, RLENGTH - 3) / 100 }
            match($0, /^\[[0-9]+\/[0-9]+\]/) { split(substr($0, 2, RLENGTH - 2), of, "/"); part = of[1] / of[2] }
            END {
                for (i = 0; i < 30; i++) bar = bar (i < part * 30 ? "#" : ".")
                left = part > 0.05 && seconds > 3 ? sprintf("about %d s left", seconds * (1 - part) / part + 0.5) : ""
                printf "\r  %s %3d%%  %-18s", bar, part * 100, left
            }' "$log" >&2
        sleep 1
    done
}

build() {
    jobs=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 2)
    say "building in build/$preset; the log is $log"
    : > "$log"
    watcher=
    if [ -t 2 ]; then
        show_progress $$ &
        watcher=$!
    fi
    # In the foreground: an interrupt reaches the compilers.
    result=0
    target=crosslane # the tests need the rest, and cmake --install
    if [ "$tests" = yes ]; then
        target=all
    fi
    { cmake --preset "$preset" && cmake --build --preset "$preset" --target "$target" --parallel "$jobs"; } > "$log" 2>&1 || result=$?
    if [ -n "$watcher" ]; then
        kill "$watcher"
        printf '\r%60s\r' '' >&2
    fi
    if [ "$result" -ne 0 ]; then
        tail -n 40 "$log" >&2
        fail "the build failed; the whole log is $log"
    fi
}

# A registered driver may have no device; then PoCL provides one. The run itself reports failures of a device, so the
# status is ignored here.
list_devices() {
    devices=$("$tool" devices 2>&1) || true
    if ! printf '%s\n' "$devices" | awk '$1 == "type" { found = 1 } END { exit !found }'; then
        printf '%s\n' "$devices"
        say "the registered OpenCL drivers offer no device"
        if explain_unusable; then
            tell_next
            exit 3
        fi
        if cannot_install; then
            explain_own_driver
            tell_next
            exit 3
        fi
        install_needs pocl
        devices=$("$tool" devices 2>&1) || true
    fi
    printf '%s\n' "$devices"
}

# True, with the reason, if installing PoCL again would change nothing.
explain_unusable() {
    if [ -n "${OCL_ICD_VENDORS:-}" ]; then
        say "OCL_ICD_VENDORS=$OCL_ICD_VENDORS hides the system's drivers; unset it, or add their .icd files to that folder"
    elif [ "$(uname -s)" = Linux ] && cat "$sys"/etc/OpenCL/vendors/*.icd 2> /dev/null | grep -q pocl && opencl_is_registered; then
        say "PoCL is installed, but cannot be used here; the lines above say why"
        if [ ! -d "$sys/sys/devices/system/cpu" ]; then
            say "  /sys is not mounted, where PoCL looks for the processors; as root: mount -t sysfs sysfs /sys"
        fi
    else
        return 1
    fi
}

explain_own_driver() {
    find_packages pocl
    say "an administrator types
    $line
and without root, on Linux and x86-64, Intel's CPU runtime does (275 MB):
    python3 -m venv build/driver && build/driver/bin/pip install intel-opencl-rt intel-cmplr-lib-rt
    mkdir -p build/driver/icd && echo $PWD/build/driver/lib/libintelocl.so > build/driver/icd/intel.icd
    export OCL_ICD_VENDORS=$PWD/build/driver/icd LD_LIBRARY_PATH=$PWD/build/driver/lib
    ./quickstart.sh"
}

# A driver that crashes or hangs when it is listed would end every test that opens OpenCL itself.
leave_out_drivers() {
    bad=$(printf '%s\n' "$devices" | sed -n 's/^device [0-9]*: \(.*\) (-)$/\1/p')
    place=${OCL_ICD_VENDORS:-$sys/etc/OpenCL/vendors}
    left=
    rm -rf build/test-drivers
    mkdir -p build/test-drivers
    for icd in "$place"/*.icd; do
        [ -f "$icd" ] || continue
        name=$(basename "$icd" .icd)
        if printf '%s\n' "$bad" | grep -qxF -- "$name"; then
            left="$left $name"
        else
            cat "$icd" > "build/test-drivers/$name.icd"
        fi
    done
    if [ -n "$left" ]; then
        export OCL_ICD_VENDORS="$PWD/build/test-drivers"
        say "the tests leave out drivers that crash or hang:$left"
    fi
}

# All quick tests, and longer tests of CROSSLANE_TEST_BUDGET processor seconds, drawn by the source's version or by
# CROSSLANE_TEST_SEED.
run_tests() {
    seed=${CROSSLANE_TEST_SEED:-$(git rev-parse 'HEAD^{tree}' 2> /dev/null || echo 0)}
    budget=${CROSSLANE_TEST_BUDGET:-70}
    quick=$(ctest --preset quick --show-only | sed -n 's/^ *Test *#[0-9]*: //p' | paste -sd '|' -)
    drawn=$(cmake/draw.sh tests/drawn "$seed" "$budget" | paste -sd ' ' -)
    left=$(cmake/draw.sh tests/drawn "$seed" "$budget" left | paste -sd ' ' -)
    result=0
    leave_out_drivers
    say "running the quick tests (ctest --preset quick), and of the longer ones, by seed $seed: $drawn"
    CROSSLANE_CACHE_DIR="" ctest --preset full --tests-regex "^($quick|$(echo "$drawn" | tr ' ' '|'))\$" || result=$?
    say "left out, all of them in ctest --preset full: $left, and those labelled full"
    return "$result"
}

tell_next() {
    say "the command is $tool. To call it as crosslane,
with its manual page, where ~/.local/bin is in your PATH:
    cmake --build build/$preset
    cmake --install build/$preset --prefix ~/.local
What to do next:
    $tool devices                 what your devices are
    $tool show latest             the tables of the newest run
    $tool compare latest previous what changed between runs
    $tool trace lanes/shuffle     lesson 1 (kernels/lanes)
    $tool help                    what else there is"
}

main() {
    dry_run=no
    tests=no
    while [ $# -gt 0 ]; do
        case $1 in
        test) tests=yes ;;
        run) ;;
        --dry-run) dry_run=yes ;;
        -h | --help) usage && exit 0 ;;
        --) shift && break ;;
        *) misused "what is '$1'? Options of crosslane follow after --; see ./quickstart.sh --help" ;;
        esac
        shift
    done

    case $(uname -s) in
    Linux | Darwin) ;;
    *) fail "this system is not supported; for Windows see docs/windows.md" ;;
    esac
    find_manager
    find_elevation
    install_what_is_missing
    if [ "$dry_run" = yes ]; then
        if [ -x "$tool" ]; then
            explain_gpus "$("$tool" devices 2>&1 || true)"
        fi
        return
    fi
    mkdir -p build
    log=build/quickstart.log
    build
    list_devices
    explain_gpus "$devices"
    # Without options only the main algorithms: others would take up to two minutes more.
    if [ $# -eq 0 ]; then
        set -- --seconds 0
    fi
    say "running $tool run $*"
    status=0
    "$tool" run "$@" || status=$?
    if [ "$tests" = yes ] && has check; then
        run_tests || status=$?
    elif [ "$tests" = yes ]; then
        find_packages check
        say "no tests were built: they need Check. An administrator types
    $line"
        status=1
    fi
    tell_next
    return "$status"
}

main "$@"
