#!/bin/sh
# usage: tests/docs/pictures.sh PATH_OF_CROSSLANE
# Checks that the README's pictures match the recorded files, and the first lesson's pictures match its kernels here.
# Draws them again (the lesson's from traces on the first device) and compares with docs/pictures. A trace with one
# value changed must be refused. Ends with "N passed, M failed".
set -u
here=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd) || exit 2
crosslane=$1
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
passed=0
failed=0

result() { # STATUS WORDS
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "pictures: $2"
    fi
}

"$here/docs/pictures/lanes.sh" "$crosslane" "$place"
result $? "they cannot be drawn"
for kernel in lane shuffle ballot sum scan; do
    cmp "$place/lanes-$kernel.svg" "$here/docs/pictures/lanes-$kernel.svg"
    result $? "bring $kernel up to date: docs/pictures/lanes.sh $crosslane"
    # Changes the last number of the last step.
    "$crosslane" trace "lanes/$kernel" --quiet |
        awk '{ line[NR] = $0 } END { sub(/[0-9]+$/, "77", line[NR - 1]); for (i = 1; i <= NR; i++) print line[i] }' > "$place/wrong"
    ! awk -v kernel="$kernel" -f "$here/docs/pictures/lanes.awk" "$place/wrong" > "$place/picture" 2> "$place/log"
    result $? "$kernel: a wrong trace was drawn"
done
"$here/docs/pictures/devices.sh" "$crosslane" "$place/devices.svg" &&
    cmp "$place/devices.svg" "$here/docs/pictures/devices.svg"
result $? "bring the chart of several devices up to date: docs/pictures/devices.sh $crosslane"
"$here/docs/pictures/verdict.sh" "$crosslane" "$place/verdict.svg" &&
    cmp "$place/verdict.svg" "$here/docs/pictures/verdict.svg"
result $? "bring the picture of the verdict up to date: docs/pictures/verdict.sh $crosslane"
if command -v python3 > /dev/null; then
    python3 "$here/docs/pictures/exposure.py" "$place/before.png" && cmp "$place/before.png" "$here/docs/pictures/exposure-before.png"
    result $? "bring the picture before its exposure up to date: docs/pictures/exposure.py FILE"
fi
"$crosslane" exec exposure --in image="$here/docs/pictures/exposure-before.png" --out exposed="$place/after.png" --quiet &&
    cmp "$place/after.png" "$here/docs/pictures/exposure-after.png"
result $? "the exposed picture is another one: docs/pictures/exposure-after.png"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
