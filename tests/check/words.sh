#!/bin/sh
# usage: words.sh CROSSLANE
# What can be typed for a user's own kernel: `crosslane trace FILE.cl`, arrays from .npy files, sizes in several
# dimensions, a division by zero. Needs clang.
set -u
crosslane=$1
if ! command -v clang-15 > /dev/null && ! command -v clang > /dev/null; then
    echo "skipped: no clang"
    exit 0
fi
pictures=$(cd "$(dirname "$0")/../../docs/pictures" && pwd)
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export CROSSLANE_CACHE_DIR="$folder/cache" # else each process compiles the checking device's built-in functions
cd "$folder" || exit 1
passed=0
failed=0

# expect STATUS REGEX COMMAND...
expect() {
    status=$1
    text=$2
    shift 2
    "$crosslane" "$@" > out 2>&1
    got=$?
    if [ "$got" -eq "$status" ] && grep -qE -- "$text" out; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "crosslane $*: status $got, expected $status and: $text"
        cat out
    fi
}

# also REGEX: the last command printed this too.
also() {
    if grep -qE -- "$1" out; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "not printed: $1"
        cat out
    fi
}

cat > sums.cl << 'END'
kernel void sums(global const float *x, global float *y) {
    uint i = get_global_id(0);
    float v = sub_group_reduce_add(x[i]);
    for (uint d = 1; d < 3; ++d)
        v += sub_group_shuffle_xor(v, d);
    if (get_sub_group_local_id() % 2 == 0)
        y[i] = v + popcount(sub_group_ballot(x[i] > 2.0f).x);
}
END
words="--arg x=iota:f32[64] --arg y=zeros:f32[64] --local 8 --groups 8"
# shellcheck disable=SC2086 # words are several
expect 0 '^line 3: sub_group_reduce_add$' trace sums.cl $words
also '^  received +0 +1 +2 +3 +4 +5 +6 +7$'
also '^  returned +28 +28 +28 +28 +28 +28 +28 +28$'
also '^line 5: sub_group_shuffle_xor, time 2$'
also '^line 7: sub_group_ballot$'
also '^  received +0 +- +0 +- +1 +- +1 +-$'
also '^  returned +\. +- +\. +- +1 +- +1 +-$'
# shellcheck disable=SC2086
expect 0 '^  lane +2 +3$' trace sums.cl $words --width 4 --lanes 2-3
# shellcheck disable=SC2086
expect 2 'the sub-group has 4 lanes' trace sums.cl $words --width 4 --lanes 2-4
expect 0 'crosslane trace sums.cl --kernel sums --arg x=' trace sums.cl

# As Windows' editors save it.
printf '\357\273\277' | cat - sums.cl > marked.cl
# shellcheck disable=SC2086 # words are several
expect 0 '^line 3: sub_group_reduce_add$' trace marked.cl $words

cat > vector.cl << 'END'
kernel void vector(global float4 *y) {
    uint i = get_sub_group_local_id();
    y[get_global_id(0)] = sub_group_broadcast((float4)(i, 1.5f, 2.5f, -(float)i), 3);
}
END
expect 0 '^  returned\.w +-3 +-3 ' trace vector.cl --arg 'y=zeros:f32[64]' --local 8 --groups 1

# 8 numbers, 0 to 7, as uint32 in a .npy file.
{
    printf '\223NUMPY\001\000\166\000'
    printf '%-117s\n' "{'descr': '<u4', 'fortran_order': False, 'shape': (8,), }"
    for i in 0 1 2 3 4 5 6 7; do printf '%b\000\000\000' "\\000$i"; done
} > x.npy
cat > twice.cl << 'END'
kernel void twice(global const uint *x, global uint *y) {
    y[get_global_id(0)] = x[get_global_id(0) + 1] / x[get_global_id(0)];
}
END
expect 1 'line 2 divides an integer by zero' check twice.cl --arg x=x.npy --arg 'y=zeros:u32[8]' --local 1 --groups 1
sed 's|/ x|+ x|' twice.cl > sum.cl
# shellcheck disable=SC2016 # the backquotes are the message's
expect 1 '^out of bounds.* element 8 of `x`, which has 8 elements' check sum.cl --arg x=x.npy --arg 'y=zeros:u32[8]' --local 8 \
    --groups 1 --width 1
expect 2 'none.npy' check twice.cl --arg x=none.npy --arg 'y=zeros:u32[8]'

