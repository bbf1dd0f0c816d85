#!/bin/sh
# usage: header.sh [CLANG]
# Compiles the portable device header for absent devices, by clang's front end. For each backend: every operation under
# macros with common names (tests/library/header), with and without tracing; then the errors for missing options. Prints
# "N passed, M failed".
set -u
export LC_ALL=C
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
root=$here/../../..
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

cat "$root/tests/library/header/names.h" "$root/include/crosslane_sg.h" "$root/tests/library/header/uses.cl" > "$place/uses.cl"
cat "$root/tests/library/header/names.h" "$root/include/crosslane_sg.h" "$root/tests/library/header/calls.cl" > "$place/calls.cl"
cat > "$place/kernel.cl" <<'END'
SG_KERNEL void total(__global uint *x SG_PARAMS) {
    SG_BEGIN(sg);
    x[0] = sg_reduce_add(sg, x[0]);
}
END
cat "$root/include/crosslane_sg.h" "$place/kernel.cl" > "$place/empty.cl"

sed 's/ SG_PARAMS//' "$place/kernel.cl" | cat "$root/include/crosslane_sg.h" - > "$place/bare.cl"
cat "$root/include/crosslane_sg.h" - > "$place/parts.cl" <<'END'
SG_KERNEL void parts(__global float *x SG_PARAMS) {
    SG_BEGIN(sg);
    __local float parts[SG_GROUP_PARTS];
    x[0] = sg_segment_reduce_add(sg, x[0], 1);
    x[0] = sg_group_reduce_max(sg, x[0], parts);
}
END

# A source that includes the header twice and changes one of its three numbers in between.
again() { # NAME VALUE
    cat "$root/include/crosslane_sg.h"
    printf '#undef %s\n#define %s %s\n' "$1" "$1" "$2"
    cat "$root/include/crosslane_sg.h" "$place/kernel.cl"
}

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
names() { # OPTIONS... of a compiler that lacks all standard names
    compile calls.cl -DSG_STANDARD_NAMES=1 "$@"
    result "standard names: $*" $?
}
says() { # TEXT OPTIONS...
    says_of empty.cl "$@"
}
says_of() { # SOURCE TEXT OPTIONS...
    source=$1
    text=$2
    shift 2
    ! compile "$source" "$@" && grep error "$place/log" | head -n 1 | grep -q "$text"
    result "'$text' is not said first: $*" $?
}

# Foreign names in the header, neither its own nor the language's.
names_of() { # FILE
    awk '/\/\*/ { inside = 1 } !inside { print } /\*\// { inside = 0 }' "$1" | sed 's/"[^"]*"//g' |
        grep -vE '^ *#(error|pragma)' | grep -oE '\b[A-Za-z_][A-Za-z_0-9]*' | grep -vE '^(sg_|SG_|__|_[A-Z])' | sort -u
}
cat > "$place/language" <<'END'
(if|ifdef|ifndef|elif|else|endif|define|undef|defined|for|return|sizeof|struct|typedef|static|inline|const|volatile|void)
(char|uchar|short|ushort|int|long|size_t|half|double|(uint|ulong|float)[234]?|(INT|LONG)_MIN|U?(INT|LONG)_MAX)
as_(half|double|int|ulong|ushort|float3?|uint[234]?)
(atomic_inc|atomic_max|barrier|clamp|clz|popcount|fmax|fmin|CLK_(LOCAL|GLOBAL)_MEM_FENCE|get_(global|local|(max_|num_|enqueued_num_)?sub_groups?)[a-z_]*)
(cl_mem_fence_flags|memory_scope|reqd_work_group_size|intel_reqd_sub_group_size|(intel_)?sub_group_[a-z0-9_]+|cl_(khr|intel)_[a-z0-9_]+)
END
names_of "$root/include/crosslane_sg.h" | grep -vxEf "$place/language" > "$place/free"
sed -n 's/^#define \([A-Za-z_0-9]*\) @.*/\1/p' "$root/tests/library/header/names.h" | sort -u | comm -23 "$place/free" - > "$place/log"
[ -s "$place/free" ] && [ ! -s "$place/log" ]
untried=$?
result "names of the header that tests/library/header/names.h does not try: $(tr '\n' ' ' < "$place/log")" $untried

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
    names $nvidia -cl-std=CL1.2
    names $nvidia -cl-std=CL3.0 -DSG_SM=90
    names -target spir64 -cl-std=CL1.2 -DSG_BACKEND=SG_LOCAL -DSG_WIDTH=32
    names $amd -mcpu=gfx90a -cl-std=CL2.0 -DSG_BACKEND=SG_LOCAL -DSG_WIDTH=16
    says 'needs OpenCL C 2.0: give the build option -cl-std=CL2.0' $amd -mcpu=gfx90a
    says 'needs OpenCL C 2.0: give the build option -cl-std=CL2.0' $amd -mcpu=gfx90a -DSG_WIDTH=64 -DSG_BACKEND=SG_AMD
    says 'give the sub-group width' -target spir64 -cl-std=CL1.2
    says 'SG_WIDTH must be a power of two' -target spir64 -cl-std=CL1.2 -DSG_WIDTH=24
    says 'has sub-groups of 32 lanes only' $nvidia -cl-std=CL1.2 -DSG_BACKEND=SG_NVIDIA -DSG_WIDTH=16

    for option in SG_GUARD SG_RECORD SG_TRACE; do
        says_of bare.cl 'SG_PARAMS is missing' $amd -mcpu=gfx90a -cl-std=CL2.0 -D$option=1
        says_of bare.cl 'SG_PARAMS is missing' $nvidia -cl-std=CL1.2 -D$option=1
    done
    says_of parts.cl 'SG_SEGMENTS=1' $amd -mcpu=gfx90a -cl-std=CL2.0
    says_of parts.cl 'SG_GROUPS=1' $nvidia -cl-std=CL1.2 -DSG_SEGMENTS=1
    compile parts.cl $nvidia -cl-std=CL1.2 -DSG_SEGMENTS=1 -DSG_GROUPS=1
    result "with both options" $?

    # A second include must have equal numbers, as any expressions.
    for numbers in "SG_WIDTH 16" "SG_WIDTH (8+8)" "SG_GROUP_SIZE 16*3" "SG_BACKEND 5"; do
        again $numbers > "$place/same.cl"
        compile same.cl -target spir64 -cl-std=CL1.2 -DSG_BACKEND=SG_LOCAL -DSG_WIDTH=16 -DSG_GROUP_SIZE=48
        result "included again with $numbers" $?
    done
    for numbers in "SG_WIDTH 8" "SG_WIDTH 24" "SG_GROUP_SIZE 16" "SG_GROUP_SIZE 112" "SG_GROUP_SIZE 50" "SG_BACKEND SG_KHR"; do
        again $numbers > "$place/other.cl"
        says_of other.cl "was included before, with another ${numbers%% *}" -target spir64 -cl-std=CL3.0 \
            -DSG_BACKEND=SG_LOCAL -DSG_WIDTH=16 -DSG_GROUP_SIZE=48
    done
}
echo "header: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
