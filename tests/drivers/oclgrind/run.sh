#!/bin/sh
# usage: run.sh BUILD FOLDER
# Runs every kernel on the interpreter Oclgrind. Empties FOLDER, then keeps reports and results there. There must be no
# data race, no read of unwritten memory, no access out of bounds, and no barrier reached by only part of a work-group.
# A planted kernel with each fault must be reported. Ends with "N passed, M failed" of the reports.
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

# For BOUNDS. Oclgrind ends with "Undefined external function" at intrinsics that it does not know. LLVM makes one when
# it inlines a function with `restrict` or a structure result (llvm.experimental.noalias.scope.decl), and one of `a > b
# ? a - b : 0` (llvm.usub.sat).
options='-cl-opt-disable -Drestrict= -Dinline=__attribute__((noinline))'

# simulate CHECK COMMAND OPTION...: runs at four lanes and prints Oclgrind's messages too. Bounds are always checked;
# BOUNDS checks nothing else. Buffers have no guards, which would hide an access just outside, and whose fill would hide
# a read of unwritten memory.
simulate() {
    check=$1
    shift
    set -- "$build/crosslane" "$@"
    [ "$check" != BOUNDS ] || set -- OCLGRIND_LOCAL_MEM_SIZE=65536 "OCLGRIND_BUILD_OPTIONS=$options" "$@"
    env OCL_ICD_VENDORS="$folder/driver" LD_PRELOAD="$memory" CROSSLANE_CACHE_DIR= CROSSLANE_COMPILERS=0 CROSSLANE_GUARD_BYTES=0 \
        OCLGRIND_MAX_ERRORS=20 "OCLGRIND_$check=1" timeout 1500 env "$@" --width 4 --timeout 900 --quiet 2>&1
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

# caught NAME CHECK PATTERN FILE SCRIPT NAME... OPTION...: a sed script must change the kernel file.
caught() {
    name=$1
    check=$2
    pattern=$3
    copy=$folder/planted/$1
    file=$copy/$4
    log=$folder/planted/$1.log
    "$build/crosslane" copy "${4%%/*}" "$copy" > /dev/null
    cp "$file" "$folder/planted/before.cl"
    sed -i "$5" "$file"
    shift 5
    simulate "$check" verify "$@" --kernel-dir "$copy" > "$log"
    ! cmp -s "$file" "$folder/planted/before.cl" && grep -E -m 1 "$pattern" "$log" | sed "s/^/caught $name: /" | grep .
    count $? "planted $name was not reported as $pattern"
}

# bounds ALGORITHM COMMAND...: clean under BOUNDS, if the algorithm is in this part.
part=${OCLGRIND_PART:-0/1} turn=0 looked_at=''
bounds() {
    turn=$((turn + 1))
    [ $(((turn - 1) % ${part#*/})) -eq "${part%/*}" ] || return 0
    looked_at="$looked_at $1"
    clean BOUNDS "$@"
}

# Every strategy of the checked algorithms has a right row in a log of bounds.
all_ran() {
    # shellcheck disable=SC2086 # words
    "$build/crosslane" list '*' | awk '/^[a-z]/ { sub(":.*", ""); algorithm = $1 } /^  [a-z]/ { named = $1 == "strategies" }
        named && /^    [a-z]/ && !/wrong on purpose/ && $1 != "auto" { print algorithm "/" $1 }' |
        grep -E "^($(echo $looked_at | tr ' ' '|'))/" | sort > "$folder/listed"
    awk '$6 == "ok" { print $1 }' "$folder"/BOUNDS-*.log | sort -u > "$folder/ran"
    [ -s "$folder/listed" ] && ! comm -23 "$folder/listed" "$folder/ran" | sed 's/^/missing: /' | grep .
    count $? "there are strategies that were not run"
}

verify="verify --max-launch 60"
spheres="--set points=9 --set spheres=21 --set channels=4"
for check in DATA_RACES UNINITIALIZED; do
    # When it checks unwritten memory, Oclgrind crashes in shared, and in private where that finds the buckets of 16
    # samples together. In split it stops at "Unsupported instruction": freeze, which LLVM makes of a quotient and its
    # remainder.
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
# Checks all strategies for accesses out of bounds, with one type and setting. OCLGRIND_PART=K/N takes every N-th
# algorithm from number K on, counted from 0.
# shellcheck disable=SC2086 # words
{
    bounds lanes $verify lanes --set n=37
    bounds reduce $verify reduce --set n=300 --set type=u32 --set operator=add
    bounds compact $verify compact --set n=300 --set type=u32 --set items=4 --set group=64 --set keep=above --set distribution=uniform
    bounds expand $verify expand --set n=37 --set type=u32 --set distribution=uniform
    bounds balance $verify balance --set segments=9 --set n=70
    bounds match $verify match --set n=70 --set type=u32 --set bits=4
    bounds groupcache $verify groupcache --set n=70 --set entries=33
    bounds minmax $verify minmax --set shape=19x17 --set encoding=direct --set rounding=nearest
    bounds quad $verify quad --set shape=19x17 --set channels=1
    bounds mips $verify mips --set shape=19x17 --set channels=1 --set filter=box
    bounds elect $verify elect --set group=16 --set n=7 --set rows=9 --set rounds=3
    bounds branch $verify branch --set n=70 --set rounds=3
    bounds lights4 $verify lights4 --set points=37 --set lights=7
    bounds scalarize $verify scalarize --set n=70 --set lights=7
    bounds dispatch $verify dispatch --set n=70 --set tile=64
    bounds probes $verify probes --set n=70 --set steps=10 --set operation=shuffle
    bounds sort $verify sort --set n=30,150 --set type=u32 --set items=4 --set group=32 --set digit=4 --set bits=9 --set value=u32 --set distribution=uniform
    # network sorts keys only, by all of their bits
    [ "${looked_at##* }" != sort ] ||
        clean BOUNDS sort_network $verify sort/network --set n=30,150 --set type=u32 --set group=32 --set value=none --set distribution=uniform
    bounds normal24 $verify normal24 --set n=70 --set form=unorm24
    bounds histogram $verify histogram --set n=300 --set buckets=16 --set function=identity --set type=u8 --set distribution=uniform
    bounds lerp $verify lerp --set carry=last --set n=37 --set rows=3 --set channels=4 --set distribution=uniform
    bounds spheres $verify spheres $spheres --set model=quadratic --set weights=pass --set layout=auto
    bounds scan $verify scan --set n=150 --set type=u32 --set operator=add --set kind=exclusive --set items=4 --set group=32
}
all_ran
histogram='histogram/global histogram/local --set n=300 --set distribution=single'
stable='compact/stable --set n=300 --set type=u32 --set keep=above --set threshold=10 --set distribution=uniform'
# shellcheck disable=SC2016,SC2086 # sed's own words; words
{
    caught race DATA_RACES 'data race' histogram/histogram.cl 's/atomic_inc(&\(counts\[[^]]*\]\))/\1++/' $histogram
    caught unwritten UNINITIALIZED '[Uu]ninitialized' histogram/histogram.cl 's/group_counts\[bucket\] = 0;/;/' $histogram
    caught divergent DATA_RACES '[Dd]ivergen' histogram/histogram.cl \
        '/group_counts\[bucket\] = 0;/{n;s/barrier/if (get_local_id(0) < 2) barrier/}' $histogram
    caught behind_local BOUNDS 'Invalid write of size 4 at local' histogram/histogram.cl \
        's/group_counts\[bucket\] = 0;/group_counts[bucket + 1] = 0;/' $histogram
    caught behind_scratch BOUNDS 'Invalid read of size 4 at global' compact/stable.cl \
        's/= offsets\[get_group_id(0)\]/= offsets[get_group_id(0) + get_num_groups(0)]/' $stable
}
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
