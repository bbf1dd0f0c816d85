#!/bin/sh
# Follows docs/adding.md in a copy of the source tree by typing the sh blocks under "An algorithm". The example must be
# listed, run and be verified, and its planted bug must be caught. Ends with "N passed, N failed".
#
# Skips ctest lines. For a cmake line it builds only the command without optimisation, which takes seconds.
# shellcheck disable=SC2016 # awk's own $0
set -u

root=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd) || exit 2
page=$root/docs/adding.md
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
tree=$folder/tree
mkdir "$tree" || exit 2
(cd "$root" && cp -R CMakeLists.txt LICENSE README.md bench cmake docs host include kernels tests "$tree") || exit 2
cd "$tree" || exit 2
PATH=$tree/build/release:$PATH
CROSSLANE_CACHE_DIR=$folder/cache
export PATH CROSSLANE_CACHE_DIR

passed=0
failed=0
count() { # STATUS WHAT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'adding: failed: %s\n' "$2"
        tail -n 20 "$folder/output"
    fi
}

type_line() {
    sh -c "$1" > "$folder/output" 2>&1 < /dev/null
    count $? "$1"
}

# sees TEXT: in the output of the last line.
sees() {
    grep -q -e "$1" "$folder/output"
    count $? "the line before shows '$1'"
}

# sees_size FILE BYTES: a header of 128 bytes, and the elements.
sees_size() {
    [ "$(wc -c < "$1")" -eq "$2" ]
    count $? "$1 has $2 bytes"
}

build() {
    {
        cmake -S . -B build/release -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 &&
            cmake --build build/release --target crosslane
    } > "$folder/output" 2>&1
    count $? "cmake"
}

# A float .npy of 2 rows, 3 columns, all 1: bytes 00 00 80 3f.
ones() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
    for _ in 1 2 3 4 5 6; do printf '\000\000\200\077'; done
}
ones > a.npy
ones > b.npy

# 1, -1, 1: two of three are above 0.
{
    printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }"
    printf '\000\000\200\077\000\000\200\277\000\000\200\077'
} > x.npy

awk '/^## /{ here = $0 == "## An algorithm" } /^```/ { inside = ($0 == "```sh") && !inside; next } here && inside' \
    "$page" > "$folder/lines"

# The page's quoted lines of dot are in its files.
{
    sed -n '/^### Passes/,/^- A \*\*size/s/^    *//p' "$page"
    sed -n '/^    \.automatic = "cpu/,/^$/s/^    *//p' "$page"
} > "$folder/shown"
cat tests/docs/adding/dot/* > "$folder/example"
while IFS= read -r line; do
    grep -q -F -e "$line" "$folder/example"
    count $? "dot has the line '$line'"
done < "$folder/shown"

grep -q 'SG_SHOW(sg, "name", value)' "$page" && grep -q 'SG_SHOW_MASK(sg, "name", mask)' "$page"
count $? "$page shows how a kernel shows values to trace"

while IFS= read -r line <&3; do
    case $line in
    cmake\ *) build ;;
    ctest\ *) ;;
    *) type_line "$line" ;;
    esac
    case $line in
    crosslane\ list\ dot) sees 'dot: in every row' ;;
    crosslane\ list\ positive) sees "only its first 'count' elements" ;;
    crosslane\ *--plant*) sees 'planted, and caught' ;;
    crosslane\ verify*) sees ' 0 wrong, 0 failed' ;;
    crosslane\ trace*) sees '^own ' ;;
    crosslane\ exec\ positive*) # 1 and 1, and 2 of them
        tail -c 8 kept.npy | od -An -tx1 | tr -d ' \n' > "$folder/output"
        sees '^0000803f0000803f$'
        sees_size kept.npy 136
        tail -c 4 count.npy | od -An -tx1 | tr -d ' \n' > "$folder/output"
        sees '^02000000$'
        ;;
    crosslane\ exec*) # 3 and 3
        tail -c 8 sum.npy | od -An -tx1 | tr -d ' \n' > "$folder/output"
        sees '^0000404000004040$'
        ;;
    esac
done 3< "$folder/lines"

# From the student's copy, so a mistake there shows without a rebuild.
sed 's/if (i < n) own += a\[base + i\]/own += a[base + min(i, n - 1u)]/' mine/dot/dot.cl > broken &&
    mv broken mine/dot/dot.cl
crosslane verify dot/subgroup --width 8 --kernel-dir mine > "$folder/output" 2>&1
[ $? -eq 1 ]
count $? "a broken copy is wrong"
sees 'WRONG: dot/subgroup'

# Every command that uses the table reports its mistake before it queries a device.
sed 's/\.counted_by = "count"/.counted_by = "cuont"/' kernels/positive/positive.c > broken && mv broken kernels/positive/positive.c
sed 's/A = 0, B, SUM/A = 0, SUM, B/' kernels/dot/dot_case.c > broken && mv broken kernels/dot/dot_case.c
build
for line in 'list positive' 'verify positive' 'bench positive' 'exec positive/loop --in x=x.npy --out kept=other.npy' 'list'; do
    # shellcheck disable=SC2086 # words
    crosslane $line > "$folder/output" 2>&1
    [ $? -eq 6 ]
    count $? "$line ends with 6"
    sees "^crosslane: kernels/positive/positive.c: positive: array 'kept' .*counted_by 'cuont'; if you have not changed this file"
    [ "$(wc -l < "$folder/output")" -eq 1 ]
    count $? "$line says it in one line"
done
crosslane list dot > "$folder/output" 2>&1
count $? "another table is as good as before"

# The command that uses a case reports a mistake in its enum.
crosslane verify dot --width 8 > "$folder/output" 2>&1
[ $? -eq 6 ]
count $? "a case with an enum in another order ends with 6"
[ "$(grep -c '^error: dot/.*: mistake in kernels/dot/dot_case.c: .expect ' "$folder/output")" -eq 1 ]
count $? "one row reports the mistake, with its file"
! grep -q 'please report' "$folder/output"
count $? "the mistake is not called crosslane's"

[ "$passed" -gt 74 ] || { echo "adding: $page has lost its lines"; failed=$((failed + 1)); }
echo "adding: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
