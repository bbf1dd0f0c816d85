#!/bin/sh
# usage: run.sh BUILD_ALL FAMILY FOLDER [JOBS]
# Compiles every kernel for absent devices, with the tools of `crosslane inspect`. FAMILY is a list of targets, gcn or
# gen (below). Empties FOLDER, then keeps programs, logs and compiled.json (for docs/support.md) there. Prints a table
# and "N passed, M failed" for each target, or why it has no compiler. Planted kernels must fail: one that does not
# compile, one that needs too many registers, and ballots counted by a prefix sum.
# OFFLINE_ONLY=gfx1100: only this target.
# OFFLINE_TURN=K/N: every N-th target from number K on, counted from 0.
# OFFLINE_PART=K/N: part K of N, counted from 0, of each target's share of the settings other than the defaults.
set -u

build_all=$1
family=$2
folder=$3
jobs=${4:-2}
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
passed=0
failed=0
for given in "OFFLINE_TURN=${OFFLINE_TURN:-0/1}" "OFFLINE_PART=${OFFLINE_PART:-0/1}"; do
    if ! echo "${given#*=}" | grep -Eqx '[0-9]{1,4}/[1-9][0-9]{0,3}' || ! (k=${given#*=} && [ "${k%/*}" -lt "${k#*/}" ]); then
        echo "$0: $given: expected K/N, K from 0 to N - 1" >&2
        exit 2
    fi
done

# A line per target: device file, backend, width, share.
targets() {
    if [ "$family" = gcn ]; then
        echo "gfx906 amd 64 0/4
gfx90a amd 64 1/4
gfx1030 amd 32 2/4
gfx1030 amd 64 3/4
gfx1100 amd 32 0/4
gfx1100 amd 64 1/4"
    else
        echo "tgllp intel 8 0/12
tgllp intel 16 2/12
tgllp intel 32 4/12
dg2 intel 8 6/12
dg2 intel 16 8/12
dg2 intel 32 10/12
tgllp khr 0 0/24
dg2 khr 0 12/24"
    fi
}

# part_of SHARE: the TURN/TURNS for OFFLINE_PART.
part_of() {
    part=${OFFLINE_PART:-0/1}
    echo "$((${1%/*} * ${part#*/} + ${part%/*}))/$((${1#*/} * ${part#*/}))"
}

one() { # DEVICE BACKEND WIDTH SHARE
    "$build_all" "$1" "$2" "$3" "$folder/$1" "$(part_of "$4")" > "$folder/$1-$2-$3.out" 2>&1
    echo $? > "$folder/$1-$2-$3.status"
}

# caught PATTERN ALGORITHM DEVICE BACKEND WIDTH: building $folder/planted must fail with PATTERN.
caught() {
    if "$build_all" "$3" "$4" "$5" "$folder/planted/out" 0/1000 "$2" "$folder/planted" > "$folder/planted/log" 2>&1; then
        echo "FAIL planted kernel passed: $1"
        failed=$((failed + 1))
    elif grep -E "$1" "$folder/planted/log" | cut -c 1-160 | head -n 1 | sed "s/^/caught: /" | grep .; then
        passed=$((passed + 1))
    else
        echo "FAIL planted kernel failed for another reason than $1:"
        tail -n 5 "$folder/planted/log"
        failed=$((failed + 1))
    fi
}

planted() { # DEVICE BACKEND WIDTH
    mkdir -p "$folder/planted/lerp" "$folder/planted/out"
    sed "s/lerp_store(/lerp_stores(/" "$here/../../../kernels/lerp/affine.cl" > "$folder/planted/lerp/affine.cl"
    caught '^FAIL lerp/affine .*did not compile' lerp "$@"
    cp "$here/spilling.cl" "$folder/planted/lerp/affine.cl"
    caught '^FAIL lerp/affine .*outside of registers' lerp "$@"
    if [ "$family" = gcn ]; then # the other compiler does not tell how many instructions a kernel has
        mkdir -p "$folder/planted/probes"
        sed 's/return (T)sg_mask_count_below(.*/return sg_scan_exclusive_add(sg, (v >> 5) \& 1u);/' \
            "$here/../../../kernels/probes/operate.h" > "$folder/planted/probes/operate.h"
        caught '^FAIL probes: .*advantage is lost' probes "$@"
    fi
}

# Counts spills only under default settings.
write_compiled() {
    separator='{"compiled": ['
    for out in "$folder"/*.out; do
        printf '%s\n  ' "$separator"
        awk -v compiler="$version" '
            function strategy(word) {
                gsub(/[][]/, "", word)
                if (index(", " spilling ", ", ", " word ", ") == 0) spilling = spilling (spilling == "" ? "" : ", ") word
            }
            /^known:/ { known++; strategy($2) }
            /^FAIL/ { if (/keeps values outside/) strategy($2); else broken++ }
            / programs compiled, / { target = $0; sub(/: [0-9]+ programs.*/, "", target) }
            /^[0-9]+ passed, [0-9]+ failed/ { kernels = $1 + $3 + known }
            END {
                printf "{\"target\": \"%s\", \"compiler\": \"%s\", \"kernels\": %d, \"compiled\": %d, \"spilling\": \"%s\"}", \
                    target, compiler, kernels, kernels - broken, spilling == "" ? "none" : spilling
            }' "$out"
        separator=,
    done
    printf '\n]}\n'
}

rm -rf "$folder"
mkdir -p "$folder"
first=
running=0
while read -r device backend width share; do
    [ "${OFFLINE_ONLY:-$device}" = "$device" ] || continue
    if ! said=$("$build_all" tools "$device"); then
        echo "not run: $device, $backend at $width lanes: $said"
        continue
    fi
    version=$said
    first=${first:-$device $backend $width}
    mkdir -p "$folder/$device"
    one "$device" "$backend" "$width" "$share" &
    running=$((running + 1))
    [ $((running % jobs)) -eq 0 ] && wait
done <<EOF
$(targets | awk -v turn="${OFFLINE_TURN:-0/1}" '{ split(turn, t, "/") } (NR - 1) % t[2] == t[1]')
EOF
wait
for out in "$folder"/*.out; do
    [ -e "$out" ] || continue
    cat "$out"
    [ "$(cat "${out%.out}.status")" -eq 0 ] || failed=$((failed + 1))
done
if [ -n "$first" ]; then
    write_compiled > "$folder/compiled.json"
    # shellcheck disable=SC2086 # three words
    planted $first
fi
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
status=$?
echo "planted kernels, and targets that went wrong: $passed passed, $failed failed"
exit $status
