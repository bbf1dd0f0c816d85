#!/bin/sh
# draw.sh TABLE SEED BUDGET [left]: draws names of TABLE by SEED whose costs together fit into BUDGET, the same names on
# every system. With left: the other names.
#
# TABLE has a line per name: name, cost in processor seconds, the required name or -; # begins a comment. A required
# name is drawn too, and paid once. A name that exceeds BUDGET by itself is an error. Prints one name a line, in the
# table's order. Exit status 2 for a bad call or table.
set -u
if [ $# -lt 3 ] || [ $# -gt 4 ] || [ "${4-left}" != left ] || [ ! -r "$1" ]; then
    echo "usage: draw.sh TABLE SEED BUDGET [left]" >&2
    exit 2
fi
awk -v seed="$2" -v budget="$3" -v wanted="${4-drawn}" '
    # Squares modulo the largest prime below 2^26 are exact in every awk.
    function key(text,    i, h) {
        h = 1
        for (i = 1; i <= length(text) + 4; i++) h = (h * h + index(letters, substr(text, i, 1)) * 16807 + i) % 67108859
        return h
    }
    function bad(what) { printf "%s, line %d: %s\n", FILENAME, FNR, what | "cat >&2"; status = 2; exit }
    BEGIN { letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. " }
    /^[ \t]*(#|$)/ { next }
    NF != 3 || $2 !~ /^[0-9]+$/ { bad("expected: name, seconds, what it needs or -") }
    $3 != "-" && !($3 in cost) { bad("it needs " $3 ", which is not a line above") }
    { name[++count] = $1; cost[$1] = $2; needs[$1] = $3 }
    cost[$1] + ($3 == "-" ? 0 : cost[$3]) > budget { bad($1 " alone costs more than the budget of " budget) }
    END {
        if (status) exit status
        for (i = 1; i <= count; i++) order[i] = name[i]
        for (i = 2; i <= count; i++) # insertion sort by key
            for (j = i; j > 1 && key(seed " " order[j]) < key(seed " " order[j - 1]); j--) {
                held = order[j]; order[j] = order[j - 1]; order[j - 1] = held
            }
        for (i = 1; i <= count; i++) {
            n = order[i]; m = needs[n]
            if (drawn[n]) continue
            price = cost[n] + (m == "-" || drawn[m] ? 0 : cost[m])
            if (price > budget) continue
            budget -= price; drawn[n] = 1
            if (m != "-") drawn[m] = 1
        }
        for (i = 1; i <= count; i++) if (drawn[name[i]] == (wanted == "drawn")) print name[i]
    }' "$1"
