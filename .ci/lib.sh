# Cells, the parts of .ci/run. A cell is a named command with its output in build/ci/NAME.log. One line reports its
# outcome; a failed cell also shows the end of its log. Sourced by .ci/run.
# shellcheck shell=bash

export logs=build/ci # cells have a shell of their own
totals=$logs/totals # a line a cell: passed, failed, not run; a file, because cells run beside each other
started=$SECONDS
limit=${CI_SECONDS:-5000} # seconds for all cells; then a cell that still runs is stopped

remaining() {
    echo $((limit - (SECONDS - started)))
}

# count_log FILE: "passed failed" as reported by the programs in the log. `ctest --verbose` numbers each line and
# repeats failures without numbers, so only numbered lines count there; without --verbose ctest's totals count.
count_log() {
    awk '
        { verbose = sub(/^[0-9]+: /, "") }
        function add(good, bad) { passed[verbose] += good; failed[verbose] += bad; counted[verbose] = 1 }
        match($0, /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/) {
            split(substr($0, RSTART, RLENGTH), part, /[^0-9]+/)
            add(part[2] - part[3] - part[4], part[3] + part[4])
        }
        match($0, /[0-9]+ passed, [0-9]+ failed/) {
            split(substr($0, RSTART, RLENGTH), part, /[^0-9]+/)
            add(part[1], part[2])
        }
        match($0, /[0-9]+ ok, [0-9]+ wrong, [0-9]+ failed/) {
            split(substr($0, RSTART, RLENGTH), part, /[^0-9]+/)
            add(part[1], part[2] + part[3])
        }
        match($0, /[0-9]+ tests failed out of [0-9]+/) {
            split(substr($0, RSTART, RLENGTH), part, /[^0-9]+/)
            ctest_failed += part[1]; ctest_passed += part[2] - part[1]
        }
        END {
            if (counted[1]) print passed[1] + 0, failed[1] + 0
            else print passed[0] + ctest_passed, failed[0] + ctest_failed
        }' "$1"
}

# explain NAME STATUS: the lines of a failed cell's log that name the fault, and its end.
explain() {
    echo "     $1: exit status $2; of $logs/$1.log:"
    {
        grep -E '^([0-9]+: )?[^ ]+\.c:[0-9]+:[FE]:' "$logs/$1.log" | head -n 8 # what Check says of a failed test
        grep -E 'FAIL|[Ee]rror|wrong|failed|Failure|died|gave up|^  left: |repeat:' "$logs/$1.log" |
            grep -vE ' ok  |0 wrong, 0 failed|[1-9][0-9]* passed, 0 failed|Failures: 0, Errors: 0|\[100%\]' | head -n 12
        grep -E -A 5 '^[a-z-]+: FAILED: ' "$logs/$1.log" | grep -E '^ ' | head -n 8 # what a script shows of it
        echo ...
        tail -n 4 "$logs/$1.log"
    } | cut -c 1-260 | sed 's/^/     | /'
}

# tests NAME COMMAND...: a cell that must report at least one passed test. Status 77 means it could not run, which
# counts as neither; its last line has the reason.
tests() {
    local name=$1 log=$logs/$1.log begin=$SECONDS status=0 passed failed verdict=ok left took=0 TIMEFORMAT='%U %S'
    shift
    left=$(remaining)
    if [ "$left" -le 0 ]; then
        status=124
        echo "no time left of $limit s" > "$log"
    else
        # A fresh shell, because set -e has no effect in a function called in an && list.
        took=$({ time CI_REMAINING=$left timeout -k 10 "$left" bash -c \
            'set -euo pipefail; . .ci/cells.sh; . .ci/matrix.sh; . .ci/gate.sh; . .ci/offline.sh; . .ci/pip.sh; . .ci/systems.sh; "$@"' cell "$@" > "$log" 2>&1 < /dev/null; } 2>&1) || status=$?
        took=$(awk '{ printf "%.0f", $1 + $2 }' <<< "$took")
    fi
    if [ "$status" -eq 77 ]; then # cannot_run said why
        printf '%-4s %-22s not run: %s\n' -- "$name" "$(tail -n 1 "$log")"
        echo 0 0 1 >> "$totals"
        return 1
    fi
    read -r passed failed < <(count_log "$log")
    if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
        failed=1
    fi
    if [ "$failed" -eq 0 ] && [ "$passed" -eq 0 ]; then
        echo "the cell ran nothing" >> "$log"
        failed=1
    fi
    if [ "$failed" -gt 0 ]; then
        verdict=FAIL
    fi
    printf '%-4s %-22s %6d passed %4d failed %5d s, %5d s of processors\n' "$verdict" "$name" "$passed" "$failed" \
        $((SECONDS - begin)) "$took"
    if [ "$verdict" = FAIL ]; then
        explain "$name" "$status" | tee -a "$logs/failed"
    fi
    echo "$passed $failed 0" >> "$totals"
    [ "$verdict" = ok ]
}

finish() {
    local passed failed not_run
    read -r passed failed not_run < <(awk '{ p += $1; f += $2; n += $3 } END { print p + 0, f + 0, n + 0 }' "$totals")
    grep -h '^pairs of' "$logs"/*.log || true # how many pairs of values the rows of each implementation contain
    [ ! -s "$logs/failed" ] || { echo "what failed:" && cat "$logs/failed"; } # once more, where the eye is
    echo "$((SECONDS - started)) s; $not_run cells not run; logs in $logs"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
