#!/bin/bash
# usage: kill.sh BUILD [--times N] [--seed N] (default: 40 times, a seed that is printed). Kills runs with a random
# signal, process and moment. Written data must be valid, no process may outlive the run, and the next run with the same
# cache must equal a first one.
set -u
build=$(cd "$1" && pwd) || exit 2
shift
times=40
seed=$((RANDOM * 32768 + RANDOM))
while [ $# -gt 0 ]; do
    case $1 in
    --times) times=$2 && shift 2 ;;
    --seed) seed=$2 && shift 2 ;;
    *) exit 2 ;;
    esac
done
echo "kill: seed $seed"
RANDOM=$((seed % 32768))
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
passed=0
failed=0
real=$(sed -n 1p /etc/OpenCL/vendors/*.icd 2> /dev/null | head -n 1)
if [ ! -f "$build/tests/drivers/fake/alone/fake.icd" ] || [ -z "$real" ]; then
    echo "skipped: no driver for the fake one to wrap"
    exit 0
fi
# A sub-group extension makes it probe. The last strategy hangs, and the driver starts a compiler that does not end.
export OCL_ICD_VENDORS=$build/tests/drivers/fake/alone FAKE_DRIVER_REAL=$real FAKE_DRIVER=sub-groups=none OMP_NUM_THREADS=1
export TMPDIR=$place/tmp CROSSLANE_CACHE_DIR=$place/cache
words="verify lerp/serial lerp/prefix lerp/affine --device 0 --width 4,8 --set shape=3x20 --set channels=1,2 --quiet"

# A results file's content without values that differ between runs.
essence() { grep '^{"kind"' "$1" | grep -oE '"(status|strategy|backend|width_requested|checksum)":("[^"]*"|[0-9]*)' | tr '\n' ' '; }

# process OF: the parent or its worker.
process() { if [ "$1" = parent ]; then echo "$pid"; else pgrep -P "$pid" | head -n 1; fi; }

start=$(date +%s%N)
mkdir -p "$TMPDIR"
# shellcheck disable=SC2086 # words
"$build/crosslane" $words --json "$place/fresh.json" > "$place/text" 2>&1 || { cat "$place/text" && echo "0 passed, 1 failed" && exit 1; }
length=$((($(date +%s%N) - start) / 1000000)) # milliseconds
fresh=$(essence "$place/fresh.json")
# The memory may depend on other programs. A killed trial is made again.
devices() { "$build/crosslane" devices 2>&1 | sed '/^ *memory /d; s/[0-9]* gave up/N gave up/'; }
devices > "$place/devices"

complain() { # WHAT
    failed=$((failed + 1))
    echo "kill: number $number, $signal to the $who after $after ms: $1"
}

# Processes of the run; a folder in their environment identifies workers.
remaining() {
    pgrep -f -- "$place/killed.json|--worker (work|enumerate)" | while read -r one; do
        grep -qzx "TMPDIR=$place/tmp" "/proc/$one/environ" 2> /dev/null && echo "$one"
    done
}

# The remaining processes: state, place in the kernel, threads, age, parent.
outliving() {
    remaining | head -n 3 | while read -r left; do
        ps -o pid=,ppid=,stat=,wchan=,nlwp=,etimes= -p "$left" | tr -s ' '
        tr '\0' ' ' < "/proc/$left/cmdline" | grep -o -- '--worker.*' | cut -c 1-80
    done | tr '\n' ';'
}

check() {
    # Waits ten seconds: on a busy machine the processes may still be starting.
    for _ in {1..50}; do
        [ -n "$(remaining)" ] || break
        sleep 0.2
    done
    [ -z "$(remaining)" ] || { complain "a process outlives it: $(outliving)" && return; }
    if [ -e "$place/killed.json" ]; then
        "$build/check_results" "$place/killed.json" 2> "$place/text" || { complain "$(cat "$place/text")" && return; }
        case $fresh in
        "$(essence "$place/killed.json" | sed 's/"status":"error".*//')"*) ;;
        *) complain "rows that a whole run has otherwise" && return ;;
        esac
    fi
    # shellcheck disable=SC2086
    "$build/crosslane" $words --json "$place/next.json" > "$place/text" 2>&1 || { complain "the next run: $(tail -n 2 "$place/text")" && return; }
    [ "$(essence "$place/next.json")" = "$fresh" ] || { complain "the next run differs from a first one" && return; }
    devices > "$place/text"
    cmp -s "$place/text" "$place/devices" || { complain "the device is another: $(diff "$place/text" "$place/devices" | head -n 3)" && return; }
    [ -z "$(find "$place" -name '.crosslane-*' -o -name '*.tmp' -o -name 'crosslane-*')" ] ||
        { complain "left: $(find "$place" -name '.crosslane-*' -o -name '*.tmp' -o -name 'crosslane-*' | head -n 3 | tr '\n' ' ')" && return; }
    passed=$((passed + 1))
}

signals=(INT TERM HUP KILL)
for ((number = 1; number <= times; number++)); do
    signal=${signals[RANDOM % 4]}
    who=parent
    [ $((RANDOM % 3)) -ne 0 ] || who=worker
    after=$((RANDOM % length))
    rm -rf "$place/cache" "$place/killed.json" "$place/next.json"
    # An ignored interrupt would prove nothing.
    # shellcheck disable=SC2086
    FAKE_DRIVER=$FAKE_DRIVER,child=$place/child,hang-launch=lerp_affine "$build/crosslane" $words --timeout 60 \
        --json "$place/killed.json" > "$place/killed.text" 2>&1 &
    pid=$!
    sleep "$((after / 1000)).$(printf %03d $((after % 1000)))"
    target=$(process "$who")
    [ -z "$target" ] || kill -"$signal" "$target" 2> /dev/null
    if [ "$who" = worker ]; then # the parent starts another worker, and would go on: it is interrupted
        sleep 0.3
        kill -INT "$pid" 2> /dev/null
    fi
    wait "$pid" 2> /dev/null
    check
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
