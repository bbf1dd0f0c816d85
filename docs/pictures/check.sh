#!/bin/sh
# Draws the README's picture of a finding: docs/pictures/check.sh PATH_OF_CROSSLANE [FILE.svg]
#
# The kernel is the first one of docs/check.md, checked as that page does it. Without FILE.svg the picture beside this script is
# replaced; tests/check/words.sh draws it in a folder of its own and compares.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
crosslane=$1
picture=${2:-$here/check.svg}
case $picture in /*) ;; *) picture=$PWD/$picture ;; esac
case $crosslane in /*) ;; *) crosslane=$PWD/$crosslane ;; esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk '/^```c$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$here/../check.md" > "$folder/sums.cl"
cd "$folder"
"$crosslane" check sums.cl --arg 'x=random:u32[256]' --arg 'y=zeros:u32[4]' --width 32,64 > found || [ $? -eq 1 ]
awk -f "$here/check.awk" sums.cl found > picture.svg
cp picture.svg "$picture"
