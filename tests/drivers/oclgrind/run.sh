#!/bin/sh
# usage: run.sh BUILD FOLDER
# Runs kernels on the interpreter Oclgrind, which finds data races and incomplete barriers. Empties FOLDER, then keeps
# logs and results there. Every row must be right without a report; two planted kernels must be reported.
set -u

build=$(CDPATH='' cd "$1" && pwd) || exit 2
folder=$2
passed=0
failed=0
driver=${OCLGRIND_DRIVER:-/usr/lib/oclgrind/liboclgrind-rt-icd.so}

rm -rf "$folder"
mkdir -p "$folder/driver"
folder=$(CDPATH='' cd "$folder" && pwd) || exit 2
echo "$driver" > "$folder/driver/oclgrind.icd"

# At four lanes, with Oclgrind's messages. Guards around buffers would hide an access just outside.
simulate() {
    env OCL_ICD_VENDORS="$folder/driver" CROSSLANE_CACHE_DIR= CROSSLANE_COMPILERS=0 CROSSLANE_GUARD_BYTES=0 \
        OCLGRIND_MAX_ERRORS=20 OCLGRIND_DATA_RACES=1 timeout 1500 "$build/crosslane" "$@" --width 4 --timeout 900 --quiet 2>&1
}

count() { # STATUS WHAT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2"
    fi
}

# clean NAME COMMAND OPTION...
clean() {
    log=$folder/$1.log
    name=$1
    shift
    simulate "$@" --label Oclgrind --force --json "$folder/Oclgrind-DATA_RACES-$name.json" > "$log"
    status=$?
    tail -n 40 "$log"
    count "$status" "$name ended with $status"
    ! grep -E 'data race|Invalid (read|write)|[Dd]ivergen' "$log" > /dev/null
    count $? "$name: something was reported"
}

# caught NAME PATTERN SCRIPT: histogram's kernels, changed by a sed script.
caught() {
    file=$folder/$1/histogram/histogram.cl
    "$build/crosslane" copy histogram "$folder/$1" > /dev/null
    cp "$file" "$folder/before.cl"
    sed -i "$3" "$file"
    simulate verify histogram/global histogram/local --set n=300 --set distribution=single --kernel-dir "$folder/$1" > "$folder/$1.log"
    ! cmp -s "$file" "$folder/before.cl" && grep -E -m 1 "$2" "$folder/$1.log" | sed "s/^/caught $1: /" | grep .
    count $? "planted $1 was not reported as $2"
}

verify="verify --max-launch 60"
# shellcheck disable=SC2016,SC2086 # sed's own words; words
{
    clean operations probe --backend local
    clean lerp $verify lerp/serial lerp/readlane lerp/prefix lerp/continued lerp/deferred lerp/affine lerp/split --set n=37 --set rows=3 --set channels=4 --set distribution=uniform
    clean spheres $verify spheres/naive spheres/continued spheres/deferred spheres/group spheres/shared --set points=9 \
        --set spheres=21 --set channels=4
    clean histogram $verify histogram --set n=300 --set buckets=16 --set distribution=uniform
    caught race 'data race' 's/atomic_inc(&\(counts\[[^]]*\]\))/\1++/'
    caught divergent '[Dd]ivergen' '/group_counts\[bucket\] = 0;/{n;s/barrier/if (get_local_id(0) < 2) barrier/}'
}
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
