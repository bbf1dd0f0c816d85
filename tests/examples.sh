#!/bin/sh
# Runs docs/examples as their heads say, on the first device, at several widths:
#
#   tests/examples.sh BUILD_DIR [PYTHON]        PYTHON: an interpreter with pyopencl and numpy
#
# Then with a kernel that is wrong on purpose, which each example has to tell. Ends with "N passed, M failed".
set -u
here=$(CDPATH='' cd "$(dirname "$0")/.." && pwd) || exit 2
crosslane=$(CDPATH='' cd "$1" && pwd)/crosslane
python=${2:-}
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
cp "$here"/docs/examples/sub_group.* "$place"
cd "$place" || exit 2
passed=0
failed=0

step() { # right|WRONG, the last word that it has to say; NAME COMMAND...
    wanted=$1 name=$2
    shift 2
    "$@" > log 2>&1
    if tail -n 1 log | grep -q ": $wanted\$"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "examples: $name:"
        sed 's/^/    /' log
    fi
}

both() { # right|WRONG NAME
    step "$1" "$2, C" ./sub_group sub_group.cl "$here/include"
    [ -z "$python" ] || step "$1" "$2, Python" "$python" sub_group.py "$here/include"
}

for width in 2 8 64; do
    "$crosslane" options --device 0 --width $width --quick --quiet --as c > sg_options.h || exit 2
    "$crosslane" options --device 0 --width $width --quick --quiet --as python > sg_options.py || exit 2
    cc -std=c11 -Wall -Wextra -Werror -Wno-deprecated-declarations sub_group.c -lOpenCL -o sub_group || exit 2
    both right "width $width"
done
sed 's/sg_shuffle_xor(sg, v, 1u)/v/' "$here/docs/examples/sub_group.cl" > sub_group.cl
both WRONG "a neighbour that is oneself"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
