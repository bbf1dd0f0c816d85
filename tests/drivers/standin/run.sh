#!/bin/sh
# usage: run.sh BUILD FOLDER
# Runs a backend on another device that emulates its built-ins (builtins.cl). Empties FOLDER, then keeps logs and the
# cache there. The loader must list one device with native sub-groups of 32 and 64 lanes. Each hardware generation runs
# the operation tests on native forms (none may be demoted), every strategy on small inputs, and planted faults, which
# must fail. `graphics` is Intel's backend as built for GPUs. Prints "N passed, M failed" of the planted faults.
set -u

build=$(CDPATH='' cd "$1" && pwd) || exit 2
folder=$2
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
kernels=$here/../../../kernels
passed=0
failed=0

rm -rf "$folder"
mkdir -p "$folder"
folder=$(CDPATH='' cd "$folder" && pwd) || exit 2
shim=$(find "$build" -name standin.so | head -n 1)
[ -n "$shim" ] || { echo "FAIL no standin.so under $build"; exit 1; }

on() {
    generation=$1
    shift
    CROSSLANE_STANDIN=$here/$generation.device CROSSLANE_CACHE_DIR=$folder/cache LD_PRELOAD=$shim "$@"
}

# operations GENERATION SUITE: no form may be demoted; operations that the hardware lacks must not compile.
operations() {
    CROSSLANE_TEST_NATIVE=$(backend_of "$1") on "$1" "$build/crosslane_tests" "$2" > "$folder/$1-$2.log" 2>&1
    status=$?
    grep -q ' demoted 0, ' "$folder/$1-$2.log" || status=1
    echo "$status" > "$folder/$1-$2.status"
}

backend_of() {
    case $1 in gfx*) echo amd ;; *) echo intel ;; esac
}

# One kind of sample is enough to test a backend.
histogram="--set type=f32 --set n=1000 --set function=even --set buckets=100 --set lower=-3.7 --set upper=201.1"

# algorithms GENERATION WIDTH: strategies with sub-groups, on a few blocks. Writes FOLDER/stand-in-*.json for
# docs/support.md.
algorithms() {
    n=0
    for line in \
        "lerp/readlane lerp/prefix lerp/continued lerp/deferred lerp/affine --set shape=3x200 --set channels=4 --set carry=ballot_uniform" \
        "spheres/continued spheres/deferred spheres/shared spheres/group --set shape=9x150 --set channels=3 --set model=quadratic --set items=2 --set weights=lane --set layout=runs --set per_sub_group=4" \
        "histogram/uniform histogram/privatised $histogram --set copies=3 --set copy_by=sub_group" \
        "histogram/match_local $histogram --set way=ballot,shuffle,waterfall"; do
        # shellcheck disable=SC2086 # words
        on "$1" "$build/crosslane" verify $line --backend amd --width "$2" --quiet --label "stand-in-$1" \
            --force --json "$folder/stand-in-$1-$2-$((n += 1)).json" || echo "FAIL verify $line"
    done > "$folder/$1-$2.log" 2>&1
    ! grep -q '^FAIL' "$folder/$1-$2.log"
    echo "$?" > "$folder/$1-$2.status"
}

# plant NAME GENERATION FILE SCRIPT [SUITE]: operation tests on the layer with a file that a sed script must change.
plant() {
    changed=$folder/planted-$1-$2
    mkdir -p "$changed/$(dirname "$3")"
    sed "$4" "$kernels/$3" > "$changed/$3"
    cmp -s "$changed/$3" "$kernels/$3" && return
    [ -n "${5:-}" ] || export CK_RUN_CASE='chosen operations on every device'
    CROSSLANE_TEST_NATIVE=$(backend_of "$2") CROSSLANE_TEST_KERNELS=$changed \
        on "$2" "$build/crosslane_tests" "${5:-ops}" > "$changed/log" 2>&1
    unset CK_RUN_CASE
}
amd=sg/backends/sg_amd.h
halves=sg/operations/sg_halves.h

# 64-bit reductions by words, and planted faults.
by_words() {
    export CROSSLANE_TEST_OPS='reduce_*'
    operations graphics ops_full
    CROSSLANE_TEST_OPS=reduce_add
    plant no_carry graphics $halves 's/sg_high + sg_carry/sg_high/' ops_full
    CROSSLANE_TEST_OPS=reduce_min
    plant unsigned_order graphics $halves 's/ORDER(long, int,/ORDER(long, uint,/' ops_full
    plant all_lower_words graphics $halves 's/sg_mine == sg_best ? \(.*\) : .*;/\1;/' ops_full
    unset CROSSLANE_TEST_OPS
}

{
    operations gfx9 ops_full
    operations gfx11 ops
    algorithms gfx9 64
    algorithms gfx10 32
    plant mask_cut gfx9 $amd 's/((sg_mask)__builtin_amdgcn_uicmp(\(.*\)))$/((sg_mask)(uint)__builtin_amdgcn_uicmp(\1))/'
    plant permute_by_lane gfx9 $amd 's/(int)((i) << 2)/(int)(i)/'
    plant lane_of_half gfx11 $amd 's/__builtin_amdgcn_mbcnt_hi(~0u, \(.*\))$/\1/'
} &
{
    by_words
    operations gfx10 ops_full
    algorithms gfx10 64
    algorithms gfx11 64
    plant permute_across_halves gfx10 $amd 's/^#if SG_WIDTH == 32 || defined(__GFX8__)/#if 1 || defined(__GFX8__)/'
    plant own_half gfx11 $amd 's/((sg_i ^ sg_me) \& 32u) != 0/(sg_i \& 32u) != 0/'
} &
wait

for status in "$folder"/*.status; do
    log=${status%.status}.log
    echo "== $(basename "${log%.log}")"
    grep -vE '^Running suite' "$log"
    [ "$(cat "$status")" -eq 0 ] || failed=$((failed + 1))
done
for changed in "$folder"/planted-*; do
    if grep -m 1 -E 'demoted: |WRONG: ' "$changed/log" > "$changed/seen"; then
        sed "s/^ */caught $(basename "$changed"): /" "$changed/seen"
        passed=$((passed + 1))
    else
        echo "FAIL $(basename "$changed") was not seen:"
        tail -n 5 "$changed/log" || echo "nothing was changed"
        failed=$((failed + 1))
    fi
done
[ "$passed" -eq 8 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
