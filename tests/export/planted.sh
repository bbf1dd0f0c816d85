#!/bin/sh
# usage: planted.sh CROSSLANE [NAME|NAME/PLANTED...]
#
# Exports every planted kernel that verify catches, of all algorithms or those named: its program must fail, or export
# must refuse it in one line.
set -u
crosslane=$1
shift
for program in make cc; do
    command -v "$program" > /dev/null || { echo "skipped: no $program"; exit 0; }
done
# shellcheck disable=SC2046 # words
[ $# -gt 0 ] || set -- $("$crosslane" list --quiet | sed -n 's/^\([a-z0-9]*\)  .*/\1/p')
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
CROSSLANE_CACHE_DIR=$folder/cache
export CROSSLANE_CACHE_DIR
failed=0
passed=0
refused=0

# rows FILE: the number and the name of the first caught row of each planted kernel
rows() {
    tr '{' '\n' < "$1" | grep -o '^"kind": *"verify".*' | awk '
        match($0, /"algorithm": *"[^"]*"/) {
            name = substr($0, RSTART, RLENGTH)
            match($0, /"strategy": *"[^"]*"/)
            name = name "/" substr($0, RSTART, RLENGTH)
            gsub(/"(algorithm|strategy)": *|"/, "", name)
            if (/"planted, and caught: / && !seen[name]++) print NR, name
        }'
}

for name in "$@"; do
    plant=${name#*/}
    [ "$plant" != "$name" ] || plant='*'
    "$crosslane" verify "${name%%/*}" --plant "$plant" --width 8 --device 0 --quiet --json rows.json --force > out 2>&1
    status=$?
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || { cat out; failed=$((failed + 1)); }
    [ "$status" -eq 0 ] || continue
    rows rows.json > names
    while read -r number name; do
        rm -rf program
        "$crosslane" export rows.json program --row "$number" --quiet > out 2>&1
        status=$?
        if [ "$status" -eq 0 ] && grep -q 'failed in 10 of 10 runs' out; then
            passed=$((passed + 1))
        elif [ "$status" -eq 2 ] && grep -q 'an exported program cannot show this mistake' out; then
            refused=$((refused + 1))
            cat out
        else
            failed=$((failed + 1))
            echo "$name: row $number, status $status"
            cat out
        fi
    done < names
done
echo "$passed programs fail as they should, $refused refused, $failed wrong"
[ "$failed" -eq 0 ]
