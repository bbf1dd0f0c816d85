#!/bin/bash
# Checks the command where it cannot write or read: closed
# streams, full devices, small and read-only file systems, other users' folders. No file may remain.
#   tests/hostile/places.sh COMMAND        (mounts and another user need root; prints what it cannot run)
set -u
place=$(mktemp -d) || exit 2
small=$place/small
fixed=$place/fixed
leave() {
    cd /
    umount "$small" "$fixed" 2> /dev/null
    rm -rf "$place"
}
trap leave EXIT
cp "$1" "$place/crosslane" || exit 2 # where another user may run it
cd "$place" || exit 2
passed=0
failed=0
export OMP_NUM_THREADS=1 CROSSLANE_CACHE_DIR=$place/cache
unset POCL_CACHE_DIR XDG_CACHE_HOME # the caller's, which another user may not enter
mkdir mine theirs shared home

# row STATUS TEXT LINE: `x` in the line is the command; TEXT is a pattern for one line of standard error ("": none at
# all).
who=()
row() {
    local status text=$2 lines left
    "${who[@]}" bash -c "x() { '$place/crosslane' \"\$@\"; }; $3" > out 2> err < /dev/null
    status=$?
    lines=$(grep -c '^crosslane: ' err)
    left=$(find mine theirs shared "$small" "$fixed" -name '.crosslane-*' -o -name '*.tmp' 2> /dev/null | head -n 1)
    if [ "$status" -ne "$1" ]; then
        complain "$3" "status $status, not $1: $(tail -n 1 err)"
    elif [ -n "$text" ] && ! grep -qE "^crosslane: .*$text" err; then
        complain "$3" "does not say '$text': $(cat err)"
    elif [ "$status" -ne 0 ] && [ "$lines" -ne 1 ]; then
        complain "$3" "not one line: $(cat err)"
    elif [ -n "$left" ]; then
        complain "$3" "left $left"
    else
        passed=$((passed + 1))
    fi
}
complain() {
    failed=$((failed + 1))
    echo "places: $1: $2"
}
# whole FILE ROWS: a results file with a proper end.
whole() {
    if grep -q '"finished":\(true\|false\)' "$1" && [ "$(grep -c '^{"kind"' "$1")" -eq "$2" ]; then
        passed=$((passed + 1))
    else
        complain "$1" "is not whole with $2 rows"
    fi
}

problem="lerp/serial --device 0 --set shape=3x20 --set channels=2 --set distribution=even"
printf '\x93NUMPY\x01\x00\x38\x00%-55s\n\1\0\0\0\2\0\0\0' \
    "{'descr': '<u4', 'fortran_order': False, 'shape': (2,)}" > samples.npy
count="exec histogram/local --device 0 --in samples=$place/samples.npy"

# ---- streams that are closed -------------------------------------------------------------------------------------
closed='standard output:? cannot be written: Bad file descriptor'
row 5 "$closed" 'x --version >&-'
row 5 "$closed" 'x --help >&-'
row 5 "$closed" 'x verify --help >&-'
row 5 "$closed" 'x list >&-'
row 5 "$closed" 'x list lerp >&-'
row 5 "$closed" 'x devices >&-'
row 5 "$closed" 'x devices --json - >&-'
row 5 "$closed" "x verify $problem >&-"
row 5 "$closed" "x verify $problem --json - >&-"
row 5 "$closed" "x verify $problem --csv - >&-"
row 5 "$closed" "x verify $problem --json mine/closed.json >&-"
whole mine/closed.json 1
row 0 '' "x verify $problem --json mine/error.json 2>&-"
whole mine/error.json 1
row 0 '' "x verify $problem --json mine/in.json <&-"
whole mine/in.json 1
row 5 '' "x verify $problem --json mine/none.json <&- >&- 2>&-; s=\$?; echo 'crosslane: closed' >&2; exit \$s"
whole mine/none.json 1
row 2 '' "x verify lrep 2>&-; s=\$?; echo 'crosslane: closed' >&2; exit \$s"
row 5 "$closed" 'x copy lerp mine/closed >&-'