cat > prints.cl << 'END'
kernel void prints(global uint *y) {
    printf("%v4f|%v2d|%v3hlx|%5.1f|%d|%s|%%|%v8f|%ld|%v4hhu\n", (float4)(1, 2, 3, 4.5f), (int2)(-1, 7), (uint3)(10, 11, 12), 2.25f,
           -3, "text", (float8)(0, 1, 2, 3, 4, 5, 6, 7), 1L << 40, (uchar4)(1, 2, 3, 255));
    y[0] = 1;
}
END
expect 0 '^1.000000,2.000000,3.000000,4.500000\|-1,7\|a,b,c\|  2.2\|-3\|text\|%\|0.000000,1.*,7.000000\|1099511627776\|1,2,3,255$' \
    check prints.cl --arg 'y=zeros:u32[1]' --local 1 --groups 1 --width 1

cat > inlined.cl << 'END'
__attribute__((always_inline)) uint sum(uint v) {
    return sub_group_reduce_add(v);
}
kernel void inlined(global uint *y) {
    if (get_sub_group_local_id() > 0)
        y[get_global_id(0)] = sum(1);
}
END
expect 1 'line 2, called from line 6: only lanes 1-7 of 8 .*; lane 0 parted at the branch in line 5' check inlined.cl --arg 'y=zeros:u32[256]' --width 8

# A lane that is there, but in the other branch; past the last lane; below the first.
cat > neighbour.cl << 'END'
kernel void neighbour(global uint *y, uint how) {
    uint lane = get_sub_group_local_id(), v = lane;
    if (how == 0)
        v = lane == 0 ? 0 : sub_group_shuffle(lane, lane - 1);
    if (how == 1)
        v = sub_group_shuffle(lane, lane + 1);
    if (how == 2)
        v = sub_group_shuffle(lane, lane - 1);
    if (how == 3 && lane == 0)
        v = sub_group_broadcast(sub_group_broadcast(v, 0), 0);
    y[get_global_id(0)] = v;
}
END
neighbour() {
    expect 1 "$2" check neighbour.cl --arg 'y=zeros:u32[8]' --arg how="$1" --local 8 --groups 1 --width 8
    also '1 finding at 1 width$'
}
# shellcheck disable=SC2016 # the backquotes are the message's
{
    neighbour 0 'line 4: lane 1 reads lane 0, which does not call `sub_group_shuffle` here; they parted at the branch in line 4;'
    neighbour 1 'line 6: lane 7 reads lane 8 by `sub_group_shuffle`; lanes are 0 to 7;'
    neighbour 2 'line 8: lane 0 reads lane -1 by'
    neighbour 3 'line 10: only lane 0 of 8 reached `sub_group_broadcast`; lanes 1-7 parted at the branch in line 9'
}

# Where lanes of a sub-group parted.
cat > parted.cl << 'END'
static int is_low(uint lane) {
    return lane < 2 && lane >= 0;
}
kernel void parted(global uint *y, uint how) {
    uint lane = get_sub_group_local_id(), v = 1;
    if (how == 0 && is_low(lane))
        y[0] = sub_group_any(lane);
    for (uint i = 0; how == 1 && i < lane; ++i)
        v += sub_group_any(i);
    if (how == 2) {
        if (lane > 5)
            return;
        v = sub_group_any(v);
    }
    do {
        v += how == 3 ? sub_group_any(v) : 0;
    } while (how == 3 && v < lane);
    y[get_global_id(0)] = v;
}
END
words="check parted.cl --arg y=zeros:u32[256] --width 8 --schedules 1 --local 8 --groups 1 --arg"
# shellcheck disable=SC2086 # words are several
{
    expect 1 '^lanes missing.* line 7: only lanes 0-1 of 8 reached .*; lanes 2-7 parted at the branch in line 6$' $words how=0
    expect 1 '^lanes missing.* line 9: only lanes 1-7 of 8 reached .*; lane 0 parted at the branch in line 8$' $words how=1
    expect 1 '^lanes missing.* line 13: only lanes 0-5 of 8 reached .*; lanes 6-7 parted at the branch in line 11$' $words how=2
    expect 1 '^lanes missing.* line 16: only lanes .* of 8 reached .*; lanes .* parted at the branch in line 17$' $words how=3
}

cat > absent.cl << 'END'
uint absent(uint v);
kernel void uses(global uint *y) {
    y[get_global_id(0)] = absent(1);
}
END
# shellcheck disable=SC2016 # the backquotes are the message's
expect 1 'uses `absent`, which it does not define' check absent.cl --arg 'y=zeros:u32[256]' --width 8

cat > square.cl << 'END'
kernel void square(global uint *y) {
    y[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(1);
}
END
expect 0 ': 0 findings' check square.cl --arg 'y=zeros:u32[256]' --local 8x4 --groups 2x4
expect 1 'out of bounds' check square.cl --arg 'y=zeros:u32[255]' --local 8x4 --groups 2x4
expect 2 'is not understood' check square.cl --arg 'y=zeros:u32[256]' --local 64x64

if "$pictures/check.sh" "$crosslane" check.svg && cmp check.svg "$pictures/check.svg"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "bring the README's picture of a finding up to date: docs/pictures/check.sh $crosslane"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
