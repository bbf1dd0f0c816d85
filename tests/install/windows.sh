#!/bin/bash
# usage: windows.sh ZIP WORK_DIR BUILD TURN
# Tests the zip of cmake/packaging/windows.sh under Wine, on this machine's first OpenCL device. BUILD's fake driver
# (tests/drivers/fake) wraps it. TURN selects the rows of `verify`.
set -uo pipefail
zip=$(realpath "$1") build=$(realpath "$3") turn=$4
rm -rf "$2"
mkdir -p "$2/größe" # a folder whose name is not ASCII
export WINEPREFIX=$2/wine WINEDEBUG=-all WINEARCH=win64 CROSSLANE_CACHE_DIR=
[[ $WINEPREFIX == /* ]] || WINEPREFIX=$PWD/$WINEPREFIX
cd "$2/größe" || exit 1
passed=0
step() { # WHAT COMMAND...
    "${@:2}" || { echo "windows: $1" && echo "$passed passed, 1 failed" && exit 1; }
    passed=$((passed + 1))
}
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
crosslane() {
    timeout 300 "$wine" crosslane-*/crosslane.exe "$@"
}
ends() { # STATUS WORDS COMMAND...
    local status=0
    "${@:3}" > said.txt 2>&1 || status=$?
    [ "$status" -eq "$1" ] && grep -q -- "$2" said.txt && return
    echo "status $status:" && cat said.txt
    return 1
}

step "unpack" cmake -E tar xf "$zip"
step "list" ends 0 "^reduce  " crosslane list
step "a device" ends 0 "^device 0: " crosslane devices
step "right results" ends 0 "^9 ok, 0 wrong, 0 failed" crosslane verify reduce/tree lerp/deferred --width 4 --set type=f32 --quiet --json ergebnis-ä.json
step "the results are read" ends 0 "^9 ok, 0 wrong, 0 failed" crosslane show ergebnis-ä.json
step "a file that is there stays" ends 2 "the file exists" crosslane verify reduce/tree --json ergebnis-ä.json
step "a planted mistake is caught" ends 0 "[1-9] ok, 0 wrong" crosslane verify reduce --plant last_lane --width 4 --quiet
step "an unknown command" ends 2 "did you mean 'list'" crosslane lisst
step "an unknown name" ends 2 "unknown name" crosslane list nothing
step "a file that is not there" ends 2 "größer.json: cannot be read" crosslane show größer.json
step "a folder that is not there" ends 5 "cannot be written" crosslane verify reduce/tree --json none/r.json

# A user's kernels: one writes to an invalid address, one does not end.
crosslane copy reduce mine > /dev/null
cp mine/reduce/reduce.cl kept.cl
spoil() { # STATEMENT: in each kernel
    sed "s|    SG_BEGIN(sg);|&\n    $1|" kept.cl > mine/reduce/reduce.cl
}
spoil 'if (n != 0) *(volatile __global int *)(8 + n) = 1;'
# A driver's own threads under Wine end a process without a reason.
step "a kernel that crashes" ends 1 "ended early\|ended itself\|access violation" crosslane verify reduce/tree --width 4 --set type=f32 --kernel-dir mine --quiet
spoil 'while (n != 0) mem_fence(CLK_GLOBAL_MEM_FENCE);'
step "a kernel that does not end" ends 1 "did not end\|does not end\|no answer\|timeout\|within" crosslane verify reduce/tree --width 4 --set type=f32 --kernel-dir mine --timeout 3 --quiet

timeout 300 "$wine" crosslane-*/crosslane.exe verify --level full > run.txt 2>&1 & # timeout hands the signal on
run=$!
until grep -qE 'rows\)| ok ' run.txt || ! kill -0 "$run"; do sleep 1; done # it runs kernels
kill -INT "$run"
wait "$run"
step "the interrupt key" test $? -eq 130

# ---- bad input: the status, and one line that begins with the command's name and has these words
printf 'no array' > text.npy
printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (12,), }" > short.npy
{ cat short.npy && head -c 48 /dev/zero; } > n.npy
printf '\x89PNG\r\n\x1a\n' > short.png
printf '{"schema": 1,' > short.json
refused() { # STATUS WORDS ARGUMENT...
    local status=0
    crosslane "${@:3}" > out.txt 2> said.txt || status=$?
    [ "$status" -eq "$1" ] && [ "$(wc -l < said.txt)" -eq 1 ] && grep -q '^crosslane: ' said.txt && grep -qF -- "$2" said.txt && return
    echo "crosslane ${*:3}: status $status:" && cat out.txt said.txt
    return 1
}
while IFS='|' read -r status words line; do
    # shellcheck disable=SC2086 # words
    step "bad input: $line" refused "$status" "$words" $line
