#!/bin/sh
# Runs every command line of the README and of the lessons: lessons.sh COMMAND [FILE...]. A line that stands in a
# ```sh block and begins with "crosslane" is one; it must succeed, in the order of its file, in a folder of its own.
# The default files are README.md, docs/course.md and kernels/*/README.md. Ends with "N passed, N failed".
set -u

command=$1
shift
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd) || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT INT TERM
mkdir "$folder/bin" && ln -s "$command" "$folder/bin/crosslane" || exit 2
PATH=$folder/bin:$PATH
export PATH

passed=0
failed=0
[ $# -gt 0 ] || set -- "$root/README.md" "$root/docs/course.md" "$root"/kernels/*/README.md
for file in "$@"; do
    work=$(mktemp -d "$folder/XXXXXX") && ln -s "$root/bench" "$work/bench" || exit 2
    awk '/^```/ { inside = ($0 == "```sh") && !inside; next } inside && /^crosslane( |$)/' "$file" > "$folder/lines"
    while IFS= read -r line; do
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
