# Cells of implementations that the machine does not have by itself. Sourced with .ci/cells.sh.
# shellcheck shell=bash disable=SC2154 # support: cells.sh

cache=${XDG_CACHE_HOME:-${HOME:-.}/.cache}/crosslane-ci # outside of the clone, kept between runs

# cannot_run REASON: the cell counts as not run.
cannot_run() {
    echo "$*"
    exit 77
}

# The seed of drawn rows, from the commit's files: equal files draw the same rows.
pairs_seed() {
    echo "${CROSSLANE_PAIRS_SEED:-$((16#$(git rev-parse 'HEAD^{tree}' | cut -c 1-7)))}"
}

# drawn WHAT: the chosen index, from 0, of WHAT's alternatives. Each uses other digits of the seed, so that in time all
# pairs of alternatives occur.
drawn() {
    local seed
    seed=$(pairs_seed)
    case $1 in
    width) echo $((seed % 8)) ;;      # the width
    share) echo $((seed / 8 % 4)) ;;  # the quarter of the algorithms that an implementation runs
    turn) echo $((seed / 32 % 4)) ;;  # the quarter of the planted kernels and of what `full` runs; of scan's rows if costly
    target) echo $((seed / 128 % 2)) ;; # the half of the offline targets; of an implementation's quarter if costly
    part) echo $((seed / 256 % 4)) ;; # the quarter of the settings other than the defaults that are compiled offline
    inspected) echo $((seed / 1024 % 10)) ;; # the targets of `inspect`, one or two
    *) echo "drawn $1: not known" >&2 && return 1 ;;
    esac
}

# drawn_width TURN: one of the eight widths. At a commit, implementations with different turns get different widths.
drawn_width() {
    echo $((1 << ($(drawn width) + $1) % 8))
}

# costly LABEL WIDTH: true if a row compiles for up to 17 s (Intel's runtime with wide sub-groups, emulated ones too).
costly() {
    [[ $1 == Intel* ]] && [ "$2" -ge 16 ]
}

# drawn_names LABEL WIDTH: every fourth algorithm, so that a commit runs each on one of the four implementations; with
# costly rows every eighth.
drawn_names() {
    local turn=0 step=4 half=0
    case $1 in Intel*) turn=1 ;; PoCL-6.0) turn=2 ;; rusticl) turn=3 ;; esac
    ! costly "$@" || { step=8 && half=$(drawn target); }
    build/release/crosslane list '*' | sed -n 's/^\([a-z0-9]*\): .*/\1/p' |
        awk -v turn=$((($(drawn share) + turn) % 4 + 4 * half)) -v step=$step 'NR % step == turn'
}

# verify_pairs LABEL WIDTHS: rows in which every two values occur together. Fails if a pair remains. On Intel's runtime
# leaves out probes/waterfall, because a row takes up to 45 s; intel_pairs runs it at the default level.
verify_pairs() {
    local log names
    log=$(mktemp)
    names=$(drawn_names "$@")
    [ -n "$names" ] || return
    [[ $1 != Intel* ]] || names=${names/probes/probes\/empty probes\/layer probes\/derived}
    if costly "$@" && [[ $names == *scan* ]]; then
        names=${names/scan/}
        scan_in_turns "$@" || return
    fi
    # shellcheck disable=SC2086 # words
    build/release/crosslane verify $names --level pairs --seed "$(pairs_seed)" --quiet --width "$2" --label "$1" \
        --force --json "$support/$1-verify.json" | tee "$log" || return
    if grep -E '^pairs of .* met, [1-9][0-9]* left' "$log"; then
        return 1
    fi
}

# scan_in_turns LABEL WIDTH: if rows are costly, a quarter of the default level's rows of scan, because its pairs take
# up to 20 minutes.
scan_in_turns() {
    build/release/crosslane verify scan --part "$(($(drawn turn) + 1))/4" --width "$2" --quiet --label "$1" \
        --force --json "$support/$1-scan.json"
}

# left_out BUDGET: the longer tests (tests/drawn) that do not fit into so many seconds, as "a|b|c".
left_out() {
    cmake/draw.sh tests/drawn "$(pairs_seed)" "$1" left | paste -sd '|' -
}

