#!/bin/sh
# Runs every kernel on Oclgrind, which interprets them: `run.sh BUILD FOLDER`. BUILD is a build folder, FOLDER is
# emptied and keeps reports and results. Nothing may be raced for, read before it was written, read or written out of
# bounds, and no barrier be met by a part of a work-group. Then a kernel with each of these faults, which has to be
# reported. Ends with "N passed, M failed" of the reports; rows of verify count as it prints them.
set -u

build=$(CDPATH='' cd "$1" && pwd) || exit 2
folder=$2
passed=0
failed=0
driver=${OCLGRIND_DRIVER:-/usr/lib/oclgrind/liboclgrind-rt-icd.so}
memory=$(find "$build" -name oclgrind_memory.so | head -n 1)
[ -n "$memory" ] || { echo "FAIL no oclgrind_memory.so under $build"; exit 1; }

rm -rf "$folder"
mkdir -p "$folder/driver" "$folder/planted"
folder=$(CDPATH='' cd "$folder" && pwd) || exit 2
echo "$driver" > "$folder/driver/oclgrind.icd"

# simulate CHECK COMMAND OPTION...: at four lanes, with what Oclgrind says. Without guards: they would hide what is just
# outside of a buffer, and their fill what was never written.
simulate() {
    check=$1
    shift
    env OCL_ICD_VENDORS="$folder/driver" LD_PRELOAD="$memory" CROSSLANE_CACHE_DIR= CROSSLANE_GUARD_BYTES=0 OCLGRIND_MAX_ERRORS=20 \
        "OCLGRIND_$check=1" timeout 300 "$build/crosslane" "$@" --width 4 --quiet 2>&1
}

count() { # STATUS WHAT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2"
    fi
}

reports() { # FILE
    grep -E 'data race|Invalid (read|write)|[Dd]ivergen|[Uu]ninitialized' "$1"
}

# clean CHECK NAME COMMAND OPTION...: every row is right, and nothing is reported.
clean() {
    log=$folder/$1-$2.log
    check=$1
    name=$2
    shift 2
    simulate "$check" "$@" --label Oclgrind --force --json "$folder/Oclgrind-$check-$name.json" > "$log"
    status=$?
    tail -n 40 "$log"
    count "$status" "$name under $check ended with $status"
    ! reports "$log" > /dev/null
    count $? "$name: something was reported under $check"
}

# caught NAME CHECK PATTERN SCRIPT: histogram changed by a sed script, which has to change something.
caught() {
    copy=$folder/planted/$1
    log=$folder/planted/$1.log
    "$build/crosslane" copy histogram "$copy" > /dev/null
    cp "$copy/histogram/histogram.cl" "$folder/planted/before.cl"
    sed -i "$4" "$copy/histogram/histogram.cl"
    simulate "$2" verify histogram/global histogram/local --set n=300 --set distribution=single --kernel-dir "$copy" > "$log"
    ! cmp -s "$copy/histogram/histogram.cl" "$folder/planted/before.cl" && grep -E -m 1 "$3" "$log" | sed "s/^/caught $1: /" | grep .
    count $? "planted $1 was not reported as $3"
}

verify="verify --max-launch 60"
spheres="--set points=9 --set spheres=21 --set channels=4"
for check in DATA_RACES UNINITIALIZED; do
    # When it looks for unwritten memory Oclgrind ends with a segmentation fault in shared, and in private where it finds the
    # buckets of 16 samples at once; and in split at an instruction that it does not know (freeze, which LLVM makes of a
    # quotient and its remainder): "Unsupported instruction".
    if [ "$check" = DATA_RACES ]; then
        shared=spheres/shared split=lerp/split histogram=histogram
    else
        shared='' split=''
        histogram='histogram/global histogram/local histogram/match_global histogram/match_local'
        histogram="$histogram histogram/privatised histogram/uniform histogram/runs histogram/ranges"
    fi
    # shellcheck disable=SC2086 # words
    {
        clean "$check" operations probe --backend local
        clean "$check" lerp $verify lerp/serial lerp/readlane lerp/prefix lerp/continued lerp/deferred lerp/affine $split \
            --set n=37 --set rows=3 --set channels=4 --set distribution=uniform
        clean "$check" spheres $verify spheres/naive spheres/continued spheres/deferred spheres/group $shared $spheres
        clean "$check" histogram $verify $histogram --set n=300 --set buckets=16 --set distribution=uniform
    }
done
# shellcheck disable=SC2016 # sed's own words
{
    caught race DATA_RACES 'data race' 's/atomic_inc(&\(counts\[[^]]*\]\))/\1++/'
    caught unwritten UNINITIALIZED '[Uu]ninitialized' 's/group_counts\[bucket\] = 0;/;/'
    caught divergent DATA_RACES '[Dd]ivergen' '/group_counts\[bucket\] = 0;/{n;s/barrier/if (get_local_id(0) < 2) barrier/}'
}
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
