#!/bin/sh
# usage: planted.sh CROSSLANE TARGET...
# Checks `inspect --require` on the kernels of tests/inspect/planted, which list conditions: "all: CONDITION..." for all
# targets, "gfx:", "gen:", "nv:" or "cpu:" for a family, where it is tested. Prints "N passed, M failed".
set -u

crosslane=$1
shift
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
passed=0
failed=0

# conditions FILE FAMILY
conditions() {
    sed -n "s/^ *\(all\|$2\): \([^*(]*\).*/\2/p" "$1"
}

for target in "$@"; do
    case $target in gfx*) family=gfx ;; sm_*) family=nv ;; x86*) family=cpu ;; *) family=gen ;; esac
    kernels=0
    for file in "$here"/planted/*.cl; do
        set -- 
        for condition in $(conditions "$file" $family); do set -- "$@" --require "$condition"; done
        [ $# -gt 0 ] || continue
        kernels=$((kernels + 1))
        if said=$("$crosslane" inspect "$file" --for "$target" "$@" 2>&1); then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL $(basename "$file"): $(echo "$said" | grep '^crosslane:')"
        fi
    done
    echo "$target: $kernels planted kernels"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
