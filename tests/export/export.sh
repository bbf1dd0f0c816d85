#!/bin/sh
# usage: export.sh CROSSLANE FAKE_DRIVER
#
# `export` and `verify --export`: the program fails exactly where the row was wrong, crashed, hung or did not build. A
# spoilt expectation makes a right program fail.
set -u
crosslane=$1
fake=$2
for program in make cc; do
    command -v "$program" > /dev/null || { echo "skipped: no $program"; exit 0; }
done
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
CROSSLANE_CACHE_DIR=$folder/cache
export CROSSLANE_CACHE_DIR
passed=0
failed=0

result() { # WORD OK: counts
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "$1"
        cat out
    fi
}

# expect STATUS TEXT COMMAND...
expect() {
    status=$1
    text=$2
    shift 2
    "$crosslane" "$@" > out 2>&1
    got=$?
    [ "$got" -eq "$status" ] && grep -qF -- "$text" out
    result "crosslane $*: status $got, expected $status and: $text" $?
}

# check DIR STATUS TEXT
check() {
    make -s -C "$1" main > out 2>&1 && (cd "$1" && ./main "" 5) > out 2>&1
    got=$?
    [ "$got" -eq "$2" ] && grep -qF -- "$3" out
    result "$1: status $got, expected $2 and: $3" $?
}

short() { # FILE LINES
    wc -l "$1" > out
    [ "$(wc -l < "$1")" -le "$2" ]
    result "$1 has more than $2 lines" $?
}

expect 0 "caught" verify reduce --plant backwards --width 8 --device 0 --quiet --json planted.json
expect 0 "failed in 10 of 10 runs: FAIL: result (0)" export planted.json planted --row 5
short planted/kernel.cl 20
short planted/main.c 120
check planted 1 "expected -0.62"
grep -q "OpenCL" planted/REPORT.md && grep -q "failed in 10 of 10" planted/REPORT.md
result "REPORT.md lacks its facts" $?

expect 0 "passed in 10 of 10 runs" verify scan/kogge_stone --set type=u32 --width 8 --device 0 --quiet --export right
short right/main.c 120
check right 0 PASS
printf 'x' | dd of=right/expected_y.bin bs=1 seek=400 conv=notrunc 2> out
check right 1 "FAIL: y (100)"
expect 0 "passed in 10 of 10 runs" verify compact/atomic --set type=u32 --device 0 --quiet --export sorted
expect 0 "passed in 10 of 10 runs" verify sort/loop --set type=u32 --device 0 --quiet --export pairs

expect 0 "passed in 10 of 10 runs" verify sort/bitonic --set type=u32 --set n=16 --device 0 --quiet --export empty
! grep -q 'result([a-z_]*, 0)' empty/main.c
result "an empty output is read" $?

# The fake driver's faults, and the same programs on the driver behind it.
real=$(find /usr/lib -name 'libpocl.so.2*' | head -n 1)
if [ -n "$fake" ] && [ -n "$real" ]; then
    mkdir icd
    echo "$fake" > icd/fake.icd
    with_fake() { # FAULT COMMAND...
        fault=$1
        shift
        FAKE_DRIVER_REAL=$real FAKE_DRIVER=$fault OCL_ICD_VENDORS=$folder/icd "$@"
    }
    broken() { # NAME FAULT TEXT
        with_fake "$2" "$crosslane" verify scan/kogge_stone --set type=u32 --width 8 --quiet --timeout 5 --json "$1.json" > out 2>&1
        with_fake "$2" "$crosslane" export "$1.json" "$1" --timeout 5 > out 2>&1
        result "$1: export failed" $?
        with_fake "$2" check "$1" 1 "$3"
        check "$1" 0 PASS
    }
    broken lies wrong-from=scan_apply/1 "FAIL: y"
    broken crashes segfault-launch=scan_apply "FAIL: signal"
    broken hangs hang-launch=scan_apply "FAIL: no end in time"
fi

# The newest run of `run`, and a row of it.
expect 2 "latest: crosslane-results has no complete run" export latest newest
"$crosslane" run lanes/sum --device 0 --width 8 --set n=64 --samples 3 --min-time 0 --quiet > out 2>&1
result "run failed" $?
expect 0 "newest: lanes/sum with sub-groups of 8 lanes" export latest newest
rows=$(grep -c '"kind":"' crosslane-results/latest/results.json)
expect 0 "passed in 10 of 10 runs" export latest last --row "$rows"
expect 2 "has $rows rows" export latest new --row "$((rows + 1))"
mkdir several
cp planted.json several/a.json
cp planted.json several/b.json
expect 2 "but there is also several/b.json" export several several_files

expect 2 "No such file" export nothing.json new
expect 2 "has 6 rows" export planted.json new --row 100000
expect 5 "has files" export planted.json right --row 5
expect 5 "has files" verify scan/kogge_stone --width 8 --device 0 --quiet --export right
expect 2 "crosslane export FILE DIR" export planted.json
[ ! -e new ]
result "a refused export left a folder" $?
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