done <<'END'
2|text.npy: byte 0: expected the magic|exec histogram --in samples=text.npy --out counts=c.npy
2|short.npy: |exec histogram --in samples=short.npy --out counts=c.npy
2|short.png: |exec histogram --in samples=short.png --out counts=c.npy
2|mine: cannot be read: Is a directory|exec histogram --in samples=mine --out counts=c.npy
2|mine\none.npy: cannot be read|exec histogram --in samples=mine\none.npy --out counts=c.npy
5|none\c.npy: cannot be written|exec histogram --in samples=n.npy --out counts=none\c.npy
5|mine: cannot be written: Is a directory|exec histogram --in samples=n.npy --out counts=mine
2|would replace --in samples=n.npy|exec histogram --in samples=n.npy --out counts=.\n.npy
2|would replace --in samples=n.npy|exec histogram --in samples=n.npy --out counts=N.NPY
2|would replace --in samples=n.npy|exec histogram --in samples=n.npy --out counts=mine/../n.npy
2|expected ARRAY=FILE|exec histogram --in n.npy --out counts=c.npy
2|dimension 0 of array 'samples' is 12|exec histogram --in samples=n.npy --out counts=c.npy --set n=5
2|short.json: |show short.json
2|text.npy: |compare text.npy
2|--width |verify reduce --width 3000
2|--set |verify reduce --set typ=f32
2|--timeout |verify reduce --timeout soon
2|--jsn|verify reduce --jsn r.json
2|fits no algorithm|verify z*
3|no device fits|verify reduce --device none
2|--kernel-dir |verify reduce --kernel-dir none\mine
2|--quiet|list --quiet --quiet-ish
END
unchanged() {
    [ ! -e c.npy ] && cmp n.npy <(cat short.npy && head -c 48 /dev/zero)
}
step "bad input changes no file" unchanged

# ---- the main job, some of the rows, and failing drivers
step "run" ends 0 "the best strategy" crosslane run histogram/local --width 4 --samples 3 --min-time 0 --quiet --out-dir ergebnis
step "its results file" ends 0 "sound\|no fault\|well" crosslane report --check ergebnis/results.json
# A double-click; the owner moved the desktop.
desktop='moved here\Desktop'
"$wine" reg add 'HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders' /v Desktop /t REG_EXPAND_SZ \
    /d "%USERPROFILE%\\$desktop" /f > /dev/null
step "run.cmd" ends 0 "the best strategy" env crosslane_no_pause=1 timeout 300 "$wine" cmd /c "$(echo crosslane-[0-9]*)\\run.cmd" \
    histogram/local --width 4 --samples 3 --min-time 0 --quiet
step "its results on the desktop" ls "$WINEPREFIX"/drive_c/users/*/"${desktop/\\//}"/crosslane-results/*/results.json
step "run.cmd's status" ends 2 "unknown name" env crosslane_no_pause=1 "$wine" cmd /c "$(echo crosslane-[0-9]*)\\run.cmd" histogram/nothing
step "all algorithms" ends 0 "^[1-9][0-9]* ok, 0 wrong, 0 failed" crosslane verify --width 4,16 --part "$((turn + 1))/4" --quiet

icd=$(find "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}" -name '*.icd' | head -n 1)
FAKE_DRIVER_REAL=$(head -n 1 "$icd")
export FAKE_DRIVER_REAL
fake() { # FAULT ARGUMENT...
    FAKE_DRIVER=$1 OCL_ICD_VENDORS=$build/tests/drivers/fake/alone crosslane "${@:2}"
}
pair=(verify reduce/tree lerp/deferred --width 4 --set type=f32 --quiet)
step "a driver that crashes costs its rows" ends 4 "^[1-9] ok, 0 wrong, [1-9] failed" fake abort-launch=reduce "${pair[@]}"
step "a driver that hangs costs its rows" ends 4 "^[1-9] ok, 0 wrong, [1-9] failed" fake hang-launch=reduce "${pair[@]}" --timeout 5

# With several names, each has a worker that opens one platform; here there is one.
key='HKLM\SOFTWARE\Khronos\OpenCL\Vendors'
name() { # NAME DATA
    "$wine" reg add "$key" /v "C:\\drivers\\$1.dll" /t REG_DWORD /d "$2" /f > /dev/null
}
step "no driver" ends 3 "the registry names no driver" env OCL_ICD_VENDORS=/dev/null "$wine" crosslane-*/crosslane.exe devices
name one 0 && name unused 1
step "a driver of the registry" ends 3 "the registry names one; driver one: lists no platform" env OCL_ICD_VENDORS=/dev/null "$wine" crosslane-*/crosslane.exe devices
name two 0
step "a worker for each name" ends 0 "driver platform-1: lists no platform" crosslane devices
step "one of them has the device" ends 0 "^[1-9][0-9]* ok, 0 wrong, 0 failed" crosslane verify reduce/tree --width 4 --set type=f32 --set n=5 --quiet
step "no OpenCL.dll" ends 3 "no OpenCL device: there is no OpenCL.dll" env WINEDLLOVERRIDES=opencl= "$wine" crosslane-*/crosslane.exe devices
step "no OpenCL.dll, and none is needed" ends 0 "^reduce  " env WINEDLLOVERRIDES=opencl= "$wine" crosslane-*/crosslane.exe list
echo "$passed passed, 0 failed"
