#!/bin/sh
# usage: tests/ranks/run.sh BUILD_FOLDER MPIRUN
# Tests the command as ranks of an MPI job. MPIRUN is the launcher of the build's MPI, or "". Ends with "N passed, M
# failed", or with "skipped: " and the reason.
set -u
build=$1
mpirun=$2
if [ -z "$mpirun" ]; then
    echo "skipped: built without MPI, or there is no mpirun"
    exit 0
fi
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
passed=0
failed=0

result() { # STATUS WORDS: counts; what was printed is shown of a failure
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "ranks: FAILED: $2"
        tail -n 5 "$place/out" "$place/err" | sed 's/^/    /'
    fi
}

# Lets root in a container start more ranks than processors, unbound: Open MPI complains about binding so many. MPICH's
# mpirun does not bind.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
over=
"$mpirun" --version 2>&1 | grep -q 'Open MPI\|OpenRTE' && over='--oversubscribe --bind-to none'
ranks() { # STATUS N PROGRAM ARGUMENTS...: runs, keeps what was printed; the launcher's own remarks are left out of err
    expected=$1
    n=$2
    shift 2
    # shellcheck disable=SC2086 # words
    timeout -k 5 600 "$mpirun" $over -n "$n" "$@" > "$place/out" 2> "$place/all"
    code=$?
    grep '^crosslane: ' "$place/all" > "$place/err"
    [ $code -eq "$expected" ]
}
says() { # FILE LINE...: the file holds these lines and no other
    file=$1
    shift
    printf '%s\n' "$@" | cmp -s - "$place/$file"
}

# ---- the contract of ranks.h
together=$build/ranks_together
for n in 1 2 3 4; do
    ranks 0 "$n" "$together" texts && says out "$n ranks, 1 nodes: right"
    result $? "texts of $n ranks"
done
CROSSLANE_TEST_NODE_RANKS=3 ranks 0 4 "$together" nodes && says out 'node 1: 0 of 3' 'node 1: 1 of 3' 'node 1: 2 of 3' 'node 2: 0 of 1'
result $? "ranks are counted per machine"
ranks 0 3 "$together" messages && says out 'messages: 0 wrong'
result $? "messages"
ranks 2 3 "$together" one && says err 'crosslane: node 1, rank 1 and others: there is no such thing'
result $? "what other ranks complain of is one line of rank 0"
ranks 2 3 "$together" all && says err 'crosslane: there is no such thing'
result $? "what all complain of is one line"
CROSSLANE_RANK_SECONDS=2 ranks 4 2 "$together" hangs &&
    says err 'crosslane: a rank did not answer within 2 s (CROSSLANE_RANK_SECONDS) while the ranks exchanged their data'
result $? "a rank that hangs ends the wait"

