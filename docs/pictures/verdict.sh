#!/bin/sh
# Draws the README's picture of a terminal: two OpenCL implementations of one processor, compared from recorded files:
#
#   docs/pictures/verdict.sh PATH_OF_CROSSLANE [FILE.svg]
#
# What it shows is what the command prints, as far as it fits a screen. Without FILE.svg the picture beside this script is replaced; a test
# draws it in a folder of its own and compares.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
crosslane=$1
picture=${2:-$here/verdict.svg}
cd "$here/../../bench/results/two-cores"
"$crosslane" compare Intel-CPU-runtime.json PoCL-3.1.json | awk -v lines=24 -f "$here/terminal.awk" > "$picture.part" || {
    rm -f "$picture.part"
    exit 1
}
mv "$picture.part" "$picture"
