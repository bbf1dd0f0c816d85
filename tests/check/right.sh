#!/bin/sh
# usage: right.sh CROSSLANE [WIDTHS [SEEDS [SCHEDULES [NAME...]]]]
# No false alarm: all right strategies of the named algorithms (default all), verified at quick level on the checking
# device at each width (default 1 8 16 24 32 64 128), with each seed of inputs and orders (default 1 2 3), in SCHEDULES
# orders of work-items a launch (default 1). No row may have a finding. The layer has no sub-groups of 1 and 24 lanes: 1
# is emulated, and with 24 every row that needs sub-groups must be refused.
set -u
crosslane=$1
widths=${2:-1 8 16 24 32 64 128}
seeds=${3:-1 2 3}
CROSSLANE_CHECK_SCHEDULES=${4:-1}
export CROSSLANE_CHECK_SCHEDULES
if [ $# -gt 4 ]; then shift 4; else set --; fi
if ! command -v clang-15 > /dev/null && ! command -v clang > /dev/null; then
    echo "skipped: no clang"
    exit 0
fi
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
bad=0
for width in $widths; do
    options="--width $width"
    unset CROSSLANE_CHECK_WIDTH
    [ "$width" != 24 ] || { options="--backend khr" && export CROSSLANE_CHECK_WIDTH=24; }
    for seed in $seeds; do
        echo "width $width, seed $seed: $*"
        # shellcheck disable=SC2086 # options are several
        CROSSLANE_CHECK_SEED=$seed "$crosslane" verify "$@" --device check --level quick $options --seed "$seed" \
            --max-launch 1000 --timeout 1000 --quiet > "$out" 2>&1 || [ "$width" = 24 ] || bad=1
        grep -E -A12 '^(WRONG|error)' "$out"
        grep -E '^[0-9]+ ok, [0-9]+ wrong, 0 failed' "$out" || { cat "$out" && bad=1; }
        [ "$width" != 24 ] || ! grep -E '(WRONG|crosslane check: )' "$out" || bad=1
    done
done
exit $bad
