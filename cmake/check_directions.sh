#!/bin/sh
# usage: check_directions.sh OBJECT...    or    check_directions.sh --self-test CC
#
# Modules must call each other in one direction: no circle among the object files by defined and used names. Prints each
# circle's modules, then counts. Exit status 1: a circle; 2: no object.
set -u

# "user used" for every pair of modules
list_calls() {
    nm -A "$@" | sed 's/:/ /' | awk '
        function module(path) {
            sub(/^.*\.dir\//, "", path); sub(/(\.c)?\.o(bj)?$/, "", path)
            return path
        }
        NF == 3 && $2 == "U" { used[++n] = module($1) " " $3 }
        NF == 4 && $3 ~ /^[A-TV-Z]$/ { home[$4] = module($1) }
        END {
            for (i = 1; i <= n; i++) {
                split(used[i], part, " ")
                if (part[2] in home && home[part[2]] != part[1]) pairs[part[1] " " home[part[2]]] = 1
            }
            for (pair in pairs) print pair
        }'
}

check() {
    calls=$(list_calls "$@" | sort)
    pairs=$(printf '%s' "$calls" | grep -c .)
    if [ "$pairs" -eq 0 ]; then
        echo "check_directions: no module calls another: nothing to look at" >&2
        return 2
    fi
    if told=$(printf '%s\n' "$calls" | tsort 2>&1 > /dev/null) && [ -z "$told" ]; then
        echo "check_directions: $# modules, $pairs pairs that call, no circle"
        return 0
    fi
    printf '%s\n' "$told"
    echo "check_directions: a circle among $# modules"
    return 1
}

self_test() { # two files that call each other, and the same without the call back
    folder=$(mktemp -d) || exit 2
    trap 'rm -rf "$folder"' EXIT
    passed=0
    echo 'int b(void); int a(void) { return b(); }' > "$folder/a.c"
    for right in 1 0; do
        back='int a(void); int b(void) { return a(); }'
        [ $right -eq 1 ] && back='int b(void) { return 1; }'
        echo "$back" > "$folder/b.c"
        for file in a b; do "$1" -c "$folder/$file.c" -o "$folder/$file.c.o" || exit 2; done
        if check "$folder/a.c.o" "$folder/b.c.o" > /dev/null; then found=1; else found=0; fi
        [ $found -eq $right ] && passed=$((passed + 1))
    done
    check 2> /dev/null
    [ $? -eq 2 ] && passed=$((passed + 1))
    echo "check_directions: self test, $passed passed, $((3 - passed)) failed"
    [ $passed -eq 3 ]
}

if [ "${1-}" = --self-test ]; then
    self_test "$2"
else
    check "$@"
fi
