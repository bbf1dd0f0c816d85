#!/bin/sh
# The portable device header in programs for devices that are not here, by clang's front end alone:
# `header.sh [CLANG]`. For each backend: every operation behind macros with everyday names (tests/header), with and
# without tracing; then what a compiler says where an option is missing. Prints "N passed, M failed".
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
root=$here/../..
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
passed=0
failed=0
clang=${1:-}
for candidate in clang-15 clang-16 clang-17 clang-18 clang-19 clang; do
    [ -n "$clang" ] || clang=$(command -v "$candidate")
done
if [ -z "$clang" ] || ! echo '__kernel void k(void) {}' |
    "$clang" -x cl -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -nogpulib -fsyntax-only - 2> /dev/null; then
    echo "skipped: no clang that compiles OpenCL C for amdgcn"
    exit 0
fi

cat "$root/tests/header/names.h" "$root/include/crosslane_sg.h" "$root/tests/header/uses.cl" > "$place/uses.cl"
cat "$root/include/crosslane_sg.h" - > "$place/empty.cl" <<'END'
SG_KERNEL void total(__global uint *x SG_PARAMS) {
    SG_BEGIN(sg);
    x[0] = sg_reduce_add(sg, x[0]);
}
END

compile() { # SOURCE OPTIONS...
    source=$1
    shift
    "$clang" -x cl -Xclang -finclude-default-header -fsyntax-only "$@" "$place/$source" > "$place/log" 2>&1
}
result() { # NAME STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1"
        grep -E 'error|warning' "$place/log" | head -n 5
    fi
}
works() { # OPTIONS...
    compile uses.cl -Werror=undef -Wundef "$@"
    result "$*" $?
    compile uses.cl -DSG_TRACE=1 -DSG_RECORD=1 -DSG_GUARD=1 -DSG_SEGMENTS=1 -DSG_GROUPS=1 "$@"
    result "traced, with segments and groups: $*" $?
}
says() { # TEXT OPTIONS...
    text=$1
    shift
    ! compile empty.cl "$@" && grep error "$place/log" | head -n 1 | grep -q "$text"
    result "'$text' is not said first: $*" $?
}

amd="-target amdgcn-amd-amdhsa -nogpulib"
nvidia="-target nvptx64-nvidia-cuda -nogpulib -D__NV_CL_C_VERSION=120 -DSG_HAS_FP16=0"
# shellcheck disable=SC2086 # options are words
{
    for standard in CL2.0 CL3.0; do
        works $amd -mcpu=gfx90a -cl-std=$standard -DSG_WIDTH=64 -DSG_BACKEND=SG_AMD
        works $amd -mcpu=gfx1030 -cl-std=$standard -DSG_WIDTH=32 -DSG_BACKEND=SG_AMD
        works $amd -mcpu=gfx1030 -mwavefrontsize64 -cl-std=$standard -DSG_WIDTH=64 -DSG_BACKEND=SG_AMD
    done
    works $amd -mcpu=gfx90a -cl-std=CL2.0 # the compiler tells backend and width
    works $amd -mcpu=gfx90a -cl-std=CL1.2 -DSG_WIDTH=64 -DSG_BACKEND=SG_LOCAL
    works $nvidia -cl-std=CL1.2
    works $nvidia -cl-std=CL1.2 -DSG_SM=70
    works $nvidia -cl-std=CL3.0 -DSG_SM=90
    works -target spir64 -cl-std=CL3.0 -DSG_BACKEND=SG_KHR -DSG_WIDTH=16
    works -target spir64 -cl-std=CL1.2 -DSG_BACKEND=SG_LOCAL -DSG_WIDTH=128
    works -target spir64 -cl-std=CL3.0 -DSG_BACKEND=SG_INTEL -DSG_WIDTH=8
    says 'needs OpenCL C 2.0: give the build option -cl-std=CL2.0' $amd -mcpu=gfx90a
    says 'needs OpenCL C 2.0: give the build option -cl-std=CL2.0' $amd -mcpu=gfx90a -DSG_WIDTH=64 -DSG_BACKEND=SG_AMD
    says 'say the sub-group width' -target spir64 -cl-std=CL1.2
    says 'SG_WIDTH must be a power of two' -target spir64 -cl-std=CL1.2 -DSG_WIDTH=24
    says 'has sub-groups of 32 lanes only' $nvidia -cl-std=CL1.2 -DSG_BACKEND=SG_NVIDIA -DSG_WIDTH=16
}
echo "header: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
