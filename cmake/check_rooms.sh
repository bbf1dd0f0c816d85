#!/bin/sh
# usage: check_rooms.sh [ROOT [OBJECT...]]    or    check_rooms.sh --self-test CC
#
# Rooms: the folders of host/, in the order of ROOT/host/ROOMS. Checks that
#   - every file is in a listed room, and every listed room exists;
#   - no include and no call (by the names that the OBJECTs define and use) goes to a room further down the list;
#   - a room, also in tests/, has at most 24 files (except tests/algorithms, with one per algorithm), not counting
#     replacements for Windows and macOS;
#   - no two files of host/ have the same name;
#   - cases of algorithms (kernels/*/*_case.c) include only the room `cases`, number.h, text.h and parallel.h;
#   - the parent's side of the room `campaign` calls no OpenCL.
# Exit status 1: a violation; 2: nothing to check. Without objects calls are not checked, and the status is never 0.
set -u
LC_ALL=C
export LC_ALL

# "folder/room number" of every room
rooms() {
    awk '!/^ *#/ && NF { if (NF == 1) folder = $1; else print folder "/" $1, ++n }' host/ROOMS
}

check_text() {
    find host -name '*.[ch]' -o -name '*.def' | sort > "$files"
    awk -v order="$order" '
        BEGIN { while ((getline line < order) > 0) { split(line, part, " "); number[part[1]] = part[2] } }
        {
            room = $0; sub(/\/[^\/]*$/, "", room); name = $0; sub(/.*\//, "", name)
            if (room ~ /^host\/(include|mpi)$/) next
            if (!(room in number)) { print "room " $0 ": is in no room of host/ROOMS"; next }
            count[room] += room ~ /\/windows$/ || name !~ /_(windows|macos)\.c$/
            if (count[room] == 25 && !told[room]++) print "size " room ": more than 24 files"
            if (name in first) print "name " $0 ": " first[name] " has the same name"
            first[name] = $0
        }
        END { for (room in number) if (!count[room]) print "room " room ": is listed in host/ROOMS and has no file" }' "$files"
    find tests -name '*.[ch]' -o -name '*.sh' -o -name '*.py' 2> /dev/null | sed 's|/[^/]*$||' | grep -vx tests/algorithms |
        awk '++count[$0] == 25 { print "size " $0 ": more than 24 files" }'
    grep -E '^host/(src|tool|cli)/' "$files" | xargs grep -Hn '^ *# *include "' /dev/null | awk -v order="$order" '
        BEGIN { while ((getline line < order) > 0) { split(line, part, " "); number[part[1]] = part[2]
                    room = part[1]; sub(/.*\//, "", room); place[room] = part[2] } }
        {
            split($0, part, ":"); from = part[1]; sub(/\/[^\/]*$/, "", from)
            to = $0; sub(/^[^"]*"/, "", to); sub(/".*/, "", to)
            if (to ~ /^\.\./) { print "include " part[1] ":" part[2] ": " to ": name the room"; next }
            if (to !~ /\//) next
            sub(/\/.*/, "", to)
            if (to in place && from in number && place[to] > number[from])
                print "include " part[1] ":" part[2] ": the room " to " is below " from
        }'
    find kernels -name '*_case.c' | sort | xargs grep -Hn '^ *# *include "' /dev/null |
        grep -vE '"(cases/[a-z_]+\.h|base/(number|text)\.h|system/parallel\.h|[a-z0-9_./]*_host\.h)"' | sed 's/^/case /'
}

check_calls() {
    nm -A "$@" | sed 's/:/ /' | awk -v order="$order" '
        BEGIN { while ((getline line < order) > 0) { split(line, part, " "); number[part[1]] = part[2] } }
        function module(path) { sub(/^.*\.dir\//, "", path); sub(/(\.c)?\.o(bj)?$/, "", path); return path }
        function room(path) { sub(/\/[^\/]*$/, "", path); return path }
        NF == 3 && $2 == "U" {
            used[++n] = module($1) " " $3
            if (room(module($1)) ~ /\/campaign$/ && module($1) !~ /\/worker$/ && $3 ~ /^cl[A-Z]/)
                print "parent " module($1) ": calls " $3
        }
        # A program may replace a function that has its own object: the upper definition counts.
        NF == 4 && $3 ~ /^[A-TV-Z]$/ {
            if (!($4 in home) || number[room(module($1))] < number[room(home[$4])]) home[$4] = module($1)
        }
        END {
            for (i = 1; i <= n; i++) {
                split(used[i], part, " ")
                if (!(part[2] in home)) continue
                from = room(part[1]); to = room(home[part[2]])
                pairs += home[part[2]] != part[1]
                if (from in number && to in number && number[to] > number[from])
                    print "call " part[1] ": " part[2] " of " home[part[2]] ", which is below"
            }
            if (pairs == 0) print "call nothing: no module calls another"
        }' | sort -u
}

check() { # [ROOT [OBJECT...]]
    cd "${1:-$tools/..}" || return 2
    [ $# -eq 0 ] || shift
    if [ ! -s host/ROOMS ]; then
        echo "check_rooms: nothing to look at: no host/ROOMS in $PWD" >&2
        return 2
    fi
    rooms > "$order"
    { check_text && { [ $# -eq 0 ] || check_calls "$@"; }; } > "$found"
    cat "$found"
    echo "check_rooms: $(wc -l < "$order") rooms, $# modules, $(wc -l < "$found") violations"
    [ ! -s "$found" ] || return 1
    [ $# -gt 0 ] && return
    echo "check_rooms: no objects were named: calls were not looked at" >&2
    return 2
}

tools=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
order=$folder/order files=$folder/files found=$folder/found

passed=0 failed=0
verdict() { # WHAT RIGHT
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "check_rooms: self test: $1"; fi
}

compile() { # CC ROOT: one object per file of host/
    rm -rf "$2/x.dir"
    (cd "$2" && find host -name '*.c') | while IFS= read -r source; do
        mkdir -p "$2/x.dir/$(dirname "$source")"
        "$1" -I "$2/host/src" -c "$2/$source" -o "$2/x.dir/$source.o" || exit 2
    done
}

self_test() { # a small clean tree, and one violation after the other
    tree=$folder/tree cc=$1
    plant() { # KIND FILE TEXT
        rm -rf "$tree"
        mkdir -p "$tree/host/src/base" "$tree/host/src/plan" "$tree/host/tool/campaign" "$tree/kernels/good"
        printf 'host/src\nbase  x\nplan  x\nhost/tool\ncampaign  x\n' > "$tree/host/ROOMS"
        echo 'int plan(void);' > "$tree/host/src/plan/plan.h"
        printf '#include "plan/plan.h"\nint base(void);\nint plan(void) { return base(); }\n' > "$tree/host/src/plan/plan.c"
        echo 'int base(void) { return 1; }' > "$tree/host/src/base/base.c"
        echo 'int plan(void); int parent(void) { return plan(); }' > "$tree/host/tool/campaign/parent.c"
        echo '#include "cases/case.h"' > "$tree/kernels/good/good_case.c"
        [ -z "$2" ] || { mkdir -p "$tree/$(dirname "$2")" && printf '%b\n' "$3" > "$tree/$2"; }
        compile "$cc" "$tree"
        # shellcheck disable=SC2046 # no spaces in these names
        out=$(check "$tree" $(find "$tree/x.dir" -name '*.o'))
        status=$?
    }
    says() { # KIND
        [ "$status" -eq 1 ] && [ "$(printf '%s\n' "$out" | grep -vc '^check_rooms')" -eq 1 ] && printf '%s' "$out" | grep -q "^$1 "
        verdict "$1: $out" $?
    }
    plant clean '' ''
    [ "$status" -eq 0 ]
    verdict "the clean tree: $out" $?
    plant include host/src/base/up.c '#include "plan/plan.h"' && says include
    plant include host/src/plan/old.c '#include "../plan/plan.h"' && says include
    plant call host/src/base/up.c 'int plan(void); int up(void) { return plan(); }' && says call
    plant room host/src/attic/a.c 'int a;' && says room
    plant room host/ROOMS 'host/src\nbase  x\nplan  x\ncellar  x\nhost/tool\ncampaign  x' && says room
    plant name host/tool/campaign/base.c 'int other;' && says name
    plant case kernels/good/bad_case.c '#include "run/data.h"' && says case
    plant parent host/tool/campaign/cl.c 'int clFinish(void); int cl(void) { return clFinish(); }' && says parent
    plant size '' ''
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do echo "int base$i;" > "$tree/host/src/base/b$i.c"; done
    # shellcheck disable=SC2046
    out=$(check "$tree" $(find "$tree/x.dir" -name '*.o'))
    status=$?
    says size
    plant size tests/base/a.c 'int a;'
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do echo "int base$i;" > "$tree/tests/base/b$i.c"; done
    # shellcheck disable=SC2046
    out=$(check "$tree" $(find "$tree/x.dir" -name '*.o'))
    status=$?
    says size
    beside() { # what it says of the tree that it stands in
        mkdir -p "$tree/cmake" && cp "$tools/check_rooms.sh" "$tree/cmake"
        out=$(sh "$tree/cmake/check_rooms.sh" 2> /dev/null)
        status=$?
    }
    beside && says size
    plant clean '' ''
    (check "$tree") > "$folder/said" 2>&1
    [ $? -eq 2 ]
    verdict "no objects" $?
    beside
    [ "$status" -eq 2 ]
    verdict "no arguments: $out" $?
    rm "$tree/host/ROOMS"
    beside
    [ "$status" -eq 2 ] && [ -z "$out" ]
    verdict "no rooms: $out" $?
    echo "check_rooms: self test, $passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

if [ "${1-}" = --self-test ]; then
    self_test "$2"
else
    check "$@"
fi
