#!/bin/sh
# Draws the README's picture of the verdict on two GPUs, from recorded files:
#
#   docs/pictures/verdict.sh PATH_OF_CROSSLANE [FILE.svg]
#
# Without FILE.svg it replaces the picture next to this script. A test draws the picture again and compares.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
crosslane=$1
picture=${2:-$here/verdict.svg}
cd "$here/../../bench/results"
LC_ALL=C "$crosslane" compare nvidia-h100/table.json nvidia-h200/table.json | awk -f "$here/verdict.awk" > "$picture.part" || {
    rm -f "$picture.part"
    exit 1
}
mv "$picture.part" "$picture"