# ---- one campaign, on the first device
crosslane=$build/crosslane
verify="verify histogram/runs histogram/private --set type=u32 --set n=1000 --device 0 --force"
rows() { # FILE PATTERN: how many rows, a line each, fit
    grep '"kind":"verify"' "$1" | grep -c -- "$2"
}
file_is() { # FINISHED: the results file keeps the rules of docs/results.md and says whether its run ended
    "$build/check_results" "$place/r.json" > "$place/checked" 2>&1 && grep -q "^\"finished\":$1" "$place/r.json"
}
# shellcheck disable=SC2086 # $verify is words
{
    "$crosslane" $verify --json "$place/alone.json" > "$place/out" 2> "$place/err"
    each=$(rows "$place/alone.json" '"status":"ok"')
    [ "$each" -ge 8 ]
    result $? "one rank alone: $each rows"

    for n in 1 2 4; do # more ranks than devices: surplus ones have nothing to do
        ranks 0 $n "$crosslane" $verify --json "$place/r.json" && grep -q "^$each ok, 0 wrong" "$place/out" &&
            file_is true && [ "$(rows "$place/r.json" '"status":"ok"')" -eq "$each" ]
        result $? "$n ranks share one device"
    done

    CROSSLANE_TEST_NODE_RANKS=2 ranks 0 4 "$crosslane" $verify --json "$place/r.json" --csv "$place/r.csv" &&
        grep -q 'node 2, device 0: ' "$place/out" && file_is true &&
        id=$(grep -o '"id":"[0-9a-f]*-2"' "$place/r.json" | cut -d '"' -f 4) &&
        [ "$(rows "$place/r.json" "\"device\":\"$id\"")" -eq "$each" ] &&
        [ "$(rows "$place/r.json" '"status":"ok"')" -eq $((2 * each)) ] && [ "$(wc -l < "$place/r.csv")" -eq $((2 * each + 1)) ]
    result $? "each of two machines does its device; equal devices have ids of their own"
    ranks 0 2 "$crosslane" bench lerp/serial --device 0 --set shape=64x16 --samples 3 --min-time 0 --chart "$place/c.svg" &&
        [ -s "$place/c.svg" ] && ! grep -q 'not written' "$place/err"
    result $? "a chart is rank 0's, and no other rank misses it"
    "$crosslane" show "$place/r.json" > "$place/out" 2> "$place/err" && [ "$(grep -c '^node [12], device 0: ' "$place/out")" -eq 2 ]
    result $? "show reads it"

    # Two devices whose ranks see both, or one each, as with a launcher that distributes GPUs.
    if POCL_DEVICES='pthread basic' "$crosslane" devices 2> /dev/null | grep -q '^device 1: '; then
        both='verify histogram/runs --set type=u32 --set n=1000 --device all --force'
        POCL_DEVICES='pthread basic' ranks 0 1 "$crosslane" $both --json "$place/one.json"
        all=$(rows "$place/one.json" .)
        POCL_DEVICES='pthread basic' ranks 0 2 "$crosslane" $both --json "$place/r.json" && file_is true &&
            [ "$(rows "$place/r.json" .)" -eq "$all" ]
        result $? "two ranks share two devices"
        ranks 0 1 env POCL_DEVICES=pthread "$crosslane" $both --json "$place/r.json" : \
            -n 1 env POCL_DEVICES=basic "$crosslane" $both --json "$place/r.json" && file_is true &&
            [ "$(rows "$place/r.json" .)" -eq "$all" ]
        result $? "each rank does the device that it alone sees"
    fi

    if [ -n "$over" ] && [ "$(nproc)" -gt 1 ] && "$crosslane" devices --device 0 | grep -q '^ *type *cpu'; then
        kept=$over
        over='--bind-to core'
        ranks 0 2 "$crosslane" $verify --json "$place/r.json" &&
            grep -q '^crosslane: 1 CPU device may use a part of the processors.*(node 1, rank 0: 1 of ' "$place/err"
        result $? "a bound CPU device is told of"
        over=$kept
    fi

    # ---- mistakes: one line of rank 0, the documented status
    ranks 2 3 "$crosslane" verify --widht 4 && says err "crosslane: unknown or ambiguous option '--widht'; did you mean '--width'?"
    result $? "a wrong option"
    ranks 3 3 "$crosslane" $verify --device nothing-of-this-name &&
        says err "crosslane: --device nothing-of-this-name: no device fits; 'crosslane devices' shows them"
    result $? "no device"
    ranks 5 3 "$crosslane" $verify --json "$place/none/r.json" && [ "$(wc -l < "$place/err")" -eq 1 ]
    result $? "a file that cannot be written"
    CROSSLANE_RANK_SECONDS=20 ranks 2 1 "$crosslane" $verify --json "$place/unlike.json" : -n 1 "$crosslane" $verify --widht 4 &&
        says err "crosslane: node 1, rank 1: unknown or ambiguous option '--widht'; did you mean '--width'?"
    result $? "a wrong option of one rank"
    CROSSLANE_RANK_SECONDS=20 ranks 2 1 "$crosslane" $verify : -n 1 "$crosslane" $verify --help &&
        says err "crosslane: node 1, rank 1: all ranks need the same words except --device: here '--help', on rank 0 '', after --force"
    result $? "help on one rank"
    ranks 0 2 "$crosslane" verify --help && [ "$(grep -c '^usage: ' "$place/out")" -eq 1 ] && ! [ -s "$place/err" ]
    result $? "help on all ranks"
    ranks 2 1 "$crosslane" $verify --width 8 --json "$place/unlike.json" : \
        -n 1 "$crosslane" $verify --width 16 --json "$place/unlike.json" &&
        says err "crosslane: node 1, rank 1: all ranks need the same words except --device: here '16', on rank 0 '8', after --width" &&
        ! [ -e "$place/unlike.json" ]
    result $? "ranks of unlike widths"
    ranks 2 1 "$crosslane" $verify : -n 1 "$crosslane" exec histogram --device 0 --in samples=x.npy --out counts=y.npy &&
        says err "crosslane: node 1, rank 1: all ranks need the same words except --device: here 'exec', on rank 0 'verify'"
    result $? "ranks of unlike commands"
    ranks 2 1 "$crosslane" $verify : -n 1 "$crosslane" devices && [ "$(wc -l < "$place/err")" -eq 1 ]
    result $? "a command that is not for ranks, of one rank"
    ranks 0 1 "$crosslane" $verify : -n 1 "$crosslane" verify histogram/runs histogram/private --set type=u32 --set n=1000 \
        --device=all --force
    result $? "devices may differ"
    ranks 2 3 "$crosslane" devices && [ "$(wc -l < "$place/err")" -eq 1 ]
    result $? "a command that is not for ranks"
    CROSSLANE_TEST_NODE_RANKS=1 ranks 3 1 env OCL_ICD_VENDORS="$place/none" "$crosslane" $verify --json "$place/r.json" : \
        -n 1 "$crosslane" $verify --json "$place/r.json" &&
        grep -q '^crosslane: node 1: no OpenCL device: ' "$place/err" && [ "$(wc -l < "$place/err")" -eq 1 ] &&
        file_is true && [ "$(rows "$place/r.json" '"status":"ok"')" -eq "$each" ]
    result $? "a machine without a device is named, the others run"
}

