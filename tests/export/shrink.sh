#!/bin/sh
# usage: shrink.sh CROSSLANE FAKE_DRIVER
#
# `shrink`: a program that the fake driver makes wrong becomes small and stays right elsewhere. Programs that show no
# defect are refused. The original stays.
set -u
crosslane=$1
fake=$2
real=$(find /usr/lib -name 'libpocl.so.2*' | head -n 1)
for program in make cc clang; do
    command -v "$program" > /dev/null || { echo "skipped: no $program"; exit 0; }
done
if [ -z "$fake" ] || [ -z "$real" ]; then
    echo "skipped: no fake driver, or no PoCL"
    exit 0
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
CROSSLANE_CACHE_DIR=$folder/cache
export CROSSLANE_CACHE_DIR
mkdir icd
echo "$fake" > icd/fake.icd
passed=0
failed=0

result() { # WORD OK: counts
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "$1"
        cat out
    fi
}

# with_fake FAULT COMMAND...
with_fake() {
    fault=$1
    shift
    FAKE_DRIVER_REAL=$real FAKE_DRIVER=$fault OCL_ICD_VENDORS=$folder/icd "$@"
}

# expect STATUS TEXT COMMAND...
expect() {
    status=$1
    text=$2
    shift 2
    "$@" > out 2>&1
    got=$?
    [ "$got" -eq "$status" ] && grep -qF -- "$text" out
    result "$*: status $got, expected $status and: $text" $?
}

check() { # DIR STATUS TEXT
    make -s -C "$1" main > out 2>&1 && (cd "$1" && ./main "" 20) > out 2>&1
    got=$?
    [ "$got" -eq "$2" ] && grep -qF -- "$3" out
    result "$1: status $got, expected $2 and: $3" $?
}

# group NAME: a folder as export writes it, whose kernel copies x to y by way of local memory. A step that removes a
# barrier makes a race.
group() {
    cp -r right "$1"
    sed -i 's/RUN(program_1, .*/RUN(program_1, "group", 64, 8, BUFFER(b_x), BUFFER(b_y));/' "$1/main.c"
    cp "$1/x.bin" "$1/expected_y.bin"
    cat > "$1/kernel.cl" << 'END'
__kernel void group(__global const uint *x, __global uint *y) {
    __local uint part[8];
    uint keep;
    part[get_local_id(0)] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    keep = part[7 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    part[get_local_id(0)] = keep;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[7 - get_local_id(0)];
}
END
}

# ---- programs ----
"$crosslane" verify scan/loop --set type=u32 --set n=64 --device 0 --quiet --export right > out 2>&1
result "verify --export" $?
rm -f right/main
group lies
group crashes
group muted
group original
group rare

# ---- refused: no defect of a driver ----
expect 1 "the program passes on this driver" "$crosslane" shrink right --width 8
printf 'x' | dd of=right/expected_y.bin bs=1 seek=40 conv=notrunc 2> out
expect 1 "on the checking device: FAIL: y" "$crosslane" shrink right --width 8
[ ! -e right/shrunk ]
result "a refused folder has a result" $?
group unset
sed -i 's/uint keep;/uint keep, other[1];/; s/keep = part/keep = other[0] == 0xaaaaaaaau ? 0 : part/' unset/kernel.cl
expect 1 "depends on an uninitialised variable" with_fake wrong-from=group/1 "$crosslane" shrink unset --width 8
expect 2 "No such file" "$crosslane" shrink nothing
echo '/* mine */' >> right/main.c
expect 2 "is not as this crosslane's export writes it" "$crosslane" shrink right --width 8
expect 2 "crosslane shrink DIR" "$crosslane" shrink

# ---- a result that the fake driver spoils, whatever the kernel's text ----
with_fake wrong-from=group/1 timeout -s INT 8 "$crosslane" shrink lies --width 8 > out 2>&1
resumed=
[ ! -e lies/shrunk ] || resumed=yes
[ -z "$resumed" ] || "$crosslane" check --width 8 -- sh -c 'make -s -C lies/shrunk main && cd lies/shrunk && ./main ""' > out 2>&1
result "an interrupted call leaves no complete program" $?
expect 0 "the program had a mistake that the checking device finds" with_fake wrong-from=group/1 "$crosslane" shrink lies --width 8
grep -q "did not build or run" out
result "steps are not refused" $?
[ -z "$resumed" ] || grep -q "^continues with lies/shrunk: kernels of " out
result "it does not say what it resumes" $?
[ "$(wc -l < lies/shrunk/kernel.cl)" -le 8 ] && grep -q "__kernel" lies/shrunk/kernel.cl
cat lies/shrunk/kernel.cl > out
result "the kernel is not small" $?
grep -q "## Shrunk" lies/shrunk/REPORT.md
result "REPORT.md lacks its facts" $?
with_fake wrong-from=group/1 check lies/shrunk 1 "FAIL: y"
check lies/shrunk 0 PASS
expect 0 "0 findings" "$crosslane" check --width 8 -- sh -c 'cd lies/shrunk && ./main ""'
diff -r lies original -x shrunk > out
result "the original changed" $?

# Wrong in one run of ten. Its steps, of ten runs and more each, are not waited for.
(with_fake "wrong=group/10,over-processes=$folder/launches" exec "$crosslane" shrink rare --width 8 > out 2>&1) &
rare=$!
until grep -q "^rare: " out || ! kill -0 "$rare" 2> /dev/null; do sleep 0.1; done
kill -TERM "$rare" 2> /dev/null
wait "$rare"
grep -q "^rare: fails in 1 of 10 runs: wrong result" out
result "a defect of one run in ten is not counted" $?

# Without its build option, this program has a wrong result in place of a crash.
expect 0 "failed there in another way" with_fake segfault-build=CL1.2,wrong-from=group/1 "$crosslane" shrink crashes --width 8
grep -q 'build("kernel.cl", "-cl-std=CL1.2")' crashes/shrunk/main.c
result "the option of the crash is gone" $?

# ---- what makes the result right ----
expect 0 "-cl-std=CL2.0                             right" with_fake mute=CL1.2 "$crosslane" shrink muted --bisect --width 8
grep -qE '^as exported +fails: clBuildProgram' out
result "the program as exported is not wrong" $?

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
