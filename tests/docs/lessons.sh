#!/bin/sh
# usage: lessons.sh COMMAND [FILE...]
# Runs every command of the README and the lessons: each line of an sh block that begins with "crosslane". It must
# succeed, in the order of its file, in a folder of its own. The lines of a text block must be in the output of the
# command before it. After `crosslane inspect`, a block is compared only if it names the same compilers as the output,
# because other compilers produce other code. Without compilers the line is skipped; with CROSSLANE_TEST_COMPILERS=1 it
# fails.
#
# The default files are README.md, docs/course.md, docs/errata.md and kernels/*/README.md. CROSSLANE_TEST_PART=K/N takes
# only every N-th kernel README from number K on, counted from 0. Ends with "N passed, N failed, N skipped".
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
skipped=0

skip() { # REASON
    skipped=$((skipped + 1))
    printf '%s: skipped: %s: %s\n' "${file#"$root"/}" "$1" "$line"
}

# told LINE: true if it is in the command's output.
told() {
    grep -qxF -e "$1" "$folder/output"
}

# told_made LINE: true if an output line equals it, or continues it with "; ".
told_made() {
    awk -v made="$1" '$0 == made || index($0, made "; ") == 1 { found = 1 } END { exit !found }' "$folder/output"
}

run() {
    other=0
    case $line in
    "crosslane inspect "*) inspects=1 quiet="" ;;
    *) inspects=0 quiet=" --quiet" ;;
    esac
    (cd "$work" && sh -c "$line$quiet") > "$folder/output" 2>&1 < /dev/null
    status=$?
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
    elif [ $inspects -eq 1 ] && [ "$status" -eq 3 ] && [ "${CROSSLANE_TEST_COMPILERS:-0}" = 0 ] &&
        grep -q 'install it: ' "$folder/output"; then
        skip "a compiler is missing"
    else
        failed=$((failed + 1))
        printf '%s: failed with status %s: %s\n' "${file#"$root"/}" "$status" "$line"
        tail -n 15 "$folder/output"
    fi
}

if [ $# -eq 0 ]; then
    part=${CROSSLANE_TEST_PART:-0/1} turn=0
    set -- "$root/README.md" "$root/docs/course.md" "$root/docs/errata.md"
    for file in "$root"/kernels/*/README.md; do
        [ $((turn % ${part#*/})) -ne "${part%/*}" ] || set -- "$@" "$file"
        turn=$((turn + 1))
    done
fi
for file in "$@"; do
    work=$(mktemp -d "$folder/XXXXXX") && ln -s "$root/bench" "$root/tests" "$work" || exit 2
    awk '/^```/ {
            printf "%s%s", made, lines
            lines = made = ""
            block = block == "" ? substr($0, 4) : ""
            next
        }
        block == "sh" && /^crosslane( |$)/ { print "sh " $0 }
        block == "text" {
            if (/^[a-z]+[0-9_a-z]*: .*(clang|ocloc|ptxas)/) made = made "compiler " $0 "\n"
            else lines = lines "text " $0 "\n"
        }' "$file" > "$folder/lines"
    while IFS= read -r line; do
        kind=${line%% *}
        line=${line#* }
        case $kind in
        sh) run ;;
        compiler)
            if [ "$status" -eq 0 ] && [ "$other" -eq 0 ] && [ "$inspects" -eq 1 ] && ! told_made "$line"; then
                other=1
                skip "the numbers of another compiler"
            fi
            ;;
        text)
            [ "$status" -ne 0 ] || [ "$other" -eq 1 ] || told "$line" && continue
            failed=$((failed + 1))
            printf '%s: not in the output of its command: %s\n' "${file#"$root"/}" "$line"
            ;;
        esac
    done < "$folder/lines"
done
[ $((passed + failed + skipped)) -gt 0 ] || { echo "no command line was found"; failed=1; }
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
