#!/bin/sh
# Plants each fault that check_plain.py looks for in a small tree, and fails unless exactly that fault is reported.
set -u
tools=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
mkdir "$tree/docs"
passed=0
failed=0

# plain_text FILE: 600 words without any fault, of three lengths of sentence.
plain_text() {
    awk 'BEGIN { for (i = 0; i < 50; i++) print "Each lane reads one element and adds it to its own running sum.\n" }' > "$tree/docs/$1"
}

# expect WHAT PATTERN: the check reports the pattern, or nothing if the pattern is empty.
expect() {
    said=$(python3 "$tools/check_plain.py" "$tree")
    status=$?
    if [ -z "$2" ]; then wanted=0; else wanted=1; fi
    if [ "$status" -eq "$wanted" ] && printf '%s\n' "$said" | grep -q -- "${2:-within all bounds}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s: status %s, said: %s\n' "$1" "$status" "$said"
    fi
    rm -f "$tree"/docs/* "$tree"/*.*
    plain_text page.md
}

# plant NAME SENTENCE: plain text and five times the sentence.
plant() {
    set -- "$1" "$2 $2 $2 $2 $2"
    echo "$2" >> "$tree/docs/page.md"
    expect "$1 in a page" "'$1'"
    printf '/* %s */\nint value;\n' "$2" > "$tree/file.c"
    expect "$1 in a comment" "'$1'"
    printf 'const char *text = "%s";\n' "$2" > "$tree/file.c"
    expect "$1 in a message" "'$1'"
    printf '# %s\ntrue\n' "$2" > "$tree/file.sh"
    expect "$1 in a script" "'$1'"
}

plain_text page.md
expect "plain text" ""
plant behind "The last element is behind the sum."
plant beside "This time is beside another time."
plant stands "The value stands in a table."
plant nobody "A flag that nobody reads is removed."
plant "the one" "This kernel is the one with a barrier."
plant tells "The driver tells the width."
plant idioms "All lanes write at once to memory."
plant "has it" "Every device has it in memory."
plant alone "This works on processors alone today."
plant "clause first" "What the driver returns is a width."
plant long "The lane reads a value and adds it to a sum and writes the sum to memory and then reads the next value and adds it to the same sum and writes the sum again until the last value."
plant figures "The times are 1 us, 2 us, 3 us, 4 us, 5 us and 6 us."
# shellcheck disable=SC2016 # backquotes of Markdown
{
    printf '```\nWhat stands behind it is the one that nobody tells alone.\n```\n'
    printf 'The option `--behind-beside-alone` exists.\n'
} >> "$tree/docs/page.md"
expect "habits in code" ""
awk 'BEGIN { for (i = 0; i < 150; i++) print "Each lane reads one element and adds it to a running sum.\n" }' > "$tree/docs/page.md"
expect "a long page" "words on a page"
awk 'BEGIN { for (i = 0; i < 11; i++) printf "eleven more "; print "letters." }' >> "$tree/docs/page.md"
expect "a long line" "a line of 140 characters"
echo "| name | one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen |" >> "$tree/docs/page.md"
expect "a long table cell" "table cell"

listed() {
    mkdir -p "$tree/cmake" "$tree/old"
    printf '%b\n' "$1" > "$tree/cmake/plain_todo.txt"
    echo '/* The value stands behind the one that nobody tells. */' > "$tree/old/old.c"
}
commit() {
    git -C "$tree" add . && git -C "$tree" -c core.hooksPath=/dev/null -c user.name=a -c user.email=a@b commit -qm "$1"
}
listed '# comment'
expect "a folder that is not listed" "old/old.c:1: 'behind'"
listed 'old 700'
expect "a listed folder" ""
listed 'old 100'
expect "a listed folder that got worse" "old has .* habits"
listed 'old 700\ndocs 5'
expect "a listed folder that is plain" "docs meets the bounds"
listed 'old 700\ngone 5'
expect "a listed folder that is gone" "gone meets the bounds"
git -C "$tree" init -q
listed '# empty'
commit "first list"
listed 'old 700'
expect "a new line, not committed" "old 700.0: the list may only shrink"
commit "new line"
expect "a new line, committed" "old 700.0: the list may only shrink"
rm -rf "$tree/.git"
git -C "$tree" init -q
listed 'old 700'
commit "first list"
listed 'old 690'
expect "a smaller number" ""
listed 'old 710'
expect "a higher number" "old 710.0: the list may only shrink"
rm -rf "${tree:?}"/* "$tree/.git"
python3 "$tools/check_plain.py" "$tree" 2> /dev/null && failed=$((failed + 1)) && echo "FAILED: an empty tree passed"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
