#!/bin/sh
# Compiles tests/install/normal24.c with each C and C++ compiler, warnings as errors, also with fast mathematics, and
# runs it. Prints "N passed, M failed"; exit status 1 on a failure.
set -u
root=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd) || exit 2
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
passed=0
failed=0

try() { # COMPILER LANGUAGE STANDARD
    command -v "$1" > /dev/null || return 0
    for fast in -fno-fast-math -ffast-math; do
        if "$1" -x "$2" "-std=$3" -O2 "$fast" -Wall -Wextra -pedantic -Werror "-I$root/host/include" \
            -o "$place/normal24" "$root/tests/install/normal24.c" && "$place/normal24"; then
            passed=$((passed + 1))
        else
            echo "normal24_header: $1 -x $2 -std=$3 $fast: status $?"
            failed=$((failed + 1))
        fi
    done
}

for compiler in cc gcc clang; do try "$compiler" c c99; done
for compiler in cc gcc clang; do try "$compiler" c c11; done
for compiler in c++ g++ clang++; do try "$compiler" c++ c++11; done
echo "normal24_header: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
