#!/bin/sh
# usage: planted.sh CROSSLANE [PART/PARTS [WIDTH]]
# Nothing missed: each wrong kernel of planted.txt must be reported with its kind, in a line with its text. PART/PARTS
# takes every PARTS-th one; WIDTH (default 8) is for planted strategies. Needs clang.
set -u
crosslane=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
part=${2:-1/1}
width=${3:-8}
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
root=$here/../..
if ! command -v clang-15 > /dev/null && ! command -v clang > /dev/null; then
    echo "skipped: no clang"
    exit 0
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
passed=0
failed=0
number=0

# lines_of FILE: the texts of the lines that findings in `out` name.
lines_of() {
    grep -E "^ *$kind(:|,)" out | grep -oE 'line [0-9]+( of [a-z_0-9.-]+)?' | while read -r _ line _ file; do
        find "$1" -name "${file:-*.cl}" -exec sed -n "${line}p" {} \;
    done
}

while IFS='|' read -r name kind text options; do
    case $name in '#'* | '') continue ;; esac
    name=$(echo "$name" | sed 's/ *$//')
    kind=$(echo "$kind" | sed 's/^ *//; s/ *$//')
    text=$(echo "$text" | sed 's/^ *//; s/ *$//')
    number=$((number + 1))
    [ $((number % ${part#*/})) -eq $((${part%/*} % ${part#*/})) ] || continue
    source=$root/kernels
    if [ "${name#[0-9]}" != "$name" ]; then
        exercise=${name%/*}
        source=$folder/crosslane-learn
        mkdir -p crosslane-learn
        cp "$root/docs/exercises/$name.cl" "crosslane-learn/$exercise.cl"
        # shellcheck disable=SC2086 # options are several
        if [ -z "$options" ]; then "$crosslane" learn check "$exercise" --device check > out 2>&1; else
            [ -d layer ] || "$crosslane" copy lanes layer > /dev/null
            "$crosslane" check "crosslane-learn/$exercise.cl" --include layer --option -DSG_BACKEND=SG_INTEL --option -DSG_PROBED=1 \
                --option "-DSG_WIDTH=$width" --option -DSG_GROUP_SIZE=64 --width "$width" $options > out 2>&1
        fi
    else
        # shellcheck disable=SC2086 # options are several
        "$crosslane" verify "${name%/*}" --plant "${name#*/}" --device check --width "$width" $options --json records --force > /dev/null 2>&1
        sed 's/\\n/\
/g' records > out
    fi
    # A kernel that does not end has no line.
    if [ "$text" = - ]; then grep -E "^ *$kind(:|,)" out > /dev/null; else lines_of "$source" | grep -F -- "$text" > /dev/null; fi
    # shellcheck disable=SC2181 # of either
    if [ $? -eq 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "$name: expected $kind in a line with $text:"
        cut -c 1-300 out
    fi
done < "$here/planted.txt"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
