#!/bin/bash
# usage: windows_tests.sh BUILD SEED BUDGET
#
# Runs BUILD/crosslane_tests.exe (cmake/packaging/windows.sh --tests) under Wine and names the tests that tests/windows
# excludes. SEED draws the more expensive areas that fit into BUDGET processor seconds.
# shellcheck disable=SC2016 # awk's own $1
set -uo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
cd "$build" || exit 1
export WINEPREFIX=$build/wine WINEDEBUG=-all WINEARCH=win64 CROSSLANE_CACHE_DIR=
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
table=$source/tests/windows
rows() { # CONDITION OUTPUT: of the table, for awk
    awk "!/^#/ && NF && $1 { $2 }" "$table"
}
rows '$2 ~ /^[0-9]+$/ && $2 > 4' print > costs
mapfile -t cheap < <(rows '$2 ~ /^[0-9]+$/ && $2 <= 4' 'print $1')
mapfile -t left_out < <(rows '$2 == "-" && $1 !~ /\//' 'name = $1; sub(/^[^ ]+ - /, ""); print name ": " $0')
mapfile -t drawn < <("$source/cmake/draw.sh" costs "$2" "$3")
mapfile -t later < <("$source/cmake/draw.sh" costs "$2" "$3" left)
mapfile -t untried < <(find "$source"/tests/*/ -name 'test_*.c' | sed 's/.*test_\(.*\)\.c$/\1/' | sort | grep -vxF -f <(rows 1 'print $1'))
[ ${#cheap[@]} -gt 0 ] && [ ${#drawn[@]} -gt 0 ] || exit 1

failed=0
areas() { # AREA...: in one process
    timeout 1200 "$wine" ./crosslane_tests.exe "$@" 2>&1 | tr -d '\r' | tee said.txt
    [ "${PIPESTATUS[0]}" -eq 0 ] || failed=1
    ! grep 'skipped: ' said.txt || failed=1 # what is not run has a line in tests/windows
    cat said.txt >> all.txt
}
: > all.txt
areas "${cheap[@]}"
for area in "${drawn[@]}"; do areas "$area"; done
printf 'not run: %s\n' "${left_out[@]}"
echo "not run, not tried under Wine yet: ${untried[*]}"
echo "not drawn by this commit: ${later[*]}"
echo "not run: ${#left_out[@]} areas, $(grep -c '^not run: ' all.txt) tests of others, and ${#untried[@]} areas that have not been tried"
exit $failed
