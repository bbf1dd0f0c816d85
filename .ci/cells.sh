# Functions of the cells of .ci/run. Each runs in a separate shell under set -euo pipefail (.ci/lib.sh).
# shellcheck shell=bash disable=SC2154 # logs: lib.sh

jobs=$(nproc)
support=build/ci/support # results files of this run, one set an implementation

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
    local wanted=(git clang clang-format shellcheck oclgrind debootstrap
        clang-tidy cppcheck gcovr python3-venv python3-numpy libopenmpi-dev openmpi-bin libclang-rt-dev
        zsh fish)
    local need=(git clang clang-format shellcheck oclgrind debootstrap clang-tidy cppcheck gcovr mpirun zsh fish)
    local missing=()
    for tool in "${need[@]}"; do
        command -v "$tool" || missing+=("$tool")
    done
    python3 -c 'import ensurepip' || missing+=(python3-venv)
    python3 -c 'import numpy' || missing+=(python3-numpy)
    # clang's sanitizers are a separate package.
    echo 'int main(void) { return 0; }' | clang -x c -fsanitize=address,undefined -o "$logs/sanitized" - || missing+=(libclang-rt-dev)
    echo "1 passed, 0 failed"
    [ ${#missing[@]} -eq 0 ] && return
    export DEBIAN_FRONTEND=noninteractive
    retry 3 apt-get -q update
    retry 3 apt-get -q install -y --no-install-recommends "${wanted[@]}"
    # A python3 other than Debian's does not see Debian's NumPy.
    python3 -c 'import numpy' || retry 3 python3 -m pip install --quiet numpy
}

build() { # PRESET
    cmake --preset "$1"
    cmake --build --preset "$1" --parallel "$jobs"
    echo "1 passed, 0 failed"
}

# no_warnings LOG: gcc's output. A command that begins with ! would never end a cell.
no_warnings() {
    if grep -A 8 'warning: ' "$1"; then return 1; fi
    echo "1 passed, 0 failed"
}

# Reads gcc's warnings in the log of quickstart's build. Then builds the programs that a plain build leaves out.
gcc_warnings() {
    grep -q 'Building C object CMakeFiles/crosslane_tests.dir' build/quickstart.log ||
        cannot_run "nothing was compiled; remove build/release first"
    no_warnings build/quickstart.log
    cmake --build --preset release --parallel "$jobs" --target crosslane_peers crosslane_gate crosslane_mpi_scaling \
        2>&1 | tee build/peers.log
    no_warnings build/peers.log
}

clang_werror() {
    build clang
}

rules() {
    cmake/check_rules.sh
    echo "1 passed, 0 failed"
    cmake/check_rules_selftest.sh
    .ci/lib_selftest.sh
    cmake/check_plain_selftest.sh
    git ls-files '*.sh' | xargs shellcheck .ci/run
    echo "1 passed, 0 failed"
    # Releases of clang-format differ; the project uses Debian 12's.
    if clang-format --version | grep -q ' 14\.'; then
        git ls-files '*.c' '*.h' | grep -v '^bench/peers/' | xargs clang-format --dry-run -Werror
        echo "1 passed, 0 failed"
    fi
}

# Settings and reasons: .clang-tidy, cmake/cppcheck.cfg. Files are named, because kernel text is not C.
static_analysis() {
    local sources
    # NULL is a pointer on every system with POSIX's variadic functions. The compilers check system headers.
    git ls-files 'host/*.c' 'kernels/*.c' 'bench/*.c' 'tests/*.c' |
        cppcheck --enable=warning,performance,portability --std=c11 --inline-suppr --error-exitcode=1 --quiet -j "$jobs" \
            --library=cmake/cppcheck.cfg --suppress=varFuncNullUB --suppress=missingIncludeSystem \
            -I host/include -I host/src -I host/tool -I host/cli -I host/check -I kernels --file-list=-
    echo "1 passed, 0 failed"
    sources=$(awk -F'"' '/"file":/ { print $4 }' build/clang/compile_commands.json | sed "s|^$PWD/||" |
        grep -E '^(host|kernels|bench|tests)/' | grep -vE '^tests/(hostile/torture/inject|drivers/fake/own_fault)\.c$' | sort -u) # the C library's names
    echo "$sources" | xargs -P "$jobs" -n 4 clang-tidy -p build/clang --quiet
    echo "$(echo "$sources" | wc -l) passed, 0 failed"
}

# The thread sanitizer must also reject a library whose lock does nothing. One thread of OpenMP: the sanitizer does not
# see how OpenMP's threads wait for each other.
tsan() {
    local area
    export OMP_NUM_THREADS=1 CROSSLANE_TEST_SEED
    CROSSLANE_TEST_SEED=$(pairs_seed)
    build tsan
    ctest --preset tsan --verbose --tests-regex '^(cache|plan|together|queues)$'
    unlock build/tsan build/ci/unlocked
    for area in together queues; do
        TSAN_OPTIONS=suppressions=$PWD/cmake/tsan.supp timeout 300 build/ci/unlocked/tests $area > build/ci/unlocked/$area.log 2>&1 || true
        grep -m 1 'SUMMARY: ThreadSanitizer: data race .*/host/src/' build/ci/unlocked/$area.log
        echo "1 passed, 0 failed"
    done
}

# unlock BUILD FOLDER: makes FOLDER/tests, the test program of BUILD with locks that do nothing.
unlock() {
    mkdir -p "$2"
    sed 's/^ *pthread_mutex_\(un\)*lock(.*/    (void)lock;/' host/src/base/os.c > "$2/os.c"
    [ "$(grep -c '^    (void)lock;' "$2/os.c")" -eq 2 ]
    with_object "$1" "$2" "$2/os.c"
}

# with_object BUILD FOLDER FILE.c [FLAG...]: makes FOLDER/tests, the test program of BUILD with FILE.c, rebuilt with the
# flags, instead of the library's object of that name.
with_object() {
    local build=$1 folder=$PWD/$2 source=$3 flags
    shift 3
    rm -f "$folder/tests"
    mkdir -p "$folder"
    flags=$(sed -n 's/^C_\(FLAGS\|INCLUDES\|DEFINES\) = //p' "$build/CMakeFiles/crosslane_objects.dir/flags.make")
    # shellcheck disable=SC2086 # words
    cc $flags "$@" -c "$source" -o "$folder/own.o"
    # An object comes before the library's objects of the same names.
    (cd "$build" && bash -e <(sed "s|-o crosslane_tests |-o $folder/tests $folder/own.o |" CMakeFiles/crosslane_tests.dir/link.txt))
}

# The tests must detect a library that does not order a plan's runs.
planted_order() {
    local plant folder=build/ci/planted_order
    for plant in 0 1 2; do
        with_object build/release $folder host/src/plan/enqueue_order.c -DXL_ORDER_PLANT=$plant
        if $folder/tests order > $folder/log-$plant 2>&1; then
            [ $plant -eq 0 ] || { echo "plant $plant is not noticed"; return 1; }
        else
            [ $plant -ne 0 ] || { cat $folder/log-0; return 1; }
            grep -E 'test_order\.c:[0-9]+:F:' $folder/log-$plant
        fi
    done
    # Random schedules notice it too; the driver may crash or hang.
    with_object build/release $folder host/src/plan/enqueue_order.c -DXL_ORDER_PLANT=1
    CROSSLANE_TEST_SEED=3 timeout 120 $folder/tests queues > $folder/log-queues 2>&1 && { echo "queues notices no plant"; return 1; }
    echo "4 passed, 0 failed"
}

# Tests of the command, which run most of host/.
of_the_command='cli|cover|exec|learn|library_listing|problems|recorded|sweep|trace_command|tune|verify'

# Excludes the tests of the cell coverage, tests that compile nothing of this build, and `ended`, which limits file
# sizes.
sanitized() {
    build coverage
    local log=build/ci/sanitized-first.log
    # Pages in a browser take 11 minutes here.
    ctest --preset coverage --verbose --exclude-regex "^(check_.*|quickstart_cases|install|overhead|ended|course_site|player_page|$of_the_command|$(left_out 100))\$" | tee "$log" && return
    # clang 14's leak checker crashes in some processes. If nothing else failed, these tests run again without that
    # check.
    [ "$(grep -c '[*]Failed ' "$log")" -eq "$(grep -cE '^[0-9]+: Tracer caught signal' "$log")" ] || return
    CROSSLANE_LSAN_MORE=:use_tls=0 ctest --preset coverage --verbose --rerun-failed
}

# Lists the lines of host/ that tests do not run. A bound of 100, which must fail, shows that the check can fail.
coverage() {
    local gcovr=(gcovr --root . --filter host/ --gcov-executable 'llvm-cov gcov')
    ctest --preset coverage --verbose --tests-regex "^($of_the_command)\$"
    "${gcovr[@]}" --object-directory build/coverage --exclude-unreachable-branches --json build/ci/coverage.json
    gcovr --add-tracefile build/ci/coverage.json --print-summary --txt build/ci/coverage.txt --fail-under-line 85
    if gcovr --add-tracefile build/ci/coverage.json --txt build/ci/coverage-100.txt --fail-under-line 100; then
        echo "the bound cannot be missed"
        return 1
    fi
    awk '/^host/ || /^TOTAL/ || /^File/ || /^-/' build/ci/coverage.txt
}

# The page of `report` in a browser, which the cell installs if missing (about 100 MB). Another cell may hold apt's
# lock.
report_page() {
    command -v chromium || retry 3 apt-get -q -o DPkg::Lock::Timeout=600 install -y --no-install-recommends \
        chromium fonts-dejavu-core || cannot_run "no Chromium here, and it cannot be installed"
    tests/command/report_browser.py build/release/crosslane
    tests/inspect/page_browser.py build/release/crosslane
    tests/teaching/player_browser.py build/release/crosslane
    tests/teaching/site_browser.py build/release/crosslane
}

# The library needs only OpenCL and the C library, exports only its own names, and keeps no state.
library_alone() {
    local lib foreign writable
    lib=$(find build/release -name 'libcrosslane.so' | head -n 1)
    [ -n "$lib" ]
    foreign=$(ldd "$lib" | awk '{ print $1 }' | grep -vE '^(linux-vdso|libOpenCL|libc|libm|/lib)' || true)
    [ -z "$foreign" ] || { echo "links to: $foreign"; return 1; }
    foreign=$(nm -D --defined-only "$lib" | awk '{ print $3 }' | grep -v '^xl_' || true)
    [ -z "$foreign" ] || { echo "exports: $foreign"; return 1; }
    # Relocated constants are in .data.rel.ro, which is read-only once loaded.
    writable=$(objdump -t "${lib%.so}.a" | awk '$0 ~ / \.(data|bss|tdata|tbss)[.\t]/ && $0 !~ /\.data\.rel\.ro/ && $(NF-1) !~ /^0+$/')
    [ -z "$writable" ] || { echo "writable: $writable"; return 1; }
    echo "1 passed, 0 failed"
}

install_and_consume() {
    ctest --preset full --verbose --tests-regex '^install'
}

ranks() {
    ctest --preset full --verbose --tests-regex '^ranks(_library|_exec)?$' | tee "$logs/ranks.said"
    ! grep -q ': skipped: ' "$logs/ranks.said" || cannot_run "the release build found no MPI, or there is no NumPy"
}

oclgrind() {
    tests/drivers/oclgrind/run.sh build/release build/ci/oclgrind
    cp build/ci/oclgrind/Oclgrind-DATA_RACES-*.json "$support/"
}

torture() {
    tests/hostile/torture/run.sh build/release --runs 3
}

# A program that uses the library, built by the cell sanitized: leaks count.
torture_client() {
    tests/hostile/torture/run.sh build/coverage --runs 4
}

killed() {
    tests/hostile/torture/kill.sh build/release --times 40
}

# The checking device on what is right: a quarter of the algorithms at one of seven widths, and at 24, which the
# layer refuses. No finding may come.
check_right() {
    local names width widths=(1 4 8 16 32 64 128)
    width=${widths[$(drawn width) % 7]}
    names=$(sed -n 's/^XL_ALGORITHM(\(.*\))/\1/p' kernels/algorithms.def | awk -v turn="$(drawn turn)" 'NR % 4 == turn')
    # shellcheck disable=SC2086 # names
    tests/check/right.sh build/release/crosslane "$width 24" 1 4 $names
}

# A quarter of the kernels whose mistake the checking device has to name.
check_planted() {
    tests/check/planted.sh build/release/crosslane "$(($(drawn turn) + 1))/4"
}

fuzz() {
    build fuzz
    tests/hostile/fuzz/run.sh build/fuzz --seconds 20
}

# Long tests: planted kernels of a quarter of the algorithms, the library on every driver fault, exercises or traces.
full() {
    local turn later=(learn_full "^trace$")
    turn=$(drawn turn)
    export CROSSLANE_PAIRS_MET=1 CROSSLANE_TEST_PART=$turn/4
    CROSSLANE_TEST_FAULTS=all build/release/crosslane_tests library_faults
    ctest --preset full --verbose --label-regex full --exclude-regex "ops_full|${later[turn % 2]}|$documents" --timeout $((CI_REMAINING - 20))
}

documents='^(adding|lessons|many_records|stories)$'

# The commands in the documents, with all compilers; and the layer's table, for one type.
lessons() {
    local types=(uint ulong float)
    with_compilers tests/inspect/layer/table.py build/release/crosslane kernels/sg/README.md --check "${types[$(drawn part) % 3]}"
    CROSSLANE_TEST_COMPILERS=1 CROSSLANE_TEST_PART=$(drawn turn)/4 with_compilers ctest --preset full --verbose --tests-regex "$documents" --timeout $((CI_REMAINING - 20))
}

tree_clean() {
    local dirt
    dirt=$(git status --porcelain)
    [ -z "$dirt" ] || { echo "$dirt"; return 1; }
    echo "1 passed, 0 failed"
}
