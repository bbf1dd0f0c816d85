#!/bin/sh
# usage: tool.sh CROSSLANE
# `--device check`: verify, exec, trace and learn run kernels on the checking device, and a finding makes the result
# wrong. Commands that time or list all devices never choose it. Needs clang.
set -u
crosslane=$1
exercises=$(dirname "$0")/../../docs/exercises
if ! command -v clang-15 > /dev/null && ! command -v clang > /dev/null; then
    echo "skipped: no clang"
    exit 0
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export CROSSLANE_CACHE_DIR="$folder/cache" # else each process compiles the checking device's built-in functions
exercises=$(cd "$exercises" && pwd)
cd "$folder" || exit 1
passed=0
failed=0

# expect STATUS TEXT COMMAND...
expect() {
    status=$1
    text=$2
    shift 2
    "$crosslane" "$@" > out 2>&1
    got=$?
    if [ "$got" -eq "$status" ] && grep -qF -- "$text" out; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "crosslane $*: status $got, expected $status and: $text"
        cat out
    fi
}

# without TEXT COMMAND...
without() {
    text=$1
    shift
    "$crosslane" "$@" > out 2>&1
    if grep -qF -- "$text" out; then
        failed=$((failed + 1))
        echo "crosslane $*: printed: $text"
        cat out
    else passed=$((passed + 1)); fi
}

"$crosslane" copy lanes mine > out 2>&1
sed '/sg_reduce_add(sg, value)/{
s/value)/value + seen - n)/
i\    __local uint seen; if (get_local_id(0) == 0) seen = n;
}' mine/lanes/lanes.cl > changed && cp changed mine/lanes/lanes.cl
line=$(grep -n 'seen - n' mine/lanes/lanes.cl | cut -d: -f1)
found="race, kernel lanes_sum, width 8: line $line of lanes.cl reads"
{
    printf '\223NUMPY\001\000\166\000'
    printf '%-117s\n' "{'descr': '<u4', 'fortran_order': False, 'shape': (64,), }"
    head -c 256 /dev/zero
} > x.npy

expect 0 "1 ok, 0 wrong" verify lanes/sum --device check --width 8
expect 1 "$found" verify lanes/sum --device check --width 8 --kernel-dir mine
expect 1 "$found" trace lanes/sum --device check --width 8 --kernel-dir mine
expect 1 "$found" exec lanes/sum --in x=x.npy --out y=y.npy --device check --width 8 --kernel-dir mine
if [ -e y.npy ]; then
    echo "exec wrote y.npy in spite of a finding"
    failed=$((failed + 1))
fi
expect 0 "checked" exec lanes/sum --in x=x.npy --out y=y.npy --device check --width 8
expect 1 '"kind":"race"' verify lanes/sum --device check --width 8 --kernel-dir mine --json -

# A user's kernel is checked too: a shuffle that lanes past the end do not reach.
"$crosslane" copy lanes apart > out 2>&1
sed 's/const uint next = sg_shuffle/uint next = 0; if (i < n) next = sg_shuffle/' apart/lanes/lanes.cl > changed &&
    cp changed apart/lanes/lanes.cl
line=$(grep -n 'if (i < n) next' apart/lanes/lanes.cl | cut -d: -f1)
expect 1 "lanes/shuffle: the checking device finds:" verify lanes/shuffle --width 8 --kernel-dir apart
expect 1 "here; they parted at the branch in line $line of lanes.cl" verify lanes/shuffle --width 8 --kernel-dir apart
if [ "$(grep -c "lane index: .*line $line of lanes.cl" out)" != 1 ]; then
    echo "one mistake in line $line is not told once:"
    cat out
    failed=$((failed + 1))
fi

# The order of work-items may decide which elements a short array keeps, but not a sum.
"$crosslane" copy lanes late > out 2>&1
sed 's/y\[i\] = sum/atomic_xchg(\&y[i % 8], sum)/' "$folder/late/lanes/lanes.cl" > changed && cp changed late/lanes/lanes.cl
export CROSSLANE_CHECK_SCHEDULES=4
expect 0 "5 ok, 0 wrong" verify compact/atomic --device check --set type=u32 --set n=5000 --set capacity=100 --set distribution=uniform
expect 0 "ok, 0 wrong, 0 failed" verify sort/onesweep_stalled --device check --width 4 --set type=u32 --set n=5000 --set distribution=uniform
expect 1 "depends on the schedule, kernel lanes_sum" verify lanes/sum --device check --width 8 --kernel-dir late
CROSSLANE_CHECK_STEPS=120000 expect 0 "1 ok, 0 wrong" verify lanes/sum --device check --width 8
unset CROSSLANE_CHECK_SCHEDULES

"$crosslane" learn 16 > out 2>&1
cp "$exercises/16-work-group/wrong_no_barrier.cl" crosslane-learn/16-work-group.cl
expect 1 "race: line 11" learn check 16 --device check
cp "$exercises/16-work-group/solution.cl" crosslane-learn/16-work-group.cl
expect 0 "is right" learn check 16 --device check
# Executed operations of the sub-group are counted, without those by which the layer measures the width.
expect 0 '"collectives": 88' learn check 16 --device check --json -
"$crosslane" learn 24 > out 2>&1
cp "$exercises/24-own-place/solution.cl" crosslane-learn/24-own-place.cl
expect 0 '"collectives": 0' learn check 24 --device check --json -

for command in run bench tune "inspect lanes"; do
    # shellcheck disable=SC2086 # a command and its name
    expect 2 "does not take the checking device" $command --device check
done
expect 0 "crosslane checking device" devices --device check
without "checking device" devices
without "checking device" devices --device all
expect 0 "" verify lanes/sum --width 8 --device cpu --device check
without "checking device" verify lanes/sum --width 8 --device cpu
mkdir bare
for command in grep cat; do ln -s "$(command -v $command)" bare; done
PATH=$folder/bare expect 3 "install the package clang-15" verify lanes/sum --device check

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