# ---- devices that are full -----------------------------------------------------------------------------------------
full='cannot be written: No space left on device'
row 5 "standard output:? $full" 'x --version > /dev/full'
row 5 "standard output:? $full" 'x --help > /dev/full'
row 5 "standard output:? $full" 'x list > /dev/full'
row 5 "standard output:? $full" 'x devices > /dev/full'
row 5 "standard output:? $full" "x verify $problem > /dev/full"
row 5 "standard output:? $full" "x verify $problem --json - > /dev/full"
row 5 "standard output:? $full" "x verify $problem --csv - > /dev/full"
row 5 "standard output:? $full" "x copy lerp mine/full > /dev/full"
row 5 "/dev/full: $full" "x verify $problem --json /dev/full --force"
row 5 "/dev/full: $full" "x verify $problem --csv /dev/full --force"
row 5 "/dev/full: $full" "x $count --out counts=/dev/full"
row 0 '' "x verify $problem --json mine/full.json 2> /dev/full"
whole mine/full.json 1

# ---- names that cannot be resolved ----------------------------------------------------------------------------------
ln -s loop mine/loop
long=$(printf 'n%.0s' {1..300})
row 5 'cannot be written: Too many levels of symbolic links' "x verify $problem --json mine/loop"
row 5 'cannot be written: File name too long' "x verify $problem --json mine/$long"
row 5 'cannot be written: Not a directory' "x verify $problem --json samples.npy/r.json"
row 2 'cannot be read: Not a directory' "x exec histogram --in samples=samples.npy/n --out counts=mine/c.npy"
row 2 'cannot be read: File name too long' "x exec histogram --in samples=$long --out counts=mine/c.npy"
row 2 'cannot be read: Too many levels of symbolic links' "x exec histogram --in samples=mine/loop --out counts=mine/c.npy"
[ -L mine/loop ] || complain mine/loop "the link is gone"
row 5 'samples.npy' 'x copy lerp samples.npy'
row 5 'samples.npy' 'x copy lerp samples.npy/deeper'
row 5 'samples.npy' "x run $problem --samples 1 --min-time 0 --out-dir samples.npy"

# ---- file systems ----------------------------------------------------------------------------------------------------
mkdir "$small" "$fixed"
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=64k tmpfs "$small" 2> /dev/null && mount -t tmpfs -o size=1m tmpfs "$fixed"; then
    row 5 "c.npy: $full" "x $count --set buckets=65536 --out counts=$small/c.npy"
    [ -z "$(ls "$small")" ] || complain "$small/c.npy" "a part of it is there"
    row 5 'No space left on device' "x copy lerp $small/copied"
    [ -z "$(find "$small" -type f)" ] || complain "$small/copied" "a part of it is there"
    mount -o remount,size=4m "$small"
    row 0 '' "x copy lerp $small/copied" # what failed is in nobody's way
    rm -r "$small/copied"
    mount -o remount,size=64k "$small"
    row 5 'No space left on device' "x run $problem --samples 1 --min-time 0 --out-dir $small/out"
    rm -rf "$small/out"
    head -c 57344 /dev/zero > "$small/filler"
    row 5 "r.json: $full" "x verify lerp --device 0 --backend local --width 1,2,4,8 --set shape=3x20 --json $small/r.json"
    whole "$small/r.json" "$(grep -c '^{"kind"' "$small/r.json")"
    rm "$small/r.json"
    row 5 "r.csv: $full" "x verify lerp --device 0 --backend local --width 1,2,4,8 --set shape=3x20 --csv $small/r.csv"
    rm -f "$small/r.csv"
    head -c 65536 /dev/zero > "$small/filler" 2> /dev/null
    row 5 "r.json: $full" "x verify $problem --json $small/r.json"
    row 0 '' "CROSSLANE_CACHE_DIR=$small/cache x verify $problem"
    rm -f "$small/filler"

    mkdir "$fixed/open" && cp samples.npy "$fixed" && mount -o remount,ro "$fixed"
    read='Read-only file system'
    row 5 "r.json: cannot be written: $read" "x verify $problem --json $fixed/r.json"
    row 5 "r.csv: cannot be written: $read" "x verify $problem --csv $fixed/r.csv"
    row 5 "c.npy: cannot be written: $read" "x $count --out counts=$fixed/c.npy"
    row 5 "samples.npy: cannot be written: $read" "x verify $problem --force --json $fixed/samples.npy"
    row 5 "$read" "x copy lerp $fixed/copied"
    row 5 "$read" "x run $problem --samples 1 --min-time 0 --out-dir $fixed/out"
    row 0 '' "CROSSLANE_CACHE_DIR=$fixed/cache x verify $problem"
    row 0 '' "x exec histogram/local --device 0 --in samples=$fixed/samples.npy --out counts=mine/c.npy"
else
    echo "places: no mounts here: the rows of file systems were not run"
fi