# twice COMMAND...: for compilers that sometimes miscompile a kernel or crash (D12, D27). A row that is wrong or in
# which the driver died is repeated by its own command without caches and must then be right. The results keep the row.
twice() {
    local log line status=0
    log=$(mktemp)
    "$@" > "$log" 2>&1 || status=$?
    if { [ "$status" -ne 1 ] && [ "$status" -ne 4 ]; } || ! grep -q 'repeat: ' "$log"; then
        cat "$log"
        return "$status"
    fi
    sed 's/ ok, \([0-9]*\) wrong, \([0-9]*\) failed,/ right, \1 wrong and \2 failed to be repeated,/' "$log"
    while read -r line; do
        CROSSLANE_CACHE_DIR='' XDG_CACHE_HOME=$(mktemp -d) bash -c "build/release/$line"
    done < <(sed -n 's/^.*repeat: *\(crosslane \)/\1/p' "$log")
    awk '/ ok, [0-9]+ wrong,/ { ok = $1 } END { print ok + 0 " passed, 0 failed" }' "$log"
}

verify_twice() {
    twice verify_pairs "$@"
}

# use_cache LABEL: a separate cache folder.
use_cache() {
    rm -rf "build/ci/cache-$1"
    export CROSSLANE_CACHE_DIR=$PWD/build/ci/cache-$1
    export OMP_WAIT_POLICY=passive # spinning threads take a processor from the compilers beside them
}

# every_other WIDTHS: every second power of two in the list, from the first on.
every_other() {
    case ${1%%,*} in
    1 | 4 | 16 | 64) echo 1,4,16,64 ;;
    *) echo 2,8,32,128 ;;
    esac
}

# implementation LABEL WIDTHS [WIDTH]: tests only the environment's driver: every operation of the layer at every
# other width, with one type per width; plans and references; every operation and type at WIDTH, if given; known driver
# defects.
implementation() {
    local label=$1 widths=$2 width=${3:-} area areas='ops_full breach mask header guard plan lerp spheres histogram'
    use_cache "$label"
    [[ $label != PoCL-3.1 ]] || areas=ops_full
    for area in $areas; do
        CROSSLANE_TEST_WIDTHS=$(every_other "$widths") build/release/crosslane_tests "$area"
    done
    [ -z "$width" ] ||
        build/release/crosslane probe --width "$width" --quiet --label "$label" --force --json "$support/$label-probe.json"
    build/release/crosslane_defects --label "$label" tests/drivers/defects > "$support/$label-defects.json"
}

# pairs LABEL WIDTHS: every two values of a quarter of the algorithms at WIDTHS; the commit draws the quarter.
pairs() {
    use_cache "$1"
    "${verify:-verify_pairs}" "$1" "$2"
}

# whole_product LABEL: everything crossed with everything. Run it by hand; it takes hours. Two commands per processor
# share the rows, because PoCL also waits for a linker. CI_PART=3/8: the third of eight parts of the rows.
whole_product() {
    local part=${CI_PART:-1/1} shares status=0 s running=()
    shares=$((2 * $(nproc)))
    use_cache "$1"
    CROSSLANE_TEST_OPS=all build/release/crosslane_tests ops_full
    for ((s = 1; s <= shares; s++)); do
        build/release/crosslane verify --level full --width all --part "$(((${part%/*} - 1) * shares + s))/$((${part#*/} * shares))" \
            --quiet --label "$1" --force --json "$support/$1-full-$s.json" > "$support/$1-full-$s.log" &
        running+=($!)
    done
    for ((s = 1; s <= shares; s++)); do
        wait "${running[s - 1]}" || status=$?
        cat "$support/$1-full-$s.log"
    done
    return "$status"
}

# About 275 MB of wheels, kept in a cache outside the clone.
intel_runtime() {
    local venv=$cache/intel
    if [ ! -e "$venv/lib/libintelocl.so" ]; then
        rm -rf "$venv"
        mkdir -p "$cache"
        python3 -m venv "$venv"
        retry 3 "$venv/bin/pip" install --quiet intel-opencl-rt intel-cmplr-lib-rt
    fi
    "$venv/bin/python" -c 'import pyopencl, numpy' || retry 3 "$venv/bin/pip" install --quiet pyopencl numpy # for docs/examples
    mkdir -p "$venv/icd" "$venv/both"
    echo "$venv/lib/libintelocl.so" | tee "$venv/icd/intel.icd" "$venv/both/intel.icd"
    cp /etc/OpenCL/vendors/pocl.icd "$venv/both/"
    OCL_ICD_VENDORS=$venv/icd LD_LIBRARY_PATH=$venv/lib build/release/crosslane devices
    echo "1 passed, 0 failed"
}

with_intel() {
    OCL_ICD_VENDORS=$cache/intel/icd LD_LIBRARY_PATH=$cache/intel/lib "$@"
}

# khr NUMBER WORD...: `verify WORD...` with the backend whose width the compiler chooses. NUMBER names the results file.
khr() {
    with_intel build/release/crosslane verify "${@:2}" --seed "$(pairs_seed)" --quiet --backend khr --label Intel-CPU-runtime --force \
        --json "$support/Intel-CPU-runtime-khr-$1.json"
}

