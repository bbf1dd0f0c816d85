#!/bin/sh
# Tests lessons.sh on made-up lessons, with a script as the command. Prints "N passed, N failed".
set -u

here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# `crosslane STATUS` ends with that status; WORD selects the answer of `crosslane inspect WORD`.
cat > "$folder/crosslane" << 'END' && chmod +x "$folder/crosslane" || exit 2
#!/bin/sh
case $1:${2:-} in
inspect:missing) echo 'crosslane: k for gfx1030: no clang; install it: apt-get install clang-15' >&2; exit 3 ;;
inspect:none) echo 'crosslane: inspect: nothing was compiled' >&2; exit 3 ;;
inspect:k) printf '  kernel  12\ngfx1030: clang version 15.0.6; limits: published\n' ;;
inspect:*) echo 'unknown word' >&2; exit 2 ;;
*) echo "$1"; exit "$1" ;;
esac
END

# check NAME STATUS LAST-LINE LESSON [COMPILERS]
check() {
    printf '%s\n' "$4" > "$folder/lesson.md"
    said=$(CROSSLANE_TEST_COMPILERS=${5:-0} "$here/lessons.sh" "$folder/crosslane" "$folder/lesson.md" 2>&1)
    status=$?
    if [ $status -eq "$2" ] && [ "$(echo "$said" | tail -n 1)" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: status $status: $said"
    fi
}

block() { # KIND LINE...
    printf '```%s\n' "$1"
    shift
    printf '%s\n' "$@" '```'
}

shows() { # LINE...: of inspect
    block sh 'crosslane inspect k'
    block text "$@"
}

made='gfx1030: clang version 15.0.6'
check right 0 '1 passed, 0 failed, 0 skipped' "$(block sh 'crosslane 0' && block text 0)"
check wrong_status 1 '0 passed, 1 failed, 0 skipped' "$(block sh 'crosslane 1')"
check wrong_text 1 '1 passed, 1 failed, 0 skipped' "$(block sh 'crosslane 0' && block text 1)"
check no_line 1 '0 passed, 1 failed, 0 skipped' 'no block'
missing=$(block sh 'crosslane inspect missing')
check missing 0 '0 passed, 0 failed, 1 skipped' "$missing"
check missing_where_it_must_be 1 '0 passed, 1 failed, 0 skipped' "$missing" 1
check goes_on 0 '1 passed, 0 failed, 1 skipped' "$missing$(printf '\n' && block sh 'crosslane 0')"
check nothing_compiled 1 '0 passed, 1 failed, 0 skipped' "$(block sh 'crosslane inspect none')"
check numbers 0 '1 passed, 0 failed, 0 skipped' "$(shows '  kernel  12' "$made")"
check wrong_number 1 '1 passed, 1 failed, 0 skipped' "$(shows '  kernel  13' "$made")"
check other_compiler 0 '1 passed, 0 failed, 1 skipped' "$(shows '  kernel  13' 'gfx1030: clang version 19.1.7')"
check spaces_count 1 '1 passed, 1 failed, 0 skipped' "$(shows 'kernel  12' "$made")"
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
