#!/bin/sh
# Runs docs/examples as their headers describe, on the first device, at several widths:
#
#   tests/docs/examples.sh BUILD_DIR [PYTHON]        PYTHON: an interpreter with pyopencl and numpy
#
# Then with a deliberately wrong kernel, which each example must report. Ends with "N passed, M failed".
set -u
here=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd) || exit 2
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

step_status() { # NAME STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "examples: $1"
    fi
}

both() { # right|WRONG NAME
    step "$1" "$2, C" ./sub_group sub_group.cl "$here/include"
    [ -z "$python" ] || step "$1" "$2, Python" "$python" sub_group.py "$here/include"
}

options() { # WIDTH: for both languages
    "$crosslane" options --device 0 --width "$1" --quick --quiet --as c > sg_options.h || exit 2
    "$crosslane" options --device 0 --width "$1" --quick --quiet --as python > sg_options.py || exit 2
    compile
}

compile() {
    cc -std=c11 -Wall -Wextra -Werror -Wno-deprecated-declarations sub_group.c -lOpenCL -o sub_group || exit 2
}

for width in 2 8 64; do
    options $width
    both right "width $width"
done
sed 's/sg_shuffle_xor(sg, v, 1u)/v/' "$here/docs/examples/sub_group.cl" > sub_group.cl
both WRONG "a neighbour that is oneself"
cp "$here/docs/examples/sub_group.cl" .

# Without the guard.
step right "released, C" sh -c 'cc -DNDEBUG -std=c11 sub_group.c -lOpenCL -o released && ./released "$@"' \
    released sub_group.cl "$here/include"
[ -z "$python" ] || step right "released, Python" "$python" -O sub_group.py "$here/include"

# A width that does not run on a device whose compiler chooses it: the guard names the actual one.
if grep -q 'BACKEND=SG_[IK]' sg_options.h; then
    sed -i 's/-DSG_BACKEND=SG_[A-Z]*/-DSG_BACKEND=SG_KHR/; s/-DSG_WIDTH=64/-DSG_WIDTH=4/' sg_options.h sg_options.py
    compile
    both WRONG "a width that does not run"
    grep -q '^built for another width: [1-9]' log || { failed=$((failed + 1)); echo "examples: the guard said nothing"; }
fi

# Several devices and widths: every language takes the lines of all.
"$crosslane" options --width 4,8 --quick --quiet --as c > many.h || exit 2
printf '#include "many.h"\nint main(void) { return sizeof sg_options_0_4 + sizeof sg_options_0_8 == 0; }\n' > many.c
cc -std=c11 -o many many.c && ./many
step_status "several widths, C" $?
"$crosslane" options --width 4,8 --quick --quiet > many.sh || exit 2
# shellcheck disable=SC2016 # the inner shell's own words
sh -c '. ./many.sh; case $SG_OPTIONS_0_4-$SG_OPTIONS_0_8 in *SG_WIDTH=4*-*SG_WIDTH=8*) ;; *) exit 1 ;; esac'
step_status "several widths, shell" $?
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
