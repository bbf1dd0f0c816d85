#!/bin/sh
# Draws the pictures of the first lesson (kernels/lanes) from what the kernels really did:
#
#   docs/pictures/lanes.sh PATH_OF_CROSSLANE [FOLDER]
#
# Each picture is a trace of a kernel: values above, what each lane got below, and an arrow for each value that moved. An
# arrow is drawn only where the values agree with it: a kernel that does something else gives no picture. Without FOLDER the
# files beside this script are replaced; a test makes them in a folder of its own and compares.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
crosslane=$1
folder=${2:-$here}

for kernel in lane shuffle ballot sum scan; do
    "$crosslane" trace "lanes/$kernel" --quiet > "$folder/trace.txt"
    awk -v kernel="$kernel" -f "$here/lanes.awk" "$folder/trace.txt" > "$folder/lanes-$kernel.svg.part" || {
        rm -f "$folder/trace.txt" "$folder/lanes-$kernel.svg.part"
        exit 1
    }
    mv "$folder/lanes-$kernel.svg.part" "$folder/lanes-$kernel.svg"
    rm -f "$folder/trace.txt"
done
