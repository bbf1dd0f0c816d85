#!/bin/bash
# In each run one call fails, or a worker is killed at a file call. The remaining data must be right, or reported as
# wrong.
#
#   tests/hostile/torture/run.sh BUILD [--runs N] [--part I/N] [--seed N] [--command NAME]... [KIND...]
#
# KIND: parent-memory parent-files worker-memory worker-files worker-kills opencl, of the command; client-memory
# client-files client-opencl, of a program that uses the library (client.c). NAME: devices verify stream bench run exec
# probe. The default is all; with sanitizers in BUILD only the client kinds run. --runs: how many for every command and
# kind (default 6), from the seed on, which is printed. 0: every call. stacks: the first, second and last call of each
# distinct call stack (stacks.h), not for client-*. --part: every N-th of these, from the I-th on.
set -u
build=$(cd "$1" && pwd) || exit 2
shift
runs=6
part=1/1
seed=$((RANDOM * 32768 + RANDOM))
kinds=()
names=()
while [ $# -gt 0 ]; do
    case $1 in
    --runs) runs=$2 && shift 2 ;;
    --part) part=$2 && shift 2 ;;
    --seed) seed=$2 && shift 2 ;;
    --command) names+=("$2") && shift 2 ;;
    *) kinds+=("$1") && shift ;;
    esac
