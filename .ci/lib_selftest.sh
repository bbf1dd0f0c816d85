#!/bin/bash
# Tests the cells of .ci/lib.sh with commands that pass, fail, run nothing, cannot run or take too long. Ends with "N
# passed, M failed".
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
# shellcheck source-path=SCRIPTDIR
. .ci/lib.sh
logs=$(mktemp -d) || exit 2
trap 'rm -rf "$logs"' EXIT
totals=$logs/totals
right=0
wrong=0

# expect STATUS PATTERN COMMAND...: the cell's printed line and its status.
expect() {
    local wanted=$1 pattern=$2 said status=0
    shift 2
    said=$("$@" 2>&1) || status=$?
    if [ "$status" -eq "$wanted" ] && head -n 1 <<< "$said" | grep -Eq "$pattern"; then
        right=$((right + 1))
    else
        printf 'FAIL %s: status %s, not %s, or no %s in:\n%s\n' "$*" "$status" "$wanted" "$pattern" "$said"
        wrong=$((wrong + 1))
    fi
}

expect 0 '^ok +right +3 passed +0 failed' tests right echo '3 passed, 0 failed'
expect 1 '^FAIL wrong +2 passed +1 failed' tests wrong echo '2 passed, 1 failed'
expect 1 '^FAIL empty +0 passed +1 failed' tests empty true
expect 1 '^FAIL broken +3 passed +1 failed' tests broken sh -c 'echo 3 passed, 0 failed; exit 3'
expect 1 '^FAIL refused +0 passed +1 failed' tests refused false
expect 1 '^-- +absent +not run: no such device' tests absent cannot_run 'no such device'
tests telling sh -c "echo lerp/wrong 8 wrong 3; seq 40; exit 1" > /dev/null
limit=0
expect 1 '^FAIL late ' tests late echo '3 passed, 0 failed'
expect 1 '.' finish
[ "$(finish | tail -n 1)" = '8 passed, 6 failed' ] || wrong=$((wrong + 1))
grep -q 'lerp/wrong 8 wrong 3' <<< "$(finish)" || wrong=$((wrong + 1)) # what was wrong is told at the end
echo "$right passed, $wrong failed"
[ "$wrong" -eq 0 ]
