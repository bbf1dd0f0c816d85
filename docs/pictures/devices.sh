#!/bin/sh
# Draws the README's chart of several devices from recorded results:
#
#   docs/pictures/devices.sh PATH_OF_CROSSLANE [FILE.svg]
#
# The files are bench/results/*/histogram.json, made on each device, when nothing else runs there, by
#
#   crosslane bench histogram histogram/auto --set n=16777216 --set buckets=256 --json bench/results/NAME/histogram.json
#
# A second device of one name is told apart by its --label. Without FILE.svg the picture beside this script is replaced; a test draws
# it in a folder of its own and compares.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
crosslane=$1
picture=${2:-$here/devices.svg}
"$crosslane" compare "$here"/../../bench/results/*/histogram.json histogram --set distribution=single --chart "$picture" \
    --force > /dev/null