pocl_3_1() {
    implementation PoCL-3.1 "$(drawn_width 2)"
    pairs PoCL-3.1 "$(drawn_width 2)"
}

# against_numpy WIDTH: two random problems of each of these algorithms, one strategy each, drawn by the commit.
against_numpy() {
    "$cache/intel/bin/python" tests/independent/check_exec.py build/release/crosslane --count 2 --seed "$(pairs_seed)" \
        --width "$1" quad mips exposure branch elect groupcache match lights4 objects scalarize dispatch balance minmax tilelights normal24 probes sort topk runs segments reduce expand
}

# The standard backend requests a width from the compiler; intel_khr takes the compiler's choice.
intel_cpu() {
    with_intel implementation Intel-CPU-runtime "$(drawn_width 4)" 16
}

intel_pairs() {
    with_intel pairs Intel-CPU-runtime "$(drawn_width 4)"
    with_intel build/release/crosslane verify probes/waterfall --seed "$(pairs_seed)" --width "$(drawn_width 4)" --quiet \
        --label Intel-CPU-runtime --force --json "$support/Intel-CPU-runtime-waterfall.json"
    with_intel against_numpy "$(drawn_width 4)"
}

# One or two strategies for each method of exchange between lanes, because only the backend differs. Scans with the
# fewest elements per work-item compile in half the time.
intel_khr() {
    use_cache Intel-CPU-runtime-khr
    khr 1 lerp/prefix lerp/affine spheres/deferred spheres/cull histogram/match_local quad/shuffle
    khr 2 reduce/tree reduce/butterfly reduce/builtin match/layer match/ballot --set type=u32,f64
    khr 3 scan/kogge_stone scan/builtin --set type=u32,f64 --set items=4
    khr 4 compact/group --set type=u32
}

with_both() {
    OCL_ICD_VENDORS=$cache/intel/both LD_LIBRARY_PATH=$cache/intel/lib "$@"
}

# Intel's platform, which lists no device here, precedes PoCL's in the loader's list.
with_no_device_first() {
    local folder=$PWD/build/ci/no-device-first
    mkdir -p "$folder"
    cp /etc/OpenCL/vendors/pocl.icd "$folder/pocl.icd"
    echo "$PWD/build/release/tests/drivers/fake/libfake_driver.so" > "$folder/z.icd" # Khronos' loader reads it first
    OCL_ICD_VENDORS=$folder FAKE_DRIVER=devices=none FAKE_DRIVER_REAL=$cache/intel/lib/libintelocl.so \
        LD_LIBRARY_PATH=$cache/intel/lib "$@"
}

# A second driver without a platform, like Intel's for GPUs on a machine without one: listing and choosing devices.
empty_driver() {
    local folder=$PWD/build/ci/empty-driver pocl=/etc/OpenCL/vendors/pocl.icd
    mkdir -p "$folder"
    cp "$pocl" "$folder/pocl.icd"
    echo "$PWD/build/release/tests/drivers/fake/libfake_driver.so" > "$folder/empty.icd"
    OCL_ICD_VENDORS=$folder FAKE_DRIVER=platforms=none FAKE_DRIVER_REAL=$(head -n 1 "$pocl") \
        ctest --preset full --verbose --tests-regex '^(cli|columns|drivers|examples)$'
    # Planted: the second driver has a device that cannot be used.
    if OCL_ICD_VENDORS=$folder FAKE_DRIVER=name=none FAKE_DRIVER_REAL=$(head -n 1 "$pocl") \
        build/release/crosslane_tests columns > "$folder/log" 2>&1; then
        echo "a device that cannot be used is not noticed"
        return 1
    fi
    grep -m 1 ':F:columns:.* expected 0' "$folder/log"
    echo "1 passed, 0 failed"
}

# Only tests that need two vendors in one process or run.
two_vendors() {
    with_both build/release/crosslane_tests together
    with_both build/release/crosslane_tests plan
    with_both "$cache/intel/bin/python" tests/python/check.py --whole
    tests/docs/examples.sh build/release "$cache/intel/bin/python"
    with_intel tests/docs/examples.sh build/release "$cache/intel/bin/python"
    with_no_device_first tests/docs/examples.sh build/release "$cache/intel/bin/python"
    with_intel tests/docs/stories/run.sh build/release # the cell `lessons` has them on PoCL
    with_both build/release/crosslane run spheres/naive spheres/deferred --device all --quiet --force --out-dir build/ci/both
    build/release/check_results build/ci/both/results.json
}

# ---- Debian 13 in a separate root -------------------------------------------------------------------------

# The bare root is made once and kept; trials use a copy.
bare=$cache/debian13
trial=$cache/debian13-trial

