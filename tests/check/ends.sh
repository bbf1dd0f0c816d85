#!/bin/sh
# usage: ends.sh CROSSLANE
# Kills `crosslane check` while a kernel or a program runs: no process stays, and the next run removes the temporary
# folder. Then: programs that are not there.
set -u
crosslane=$1
if ! command -v clang-15 > /dev/null && ! command -v clang > /dev/null; then
    echo "skipped: no clang"
    exit 0
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export TMPDIR="$folder/tmp" CROSSLANE_CACHE_DIR="$folder/cache"
mkdir "$TMPDIR"
passed=0
failed=0
expect() { # TEXT STATUS
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "failed: $1"
    fi
}
# wait_for COMMAND...: until it succeeds; a minute at most.
wait_for() {
    for _ in $(seq 600); do
        "$@" && return 0
        sleep 0.1
    done
    return 1
}
child_of() { # PARENT NAME: the number of a child with that name
    for stat in /proc/[0-9]*/stat; do
        read -r id name _ parent _ < "$stat" 2> /dev/null && [ "$parent" = "$1" ] && [ "$name" = "($2)" ] && echo "$id" && return 0
    done 2> /dev/null
    return 1
}
has_child() { child_of "$1" "$2" > /dev/null; }
is_gone() { ! kill -0 "$1" 2> /dev/null || grep -qs "^State:.Z" "/proc/$1/status"; }
has_folder() { ls -d "$TMPDIR"/crosslane-check-* > /dev/null 2>&1; }
is_empty() { [ -z "$(ls -A "$TMPDIR")" ]; }

cat > "$folder/endless.cl" << 'KERNEL'
kernel void endless(global volatile uint *x) {
    while (x[0] == 0) x[1] = 1;
}
KERNEL
echo 'kernel void fine(global uint *x) { x[get_global_id(0)] = 1; }' > "$folder/fine.cl"

"$crosslane" check "$folder/endless.cl" --arg 'x=zeros:u32[2]' --local 1 --groups 1 > "$folder/out" 2>&1 &
parent=$!
wait_for has_child $parent crosslane-check
expect "a worker runs the endless kernel" $?
worker=$(child_of $parent crosslane-check)
kill -KILL $parent
wait_for is_gone "$worker"
expect "a worker ends with its parent" $?
has_folder
expect "a killed run leaves its folder" $?
"$crosslane" check "$folder/fine.cl" --arg 'x=zeros:u32[64]' --local 64 --groups 1 --width 8 > "$folder/out" 2>&1
expect "the next run works" $?
is_empty
expect "and leaves no temporary file: $(ls -A "$TMPDIR")" $?

"$crosslane" check "$folder/endless.cl" --arg 'x=zeros:u32[2]' --local 1 --groups 1 > "$folder/out" 2>&1 &
parent=$!
wait_for has_child $parent crosslane-check
kill -KILL "$(child_of $parent crosslane-check)"
wait $parent
[ $? -eq 6 ] && grep -q "worker was killed by signal 9" "$folder/out"
expect "a killed worker is one clear error: $(cat "$folder/out")" $?

"$crosslane" check --width 8 -- sleep 1000 > "$folder/out" 2>&1 &
parent=$!
wait_for has_child $parent sleep
expect "a program runs" $?
program=$(child_of $parent sleep)
kill -KILL $parent
wait_for is_gone "$program"
expect "a program ends with crosslane" $?
is_empty
expect "and leaves no temporary file" $?
"$crosslane" check --width 8 -- no-such-program > "$folder/out" 2>&1
[ $? -eq 2 ] && grep -q "no-such-program: no such program" "$folder/out"
expect "a program that is not there is bad usage: $(cat "$folder/out")" $?

CROSSLANE_CLANG=/bin/false "$crosslane" check "$folder/fine.cl" > "$folder/out" 2>&1
[ $? -eq 3 ] && grep -q "needs clang 15 or later: install the package clang-15" "$folder/out"
expect "a clang that does not run is one line: $(cat "$folder/out")" $?
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
