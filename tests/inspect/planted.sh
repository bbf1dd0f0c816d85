#!/bin/sh
# Planted kernels, of which it is known what is in them: `planted.sh CROSSLANE TARGET...`. Each of tests/inspect/planted
# has lines "all: CONDITION...", "gfx: ...", "gen: ...", "nv: ...", "cpu: ..." of what `inspect --require` has to find there, for all targets or
# for those of one family; a kernel without one for a target is not its. Prints "N passed, M failed" of conditions and
# kernels that are classed rightly.
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