# ---- lost ranks: measurements are kept, and no rank waits forever
descendants() { # PROCESS
    for child in $(pgrep -P "$1"); do
        echo "$child"
        descendants "$child"
    done
}
variables() { # PROCESS
    tr '\0' '\n' < "/proc/$1/environ" 2> /dev/null
}
# Three machines with one rank each. Returns when all have a worker and there are rows.
start_long() { # MPIRUN'S OPTIONS
    rm -f "$place/r.json"
    # shellcheck disable=SC2086 # words
    CROSSLANE_TEST_NODE_RANKS=1 CROSSLANE_RANK_SECONDS=8 timeout -k 5 1200 "$mpirun" $over $1 -n 3 "$crosslane" \
        verify histogram --width 4 --set type=u32 --set n=400000 --device 0 --json "$place/r.json" > "$place/out" 2> "$place/all" &
    job=$!
    for _ in $(seq 300); do
        sleep 0.1
        [ "$(grep -c '"kind"' "$place/r.json" 2> /dev/null)" -ge 10 ] 2> /dev/null || continue
        workers=
        for process in $(descendants $job); do
            tr '\0' ' ' < "/proc/$process/cmdline" 2> /dev/null | grep -q -- '--worker work' && workers="$workers $process"
        done
        [ "$(echo "$workers" | wc -w)" -eq 3 ] && return
    done
}
rank_process() { # RANK
    for process in $(descendants $job); do
        tr '\0' ' ' < "/proc/$process/cmdline" 2> /dev/null | grep -q "^$crosslane " &&
            variables "$process" | grep -Eq "^(OMPI_COMM_WORLD_RANK|PMI_RANK)=$1\$" && echo "$process"
    done
}
wait_long() { # sets code, which is 124 where the job did not end by itself
    wait $job
    code=$?
    grep '^crosslane: ' "$place/all" > "$place/err"
    return 0 # no such line is no failure
}
gone() { # PROCESS...: none is left
    for _ in $(seq 300); do
        left=0
        for process in "$@"; do
            [ -e "/proc/$process/exe" ] && left=1
        done
        [ $left -eq 0 ] && return
        sleep 0.1
    done
    return 1
}

if [ -d /proc/self ] && command -v pgrep > /dev/null; then
    start_long ''
    # shellcheck disable=SC2086 # a list
    set -- $workers
    ! for process in "$@"; do variables "$process"; done | grep -E '^(OMPI|PMI|PMIX)_'
    result $? "a worker is started as a rank"
    kill -STOP "$(rank_process 1)"
    wait_long && [ $code -eq 4 ] && file_is false &&
        says err 'crosslane: node 2, rank 1: silent for 8 s (CROSSLANE_RANK_SECONDS) and given up; 1 of its devices is not done' &&
        [ "$(grep -o '"status":"error","reason":"rank 1, which ran it, was lost' "$place/r.json" | wc -l)" -eq 1 ] &&
        grep -Eq '[1-9][0-9]* ok, 0 wrong, 1 failed' "$place/out"
    result $? "a rank that hangs costs its own rows"
    gone "$@"
    result $? "its worker outlives it"

    for _ in 1 2 3 4 5 6 7 8; do # one that dies between two rows costs none
        start_long ''
        # shellcheck disable=SC2086 # a list
        set -- $workers
        kill -KILL "$1"
        wait_long
        grep -q 'outside any row; a new process starts' "$place/err" || break
    done
    [ $code -eq 4 ] && file_is true && [ "$(rows "$place/r.json" '"status":"error"')" -eq 1 ]
    result $? "a worker that dies costs its row"
    whole=$(rows "$place/r.json" .)

    start_long ''
    # shellcheck disable=SC2086 # a list
    set -- $workers
    kill -KILL "$(rank_process 2)"
    wait_long && [ $code -ne 0 ] && [ $code -ne 124 ] && file_is false
    result $? "a rank that dies leaves a whole file"
    gone "$@"
    result $? "workers outlive ranks"

    start_long ''
    kill -INT "$(pgrep -P $job)" # mpirun, which timeout started
    wait_long && [ $code -ne 0 ] && [ $code -ne 124 ] && file_is false && [ "$(rows "$place/r.json" .)" -ge 10 ] &&
        says err 'crosslane: 3 of 3 devices are not done; what was measured until here is kept'
    result $? "the interrupt key keeps what was measured"

    start_long ''
    kill -INT "$(rank_process 1)"
    wait_long && [ $code -eq 4 ] && file_is false &&
        says err 'crosslane: node 2, rank 1: interrupted; its devices are not all done' &&
        [ "$(rows "$place/r.json" '"status":"ok"')" -gt $((whole * 2 / 3)) ]
    result $? "a rank that alone is interrupted costs its own rows"

    start_long ''
    kill -INT "$(rank_process 0)"
    wait_long && [ $code -eq 130 ] && file_is false && [ "$(rows "$place/r.json" .)" -ge 10 ]
    result $? "rank 0 that alone is interrupted ends all"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
