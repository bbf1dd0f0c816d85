#!/bin/sh
# Runs every command line of the README and of the lessons: lessons.sh COMMAND [FILE...]. A line that stands in a
# ```sh block and begins with "crosslane" is one; it must succeed, in the order of its file, in a folder of its own. The lines
# of a ```text block must be among the output of the command line before it, as they stand there.
# The default files are README.md, docs/course.md and kernels/*/README.md; with CROSSLANE_TEST_PART=K/N of the last every N-th, from
# the K-th on, from 0. Ends with "N passed, N failed".
set -u

command=$1
shift
root=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd) || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
mkdir "$folder/bin" && ln -s "$command" "$folder/bin/crosslane" || exit 2
PATH=$folder/bin:$PATH
export PATH

passed=0
failed=0
if [ $# -eq 0 ]; then
    part=${CROSSLANE_TEST_PART:-0/1} turn=0
    set -- "$root/README.md" "$root/docs/course.md"
    for file in "$root"/kernels/*/README.md; do
        [ $((turn % ${part#*/})) -ne "${part%/*}" ] || set -- "$@" "$file"
        turn=$((turn + 1))
    done
fi
for file in "$@"; do
    work=$(mktemp -d "$folder/XXXXXX") && ln -s "$root/bench" "$work/bench" || exit 2
    awk '/^```/ { block = block == "" ? substr($0, 4) : ""; next }
        block == "sh" && /^crosslane( |$)/ || block == "text" { print block " " $0 }' "$file" > "$folder/lines"
    while IFS= read -r line; do
        if [ "${line%% *}" = text ]; then
            line=${line#text }
            [ "$status" -ne 0 ] || grep -qxF -e "$line" "$folder/output" && continue
            failed=$((failed + 1))
            printf '%s: not in the output of its command: %s\n' "${file#"$root"/}" "$line"
            continue
        fi
        line=${line#sh }
        (cd "$work" && sh -c "$line --quiet") > "$folder/output" 2>&1 < /dev/null
        status=$?
        if [ "$status" -eq 0 ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            printf '%s: failed with status %s: %s\n' "${file#"$root"/}" "$status" "$line"
            tail -n 15 "$folder/output"
        fi
    done < "$folder/lines"
done
[ $((passed + failed)) -gt 0 ] || { echo "no command line was found"; failed=1; }
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