# A killed run may have left processes in the trial.
evict() {
    local process
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/root" || true)" != "$trial" ] || kill -9 "${process#/proc/}" || true
    done
}

# bare_root FOLDER SUITE OPTION...: a bare Debian in a folder, made once for all cells.
bare_root() {
    [ "$(id -u)" -eq 0 ] || cannot_run "a root folder of another system needs root"
    unshare --mount true || cannot_run "this machine gives no mounts of one's own"
    mkdir -p "$cache"
    (
        flock 9
        [ ! -e "$1/etc/debian_version" ] || exit 0
        rm -rf "$1.part"
        retry 3 debootstrap --variant=minbase "${@:3}" "$2" "$1.part"
        mv "$1.part" "$1"
    ) 9> "$1.lock"
}

# in_root FOLDER SCRIPT: in the system in a folder. The mounts end with the process.
in_root() {
    # shellcheck disable=SC2016 # the inner shell's own words
    unshare --mount bash -euc '
        mount -t proc proc "$1/proc"
        mount -t sysfs sys "$1/sys"
        mount --rbind /dev "$1/dev"
        exec chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 ${http_proxy:+http_proxy="$http_proxy"} \
            DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$2"' enter "$1" "$2"
}

make_debian13() {
    bare_root "$bare" trixie
    evict
    rm -rf "$trial"
    cp -a "$bare" "$trial"
    mkdir -p "$trial/srv/crosslane"
    git archive HEAD | tar x -C "$trial/srv/crosslane"
}

# in_debian13 SCRIPT: in the trial, in the project's folder.
in_debian13() {
    in_root "$trial" "cd /srv/crosslane; $1"
}

debian13() {
    make_debian13
    # Later cells need the tests too, which quickstart.sh builds only for itself.
    in_debian13 '. .ci/cells.sh; . .ci/matrix.sh; twice ./quickstart.sh && echo "1 passed, 0 failed"
        retry 3 apt-get -q install -y --no-install-recommends check && build release'
}

# The quick tests, and longer ones that depend on the system and its kernel compiler.
debian13_tests() {
    need_debian13
    in_debian13 'ctest --preset quick --verbose
        CROSSLANE_CACHE_DIR= ctest --preset full --verbose --tests-regex "^(breaks_full|check_kernels|check_tool|counts|drivers|exposure|level|normal24_host|parts|planted_exports|run_lengths|same_bits|segments|standard_names|topk)$"'
}

need_debian13() {
    [ -x "$trial/srv/crosslane/build/release/crosslane" ] || cannot_run "its root was not made"
}

# drawn_in_debian13 PREPARATION COMMAND...: runs both in the trial and copies the results out. PREPARATION is shell code
# that chooses the driver.
drawn_in_debian13() {
    need_debian13
    in_debian13 ". .ci/cells.sh; . .ci/matrix.sh; mkdir -p $support; export CROSSLANE_PAIRS_SEED=$(pairs_seed); $1; ${*:2}"
    cp "$trial/srv/crosslane/$support"/*.json "$support/"
}

# The compiler's width depends on the work-group: refused (3: nothing ran) or right, but not wrong.
pocl_6() {
    drawn_in_debian13 "build/release/crosslane verify lerp/deferred --seed $(pairs_seed) --backend khr --quiet || [ \$? -eq 3 ]" \
        implementation PoCL-6.0 "$(drawn_width 0)" 8
}

pocl_6_pairs() {
    drawn_in_debian13 verify=verify_twice pairs PoCL-6.0 "$(drawn_width 0)"
}

rusticl_driver="retry 3 apt-get -q install -y --no-install-recommends mesa-opencl-icd
    export RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=/etc/OpenCL/vendors/rusticl.icd"

# Its native width is 8.
rusticl() {
    drawn_in_debian13 "$rusticl_driver" implementation rusticl "$(drawn_width 6)" 8
}

rusticl_pairs() {
    drawn_in_debian13 "verify=verify_twice; $rusticl_driver" pairs rusticl "$(drawn_width 6)"
}

# whole_product_in_debian13 LABEL PREPARATION
whole_product_in_debian13() {
    need_debian13
    in_debian13 ". .ci/cells.sh; . .ci/matrix.sh; mkdir -p $support; $2; whole_product $1"
    cp "$trial/srv/crosslane/$support/$1"-full-*.json "$support/"
}

# The page of this run's results; docs/support.md is the same from recorded ones.
support_page() {
    build/release/crosslane_support "$support"/*.json > build/ci/support.md
    cat build/ci/support.md
    grep -Eq '^\| ([A-Z]|gfx|rusticl|stand-in)' build/ci/support.md
    echo "1 passed, 0 failed"
}
