#!/bin/sh
# Checks that docs/handouts are current: the output of their script for the lessons and exercises. There is a page for
# each lesson from 0 to 6, each with a picture, a table to fill in and an exercise, and the filled-in tables.
#
#   tests/docs/handouts.sh
set -u
root=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd) || exit 2
made=$(mktemp) || exit 2
trap 'rm -f "$made"' EXIT
failed=0
expect() { # WHAT GOT WANTED
    [ "$2" = "$3" ] && return
    echo "$1: $2, expected $3"
    failed=1
}
"$root/docs/handouts/make.sh" "$made" || exit 1
if ! cmp -s "$made" "$root/docs/handouts/handouts.html"; then
    echo 'docs/handouts/handouts.html is not what docs/handouts/make.sh makes: run it, and look at the pages'
    failed=1
fi
expect pages "$(grep -c '<section' "$made")" 8
expect pictures "$(grep -c '<svg' "$made")" 7
expect tables "$(grep -c '<table>' "$made")" 14
expect exercises "$(grep -c 'crosslane learn check [0-9]' "$made")" 7
expect 'empty cells' "$(grep -o '<td></td>' "$made" | wc -l | tr -d ' ')" 184
expect 'what Markdown leaves' "$(grep -v '<style>' "$made" | grep -c '](' )" 0
exit "$failed"
