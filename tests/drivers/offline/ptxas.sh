#!/bin/sh
# usage: ptxas.sh FOLDER [ARCHITECTURE]
# Assembles PTX programs that a driver returned, for sm_90 by default. FOLDER has .ptx files or disk cache entries
# (.program, recorded on the device by CROSSLANE_CACHE_DIR=FOLDER crosslane verify). Prints registers and spills of
# every kernel and "N passed, M failed". A kernel that spills or does not assemble fails.
set -u

folder=$1
architecture=${2:-sm_90}
ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
passed=0
failed=0

for file in "$folder"/*.ptx "$folder"/*.program; do
    [ -e "$file" ] || continue
    # The text follows an entry's header and ends with a NUL.
    tr -d '\000' < "$file" | LC_ALL=C sed -n '/^\.version/,$p' > "$work/text.ptx"
    [ -s "$work/text.ptx" ] || continue
    if ! "$ptxas" -arch="$architecture" -v "$work/text.ptx" -o "$work/text.cubin" > "$work/log" 2>&1; then
        echo "FAIL $(basename "$file") does not assemble:"
        head -n 5 "$work/log"
        failed=$((failed + 1))
        continue
    fi
    awk -v q="'" '
        /Compiling entry function/ { split($0, part, q); kernel = part[2] }
        /bytes spill stores/ { for (i = 2; i <= NF; i++) if ($i == "bytes" && $(i + 1) == "spill") spill += $(i - 1) }
        /Used [0-9]+ registers/ {
            match($0, /Used [0-9]+/)
            printf "  %-32s registers=%d spill=%d\n", kernel, substr($0, RSTART + 5, RLENGTH - 5), spill
            spill = 0
        }' "$work/log" > "$work/rows"
    cat "$work/rows"
    spilled=$(grep -vc ' spill=0$' "$work/rows")
    failed=$((failed + spilled))
    passed=$((passed + $(wc -l < "$work/rows") - spilled))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