# ---- another user --------------------------------------------------------------------------------------------------
if [ "$(id -u)" -eq 0 ] && command -v runuser > /dev/null && id nobody > /dev/null 2>&1; then
    chmod 755 "$place"
    touch out err && chmod 644 samples.npy
    chown nobody home
    chmod 1777 shared
    echo kept > shared/root.json && chmod 644 shared/root.json
    mkdir theirs/secret && cp samples.npy theirs/secret && chmod 600 theirs/secret/samples.npy && chmod 711 theirs/secret
    mkdir theirs/closed && chmod 700 theirs/closed
    who=(runuser -u nobody -- env "HOME=$place/home" "CROSSLANE_CACHE_DIR=$place/home/cache" OMP_NUM_THREADS=1)
    denied='cannot be written: Permission denied'
    row 5 "theirs/r.json: $denied" "x verify $problem --json theirs/r.json"
    row 5 "theirs/r.csv: $denied" "x verify $problem --csv theirs/r.csv"
    row 5 "theirs/closed/r.json: $denied" "x verify $problem --json theirs/closed/r.json"
    row 5 "theirs/c.npy: $denied" "x $count --out counts=theirs/c.npy"
    row 2 'shared/root.json: the file exists; --force replaces it' "x verify $problem --json shared/root.json"
    row 5 'shared/root.json: cannot be written' "x verify $problem --force --json shared/root.json"
    [ "$(cat shared/root.json)" = kept ] || complain shared/root.json "another user's file is gone"
    row 2 'samples.npy: cannot be read: Permission denied' \
        "x exec histogram --in samples=theirs/secret/samples.npy --out counts=home/c.npy"
    row 2 'cannot be read: Permission denied' "x exec histogram --in samples=theirs/closed/n.npy --out counts=home/c.npy"
    row 2 'theirs/closed' "x verify lerp --kernel-dir theirs/closed"
    row 5 'Permission denied' 'x copy lerp theirs/copied'
    row 5 'Permission denied' "x run $problem --samples 1 --min-time 0 --out-dir theirs/out"
    row 5 'Permission denied' "cd theirs && x run $problem --samples 1 --min-time 0"
    row 0 '' "CROSSLANE_CACHE_DIR=$place/theirs x verify $problem --quiet"
    row 0 '' "CROSSLANE_CACHE_DIR=$place/shared x verify $problem --quiet"
    row 0 '' "HOME=/nonexistent x list lerp"
    row 0 '' "x verify $problem --json home/r.json && x copy lerp home/copied && x $count --out counts=home/c.npy"
    [ "$(stat -c %U home/r.json home/copied/lerp/lerp.cl home/c.npy | sort -u)" = nobody ] || complain home "not theirs"
else
    echo "places: no other user here: its rows were not run"
fi

who=()
# ---- a system without /proc --------------------------------------------------------------------------------------------
if unshare --mount true 2> /dev/null; then
    row 4 'cannot start a worker process: /proc is not mounted' \
        "export -f x; unshare --mount bash -c 'mount -t tmpfs none /proc && x verify lanes --device 0 --quiet'"
else
    echo "places: no mounts of one's own here: a system without /proc was not tried"
fi

# ---- memory ------------------------------------------------------------------------------------------------------------
# memory KIB: no part of a file may remain; the driver may end its process while it compiles.
memory() {
    local status left
    rm -rf little mine/memory.npy
    # shellcheck disable=SC2086 # words
    (ulimit -v "$1" && CROSSLANE_CACHE_DIR=$place/little "$place/crosslane" $count --out counts=mine/memory.npy) > out 2> err < /dev/null
    status=$?
    left=$(find mine little -name '.crosslane-*' -o -name '*.tmp' 2> /dev/null | head -n 1)
    if [ -n "$left" ]; then
        complain "$1 KiB" "left $left"
    elif [ "$status" -eq 0 ] && [ -s mine/memory.npy ]; then
        enough=yes
        passed=$((passed + 1))
    elif [ "$status" -eq 4 ] && [ ! -e mine/memory.npy ]; then
        too_little=yes
        passed=$((passed + 1))
    else
        complain "$1 KiB" "status $status, and $(ls mine/memory.npy 2>&1): $(tail -n 1 err)"
    fi
}
enough='' too_little=''
for kib in 300000 400000 560000 600000 640000 680000 720000 760000 4000000; do memory "$kib"; done
[ "$enough$too_little" = yesyes ] || complain "memory" "the limits are all too high or all too low here"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
