#!/bin/sh
# usage: kernels.sh CROSSLANE
# Runs each kernel of kernels/KIND on the checking device. Its first line has the arguments of `crosslane check`; the
# second the expected finding and its line (0: no line), or none. Needs clang.
set -u
crosslane=$1
cd "$(dirname "$0")/kernels" || exit 1
if ! command -v clang-15 > /dev/null && ! command -v clang > /dev/null; then
    echo "skipped: no clang"
    exit 0
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export CROSSLANE_CACHE_DIR="$folder/cache" # else each process compiles the checking device's built-in functions
passed=0
failed=0
for file in */*.cl; do
    words=$(sed -n '1s|^// check: ||p' "$file")
    expected=$(sed -n '2s|^// expect: ||p' "$file")
    # shellcheck disable=SC2086 # words are several
    "$crosslane" check "$file" $words > "$folder/out" 2>&1
    status=$?
    kind=${expected% *}
    line=${expected##* }
    line_of="line ${line}[^0-9]"
    [ "$line" != 0 ] || line_of=.
    if [ "$expected" = none ]; then right=$([ "$status" -eq 0 ] && echo yes); else
        right=$([ "$status" -eq 1 ] && grep "^$kind, width" "$folder/out" | grep -qE "$line_of" && echo yes)
    fi
    if [ "$right" = yes ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "$file: expected $expected, status $status:"
        cat "$folder/out"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
