#!/bin/sh
# usage: answers.sh ANSWERS LIBRARY
set -u
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
OCL_ICD_VENDORS="$2" OCL_ICD_FILENAMES="$2" CROSSLANE_CACHE_DIR="$folder/cache" "$1" checking 2> "$folder/findings"
status=$?
for text in "kernel crash" "kernel endless, width 32: line 6: the kernel did not end" "worker was killed by signal 9"; do
    grep -q "$text" "$folder/findings" || {
        echo "no finding: $text"
        status=1
    }
done
exit $status
