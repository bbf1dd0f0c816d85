#!/bin/sh
# usage: right.sh CROSSLANE [WIDTHS [SEEDS [SCHEDULES [NAME...]]]]
#
# No false alarm: all right strategies of the named algorithms (default all), verified at quick level on the checking device at
# each of the widths (default 4 8 16 32 64 128), with each seed of inputs and orders (default 1 2 3), in so many orders of
# work-items a launch (default 1). Each row has to be right and without a finding. With several orders, strategies whose outputs
# may come in any order are reported as dependent on the schedule, which they are. Takes hours as a whole.
set -u
crosslane=$1
widths=${2:-4 8 16 32 64 128}
seeds=${3:-1 2 3}
CROSSLANE_CHECK_SCHEDULES=${4:-1}
export CROSSLANE_CHECK_SCHEDULES
if [ $# -gt 4 ]; then shift 4; else set --; fi
if ! command -v clang-15 > /dev/null && ! command -v clang > /dev/null; then
    echo "skipped: no clang"
    exit 0
fi
bad=0
for width in $widths; do
    for seed in $seeds; do
        echo "width $width, seed $seed: $*"
        # Words of the table are for people; the last lines count, and what is wrong stands before them.
        CROSSLANE_CHECK_SEED=$seed "$crosslane" verify "$@" --device check --level quick --width "$width" --seed "$seed" \
            --max-launch 1000 --timeout 1000 --quiet > "${TMPDIR:-/tmp}/right.$$" 2>&1 || bad=1
        grep -E -A12 '^(WRONG|error)' "${TMPDIR:-/tmp}/right.$$"
        grep -E '^[0-9]+ ok, ' "${TMPDIR:-/tmp}/right.$$" || { cat "${TMPDIR:-/tmp}/right.$$" && bad=1; }
    done
done
rm -f "${TMPDIR:-/tmp}/right.$$"
exit $bad
