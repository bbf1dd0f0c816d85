# What the cells of .ci/run do. Each runs in a shell of its own under set -euo pipefail (.ci/lib.sh).
# shellcheck shell=bash

jobs=$(nproc)

# retry TIMES COMMAND...: registries fail now and then.
retry() {
    local left=$1
    shift
    until "$@"; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || return 1
        sleep 10
    done
}

packages() {
    local wanted=(git clang clang-format shellcheck oclgrind debootstrap python3-venv)
    local need=(git clang clang-format shellcheck oclgrind debootstrap)
    local missing=()
    for tool in "${need[@]}"; do
        command -v "$tool" || missing+=("$tool")
    done
    python3 -c 'import ensurepip' || missing+=(python3-venv)
    [ ${#missing[@]} -eq 0 ] && return
    export DEBIAN_FRONTEND=noninteractive
    retry 3 apt-get -q update
    retry 3 apt-get -q install -y --no-install-recommends "${wanted[@]}"
}

build() { # PRESET
    cmake --preset "$1"
    cmake --build --preset "$1" --parallel "$jobs"
}

quick_tests() { # PRESET of a build that is there
    local preset=$1
    [ "$preset" = release ] && preset=quick
    ctest --preset "$preset" --verbose
}

build_and_test() { # PRESET
    build "$1"
    quick_tests "$1"
}

rules() {
    cmake/check_rules.sh
    echo "1 passed, 0 failed"
    cmake/check_rules_selftest.sh
    shellcheck quickstart.sh cmake/*.sh tests/install/*.sh .ci/run .ci/*.sh
    echo "1 passed, 0 failed"
    # Formatting differs between releases of clang-format; the project's is Debian 12's.
    if clang-format --version | grep -q ' 14\.'; then
        git ls-files '*.c' '*.h' | grep -v '^bench/peers/' | xargs clang-format --dry-run -Werror
        echo "1 passed, 0 failed"
    fi
}

# The library needs OpenCL and the C library alone, exports its own names alone, and keeps no state.
library_alone() {
    local lib foreign writable
    lib=$(find build/release -name 'libcrosslane.so' | head -n 1)
    [ -n "$lib" ]
    foreign=$(ldd "$lib" | awk '{ print $1 }' | grep -vE '^(linux-vdso|libOpenCL|libc|libm|/lib)' || true)
    [ -z "$foreign" ] || { echo "links to: $foreign"; return 1; }
    foreign=$(nm -D --defined-only "$lib" | awk '{ print $3 }' | grep -v '^xl_' || true)
    [ -z "$foreign" ] || { echo "exports: $foreign"; return 1; }
    # Relocated constants live in .data.rel.ro, which is read-only once loaded.
    writable=$(objdump -t "${lib%.so}.a" | awk '$0 ~ / \.(data|bss|tdata|tbss)[.\t]/ && $0 !~ /\.data\.rel\.ro/ && $(NF-1) !~ /^0+$/')
    [ -z "$writable" ] || { echo "writable: $writable"; return 1; }
}

install_and_consume() {
    ctest --preset full --verbose --tests-regex '^install'
}

# Wrong kernels on purpose: verify must catch each, and says so by its exit status.
planted() {
    build/release/crosslane verify --plant '*' --width 8
    build/release/crosslane verify --plant ballot_cut --width 64 # needs more lanes than a word has bits
}

# Oclgrind interprets kernels and reports data races and accesses out of bounds. It does not see that buffers were
# filled, so its report of reads of what was never written would be wrong, and it crashes on vectors of three.
under_oclgrind() {
    timeout 300 oclgrind --data-races --max-errors 20 build/release/crosslane verify --width 4 --max-launch 60 "$@" 2>&1
}

races_in() { # FILE
    grep -E '(data race|Invalid (read|write)|divergence)' "$1"
}

oclgrind_pass() {
    local copy=build/ci/racing
    under_oclgrind lerp --set n=37 --set rows=3 --set channels=4 --set distribution=uniform | tee build/ci/oclgrind.out
    under_oclgrind spheres --set points=9 --set spheres=21 --set channels=4 | tee -a build/ci/oclgrind.out
    under_oclgrind histogram --set n=300 --set buckets=16 --set distribution=uniform | tee -a build/ci/oclgrind.out
    ! races_in build/ci/oclgrind.out
    # The report itself is tried: without its atomic add the kernel races.
    rm -rf "$copy"
    build/release/crosslane copy histogram "$copy"
    sed -i 's/atomic_inc(&\(counts\[[^]]*\]\))/\1++/' "$copy/histogram/histogram.cl"
    under_oclgrind histogram/global --set n=300 --set distribution=single --kernel-dir "$copy" \
        > build/ci/oclgrind-race.out || true
    races_in build/ci/oclgrind-race.out | head -n 1
    grep -q 'data race' build/ci/oclgrind-race.out
    echo "1 passed, 0 failed"
}

full_tests() {
    ctest --preset full --verbose --label-regex full --exclude-regex ops_full --timeout $((CI_REMAINING - 20))
}

tree_clean() {
    local dirt
    dirt=$(git status --porcelain)
    [ -z "$dirt" ] || { echo "$dirt"; return 1; }
}
