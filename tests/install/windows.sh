#!/bin/bash
# usage: windows.sh ZIP WORK_DIR: what cmake/packaging/windows.sh made, under Wine, on the first OpenCL device of this machine.
set -uo pipefail
zip=$(realpath "$1")
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
step "list" ends 0 "^reduce: " crosslane list
step "a device" ends 0 "^device 0: " crosslane devices
step "right results" ends 0 "^9 ok, 0 wrong, 0 failed" crosslane verify reduce/tree lerp/deferred --width 4 --set type=f32 --quiet --json ergebnis-ä.json
step "the results are read" ends 0 "^9 ok, 0 wrong, 0 failed" crosslane show ergebnis-ä.json
step "a file that is there stays" ends 2 "the file exists" crosslane verify reduce/tree --json ergebnis-ä.json
step "a planted mistake is caught" ends 0 "[1-9] ok, 0 wrong" crosslane verify reduce --plant last_lane --width 4 --quiet
step "an unknown command" ends 2 "did you mean 'list'" crosslane lisst
step "an unknown name" ends 2 "unknown name" crosslane list nothing
step "a file that is not there" ends 2 "größer.json: cannot be read" crosslane show größer.json
step "a folder that is not there" ends 5 "cannot be written" crosslane verify reduce/tree --json none/r.json

# A kernel of one's own that writes where nothing is, and one that does not end.
crosslane copy reduce mine > /dev/null
cp mine/reduce/reduce.cl kept.cl
spoil() { # STATEMENT: in each kernel
    sed "s|    SG_BEGIN(sg);|&\n    $1|" kept.cl > mine/reduce/reduce.cl
}
spoil 'if (n != 0) *(volatile __global int *)(8 + n) = 1;'
# A driver's own threads under Wine end a process without saying why.
step "a kernel that crashes" ends 1 "ended early\|access violation" crosslane verify reduce/tree --width 4 --set type=f32 --kernel-dir mine --quiet
spoil 'while (n != 0) mem_fence(CLK_GLOBAL_MEM_FENCE);'
step "a kernel that does not end" ends 1 "did not end\|does not end\|no answer\|timeout\|within" crosslane verify reduce/tree --width 4 --set type=f32 --kernel-dir mine --timeout 3 --quiet

timeout 300 "$wine" crosslane-*/crosslane.exe verify --level full --quiet > run.txt 2>&1 & # timeout hands the signal on
run=$!
sleep 5
kill -INT "$run"
wait "$run"
step "the interrupt key" test $? -eq 130
echo "$passed passed, 0 failed"
