#!/bin/sh
# Builds the handouts of the first lessons, one page of A4 each, from the lessons and the exercises:
#
#   docs/handouts/make.sh [FILE.html]
#
# A page has a lesson's title and beginning (kernels/NAME/README.md), a picture of eight lanes, a table to fill in by hand
# and an exercise (docs/exercises). The last page has the filled-in tables. Without FILE.html the script replaces its own
# handouts.html; a test rebuilds and compares it.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
out=${1:-$here/handouts.html}
part=$out.part
trap 'rm -f "$part"' EXIT

# number, lesson, exercise
lessons='0 lanes 04-ring
1 sg 13-rank
2 reduce 06-butterfly
3 scan 10-scan
4 compact 15-append
5 dispatch 11-exclusive
6 branch 20-waterfall'

{
    cat "$here/head.html"
    echo "$lessons" | while read -r number lesson exercise; do
        awk -v what=page -v number="$number" -v exercise="$exercise" -f "$here/page.awk" \
            "$here/../../kernels/$lesson/README.md" "$here/../exercises/$exercise/text.md"
    done
    echo '<section class="filled"><h1>The tables, filled in</h1>'
    echo "$lessons" | while read -r number lesson exercise; do
        awk -v what=answers -v number="$number" -f "$here/page.awk" "$here/../../kernels/$lesson/README.md" /dev/null
    done
    echo '</section>'
    echo '</body></html>'
} > "$part"
mv "$part" "$out"