done
if [ ${#kinds[@]} -eq 0 ]; then
    kinds=(client-memory client-files client-opencl)
    [ ! -e "$build/tests/hostile/torture/libtorture_inject.so" ] ||
        kinds=(parent-memory parent-files worker-memory worker-files worker-kills opencl "${kinds[@]}")
fi
[ ${#names[@]} -gt 0 ] || names=(devices verify stream bench run exec probe)
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
passed=0
failed=0
echo "torture: seed $seed"

problem="--device 0 --backend local --width 4 --set shape=3x20 --set channels=2 --set distribution=even"
declare -A commands=(
    [devices]="devices --device 0 --json DIR/r.json"
    [verify]="verify lerp/serial lerp/prefix $problem --json DIR/r.json --csv DIR/r.csv"
    [stream]="verify lerp/serial $problem --json -"
    [bench]="bench lerp/serial $problem --samples 1 --min-time 0 --json DIR/r.json"
    [run]="run lerp/serial --device 0 --backend local --width 4 --set shape=3x20 --samples 1 --min-time 0 --out-dir DIR/out --json DIR/r.json"
    [exec]="exec histogram/local --device 0 --backend local --width 4 --set buckets=4 --in samples=$place/samples.npy --out counts=DIR/counts.npy --json DIR/r.json"
    [probe]="probe --device 0 --backend local --width 1 --json DIR/r.json"
)
printf '\x93NUMPY\x01\x00\x38\x00%-55s\n\1\0\0\0\2\0\0\0' \
    "{'descr': '<u4', 'fortran_order': False, 'shape': (2,)}" > "$place/samples.npy"

# go DIR COMMAND SETTING...: returns its exit status; puts out, err and its files into DIR.
go() {
    local dir=$1 line=${commands[$2]//DIR/$1}
    shift 2
    rm -rf "$dir"
    mkdir -p "$dir/tmp"
    [ ! -d "$warm" ] || cp -r "$warm" "$dir/cache"
    # shellcheck disable=SC2086 # words
    env TMPDIR="$dir/tmp" CROSSLANE_CACHE_DIR="$dir/cache" OMP_NUM_THREADS=1 "$@" timeout -s KILL 120 \
        "$build/crosslane" $line --quiet --timeout 10 > "$dir/out.text" 2> "$dir/err.text"
}

rows() { grep -c '^{"kind"' "$1"; }

complain() { # WHAT
    failed=$((failed + 1))
    echo "torture: $name $kind call $call: $1"
    echo "  seed $seed; status $status; $(tail -n 2 "$dir/err.text" | tr '\n' ' ')"
}

# Workers of the run, identified by the folder in their environment.
find_workers() {
    pgrep -f -- '--worker (work|enumerate)' | while read -r one; do
        grep -qzx "TMPDIR=$dir/tmp" "/proc/$one/environ" 2> /dev/null && echo "$one"
    done
}

find_left() {
    find "$dir" -name '.crosslane-*' -o -name '*.tmp' -o -path '*/tmp/crosslane-*' | grep -v "${leave:-nothing}"
}

outside_cache() { find_left | grep -v /cache/; }

# Compares the run's remains with those of a run without failures ($place/whole).
check() {
    local whole=$place/whole json=$dir/r.json whole_json=$place/whole/r.json screen left
    if [ "$name" = stream ]; then
        cp "$dir/out.text" "$dir/r.json"
        cp "$whole/out.text" "$whole/r.json" 2> /dev/null
    fi
    case $status in
    0 | 2 | 3 | 4 | 5) ;;
    *) complain "an exit status that is none" && return ;;
    esac
    [ "$status" -eq 0 ] || [ -s "$dir/err.text" ] || [ -s "$dir/out.text" ] || { complain "says nothing" && return; }
    if [ "$status" -ne 0 ] && ! cat "$dir/err.text" "$dir/out.text" | grep -qE 'crosslane: |error: |cannot be used|WRONG'; then
        complain "names no reason" && return
    fi
    if [ -s "$json" ] && ! { [ "$name-$kind" = stream-parent-files ] && [ "$status" -eq 5 ]; }; then
        "$build/check_results" "$json" > "$dir/check" 2>&1 || { complain "$(cat "$dir/check")" && return; }
    fi
    if [ "$status" -eq 0 ]; then
        [ -s "$json" ] || { complain "status 0 and no results" && return; }
        # If `run` cannot find out that the device is slow, it has more rows.
        [ "$(rows "$json")" -eq "$(rows "$whole_json")" ] || { [ "$name" = run ] && [ "$(rows "$json")" -gt "$(rows "$whole_json")" ]; } || { complain "$(rows "$json") rows of $(rows "$whole_json")" && return; }
        grep -qE '"finished":true' "$json" || { complain "status 0 and not finished" && return; }
        ! grep -qE '^\{.*"status":"(error|mismatch)"' "$json" || { complain "status 0 with a row that failed" && return; }
        cmp -s <(sed 's/[0-9]*\.*[0-9]* *ms//g; /^results\|^table\|^picture/d' "$dir/counts.npy" 2> /dev/null) \
            <(cat "$whole/counts.npy" 2> /dev/null) || { complain "another result" && return; }
    fi
    if [ "$status" -eq 4 ] && [ -s "$json" ] && [ "$name" != devices ] && grep -q '"finished":true' "$json" &&
        ! grep -qE '"status":"error"' "$json" && ! grep -qE 'between two rows|outside any row|unreadable event' "$dir/err.text"; then
        complain "status 4, and the file knows of no error" && return
    fi
    screen=$(cat "$dir/out.text" "$dir/err.text" | sed -n 's/^\([0-9]*\) ok, \([0-9]*\) wrong.*/\1/p' | tail -n 1)
    # If the file ends early, the command has reported it, also without memory.
    if [ "$status" -eq 5 ] && { [ "${kind#*-}" = files ] || grep -q 'later results are not recorded there' "$dir/err.text"; }; then
        screen=
    fi
    if [ -n "$screen" ] && [ -s "$json" ] && [ "$(grep -c '^{"kind".*"status":"ok"' "$json")" -ne "$screen" ]; then
        complain "$screen ok on the screen, $(grep -c '^{"kind".*"status":"ok"' "$json") in the file" && return
    fi
    left=$(find_left)
    # If the parent lacks memory, the worker ends later and removes partial outputs. The next run removes a mark in the
    # cache.
    if [ -n "$left" ] && [ "$kind" = parent-memory ]; then
        if grep -q 'out of memory' "$dir/err.text"; then
            for _ in 1 2 3 4 5 6 7 8 9 10; do
                outside_cache > "$dir/check" || break
                sleep 0.2
            done
        fi
        left=$(outside_cache)
        [ -z "$left" ] || { complain "left: $left" && return; }
        # shellcheck disable=SC2086 # words
        TMPDIR="$dir/tmp" CROSSLANE_CACHE_DIR="$dir/cache" "$build/crosslane" ${commands[exec]//DIR/$dir} --force --quiet > "$dir/check" 2>&1
        left=$(find_left)
    fi
    [ -z "$left" ] || { complain "left: $left" && return; }
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -n "$(find_workers)" ] || { passed=$((passed + 1)) && return; }
        sleep 0.2
    done
    complain "a worker outlives it"
}

# torture NAME KIND
torture() {
    name=$1 kind=$2
    local settings total=0 step tried turn most=0
    leave=
    case $kind in
    opencl) settings=(OCL_ICD_VENDORS="$build/tests/drivers/fake/alone" FAKE_DRIVER_REAL="$real" FAKE_DRIVER=nothing) ;;
    *) settings=(LD_PRELOAD="$build/tests/hostile/torture/libtorture_inject.so" TORTURE_ROLE="${kind%-*}" TORTURE_KIND="${kind#*-}") ;;
    esac
    call=0
    warm=
    go "$place/whole" "$name" "${settings[@]}" TORTURE_COUNT="$place/count"
    status=$?
    dir=$place/whole
    # If only the parent's calls fail, the worker need not compile again; and new probing takes too long.
    case $kind-$name in
    parent-* | *-probe) warm=$place/warm && rm -rf "$warm" && mkdir -m 700 "$warm" && cp -r "$dir/cache/." "$warm" 2> /dev/null
        go "$place/whole" "$name" "${settings[@]}" TORTURE_COUNT="$place/count"
        status=$?
        ;;
    esac
    if [ "$status" -ne 0 ]; then
        complain "fails where nothing was to fail"
        return
    fi
    case $kind in
    opencl) # once more, with all compiled and probed, as in the runs below
        go "$place/whole" "$name" "${settings[@]}" FAKE_DRIVER="at-work,count=$place/count"
        ;;
    esac
    total=$(sed -n 1p "$place/count")
    if [ "$runs" = stacks ]; then
        mapfile -t tried < <(sed 1d "$place/count" | sort -n)
        echo "torture: $name $kind: ${#tried[@]} of $total calls"
    else
        step=$((runs > 0 && total > runs ? total / runs : 1))
        mapfile -t tried < <(seq $((1 + seed % step)) "$step" "$total")
    fi
    for ((turn = ${part%/*} - 1; turn < ${#tried[@]}; turn += ${part#*/})); do
        call=${tried[turn]}
        dir=$place/run
        [ "${kind#*-}" = files ] && leave='/tmp/crosslane-\|\.tmp$'
        [ "$kind" = worker-kills ] && leave=/cache/ # what lies there goes with the next run
        case $kind in
        opencl) go "$dir" "$name" "${settings[@]}" FAKE_DRIVER="at-work,fail-call=$call" ;;
        *) go "$dir" "$name" "${settings[@]}" TORTURE_N="$call" ;;
        esac
        status=$?
        check
        most=$call
    done
    [ "$most" -gt 0 ] || complain "no call was tried"
}

