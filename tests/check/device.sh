#!/bin/sh
# usage: device.sh CROSSLANE LIBRARY
# Opens the checking device through the OpenCL loader; its lanes exchange values.
set -u
crosslane=$1
library=$2
if ! command -v clang-15 > /dev/null && ! command -v clang > /dev/null; then
    echo "skipped: no clang"
    exit 0
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/vendors"
echo "$library" > "$folder/vendors/check.icd"
OCL_ICD_VENDORS="$folder/vendors" CROSSLANE_CACHE_DIR="$folder/cache" "$crosslane" devices > "$folder/out" 2>&1
passed=0
failed=0
for text in "device 0: crosslane checking device" "sub-groups   4, 8, 16, 32, 64, 128 lanes" "native sub-groups of 32 lanes, tested"; do
    if grep -q "$text" "$folder/out"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "not found: $text"
        cat "$folder/out"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
