#!/bin/sh
# Runs every command line of the README and of the lessons: lessons.sh COMMAND [FILE...]. A line that stands in a
# ```sh block and begins with "crosslane" is one; it must succeed, in the order of its file, in a folder of its own. The lines
# of a ```text block must be among the output of the command line before it, as they stand there.
# After `crosslane inspect` such a block is compared only if the compilers that it names are those of the output, since
# other compilers make other code. Where compilers are missing the line is skipped, with CROSSLANE_TEST_COMPILERS=1 it fails.
# The default files are README.md, docs/course.md, docs/errata.md and kernels/*/README.md; with CROSSLANE_TEST_PART=K/N only every N-th
# of the latter, beginning with number K, counted from 0. Ends with "N passed, N failed, N skipped".
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

# told LINE: whether it is in the output of the command.
told() {
    grep -qxF -e "$1" "$folder/output"
}

# told_made LINE: whether a line of the output is that one, or that one followed by "; " and more.
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