# ---- a program that uses the library --------------------------------------------------------------------------

# client SETTING...: its exit status, 23 if the sanitizer reports; its output is in $place/words.
client() {
    env OMP_NUM_THREADS=1 OCL_ICD_VENDORS="$build/tests/drivers/fake/alone" FAKE_DRIVER_REAL="$real" \
        ASAN_OPTIONS=exitcode=23 LSAN_OPTIONS="exitcode=23:suppressions=$suppressions:print_suppressions=0" "$@" \
        timeout -s KILL 120 "$build/tests/hostile/torture/torture_client" "$place/cache" > "$place/words" 2>&1
}

# torture_client KIND: each run has its own cache folder, empty or complete; the next run must be right.
torture_client() {
    kind=$1 name=client dir=$place
    local counting failing total step first round
    for round in empty full; do
        case $kind in
        client-opencl) counting=FAKE_DRIVER=count=$place/count failing=FAKE_DRIVER=fail-call= ;;
        *) counting=TORTURE_COUNT=$place/count failing=TORTURE_N= ;;
        esac
        rm -rf "$place/cache"
        [ "$round" = empty ] || client
        rm -rf "$place/kept" && { [ ! -d "$place/cache" ] || cp -rp "$place/cache" "$place/kept"; }
        call=0
        client TORTURE_KIND="${kind#*-}" "$counting"
        status=$?
        [ "$status" -eq 0 ] || { complain_client "fails where nothing was to fail" && return; }
        total=$(sed -n 1p "$place/count")
        step=$((runs > 0 && total > runs ? total / runs : 1))
        first=$((1 + seed % step))
        for ((call = first; call <= total; call += step)); do
            rm -rf "$place/cache"
            [ ! -d "$place/kept" ] || cp -rp "$place/kept" "$place/cache"
            client TORTURE_KIND="${kind#*-}" "$failing$call"
            status=$?
            check_client
        done
    done
}

complain_client() { # WHAT
    failed=$((failed + 1))
    echo "torture: client, $kind call $call, cache $round: $1"
    echo "  seed $seed; status $status; $(head -n 12 "$place/words")"
}

check_client() {
    case $status in
    0) grep -qx right "$place/words" || { complain_client "status 0 and not right" && return; } ;;
    4)
        # An unreported number has a safe value, for which a plan may be too large.
        [ "$kind" != client-opencl ] || grep -qE ': CL_.*: .*cl[A-Z]|does not tell' "$place/words" ||
            { complain_client "names no call" && return; }
        ;;
    *) complain_client "wrong, or a sanitizer's complaint" && return ;;
    esac
    [ "${kind#*-}" = files ] || [ -z "$(find "$place/cache" -name '*.tmp' 2> /dev/null)" ] || { complain_client "left a file" && return; }
    client || { complain_client "the next run: $(tail -n 1 "$place/words")" && return; }
    passed=$((passed + 1))
}

suppressions=$(cd "$(dirname "$0")/../../../cmake" && pwd)/lsan.supp
real=$(sed -n 1p /etc/OpenCL/vendors/*.icd 2> /dev/null | head -n 1)
for kind_ in "${kinds[@]}"; do
    case $kind_ in
    client-*)
        torture_client "$kind_"
        continue
        ;;
    esac
    for name_ in "${names[@]}"; do
        before=$failed
        torture "$name_" "$kind_"
        [ "$failed" -eq "$before" ] || echo "torture: $name_ $kind_: $((failed - before)) failed"
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
