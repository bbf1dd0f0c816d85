#!/bin/sh
# Records a device's results for bench/results: `bench/record.sh BUILD FOLDER [OPTION...] [STEP...]`.
#
# Steps, in this order if none is named:
#   facts    crosslane probe
#   verify   every algorithm, a file each
#   main     spheres, lerp and histogram of many shapes, reduce, scan, compact
#   table    the table of all algorithms in docs/performance.md; a file each
#   sweeps   every sweep of every algorithm
#   auto     auto against the best single strategy (bench --auto-grid)
#   cores    the same for the other algorithms on a processor; only if it is named
#   tune     crosslane tune, and auto with the profile
#   peers    plain C with OpenMP on the same cores (BUILD/crosslane_peers), if it was built
# Options: --device SEL (default 0), --width W (of verify, table and cores; default native), --label TEXT, --only NAME
# (one algorithm), --seconds S (at most for each file; default 600), --seed S (of cores; default 1), --dry (prints the
# commands).
#
# Existing files are kept, so an interrupted recording continues. Exit status: the worst of all commands except 3
# (nothing ran).
set -u
[ $# -ge 2 ] || { echo "usage: bench/record.sh BUILD FOLDER [OPTION...] [STEP...]; see the head of the file" >&2 && exit 2; }
build=$1
folder=$2
shift 2
device=0 width=native label='' only='' seconds=600 seed=1 dry='' steps='' worst=0
while [ $# -gt 0 ]; do
    case $1 in
    --device) device=$2 && shift ;;
    --width) width=$2 && shift ;;
    --label) label=$2 && shift ;;
    --only) only=$2 && shift ;;
    --seconds) seconds=$2 && shift ;;
    --seed) seed=$2 && shift ;;
    --dry) dry=1 ;;
    facts | verify | main | table | sweeps | auto | cores | tune | peers) steps="$steps $1" ;;
    *) echo "bench/record.sh: '$1': no such step or option; see the head of the file" >&2 && exit 2 ;;
    esac
    shift
done
crosslane=$build/crosslane
[ -x "$crosslane" ] || { echo "bench/record.sh: no command at $crosslane; build it first" >&2 && exit 2; }
mkdir -p "$folder/verify" || exit 5

# record FILE WORDS...: writes to another name first.
record() {
    file=$folder/$1
    shift
    [ ! -e "$file" ] || return 0
    set -- "$@" --device "$device" --quiet --force --json "$file.part"
    [ -z "$label" ] || set -- "$@" --label "$label"
    if [ -n "$dry" ]; then
        echo "crosslane $*"
        return 0
    fi
    printf '%s ' "${file#"$folder"/}"
    timeout "$seconds" "$crosslane" "$@" > "$file.txt" 2>&1
    status=$?
    case $status in
    0 | 1 | 4) mv "$file.part" "$file" ;; # 1 and 4: wrong or failed rows, which the file tells
    *) rm -f "$file.part" ;;
    esac
    echo "exit status $status"
    [ "$status" -eq 3 ] || [ "$status" -le "$worst" ] || worst=$status
}

timed() {
    file=$1
    shift
    record "$file" bench "$@" --width native --samples 5 --min-time 0.05
}

algorithms() {
    "$crosslane" list '*' | sed -n 's/^\([a-z0-9]*\): .*/\1/p' | grep -x "${only:-.*}"
}

wanted() {
    [ -z "$only" ] || [ "$only" = "$1" ]
}

facts() {
    record probe.json probe
}

verify() {
    for name in $(algorithms); do record "verify/$name.json" verify "$name" --width "$width"; done
}

main() {
    for channels in 1 3 4; do
        wanted lerp && timed "lerp_$channels.json" lerp lerp/auto --set distribution=even \
            --set channels="$channels" --set shape=1024x1024,262144x64,16x65536,1x16777216,1000003x3
    done
    wanted spheres && timed spheres.json spheres spheres/auto --set distribution=soft \
        --set channels=3,4 --set shape=128x128,1024x1024,65536x128,262144x1024,64x65536,1048576x4
    wanted spheres && timed spheres_image.json spheres spheres/auto --set distribution=soft \
        --set channels=3,4 --set width=1024 --set height=1024 --set spheres=1024
    for type in u8 u32 f32; do
        wanted histogram && timed "histogram_$type.json" histogram/auto --set type="$type" \
            --set n=1048576,16777216 --set buckets=32,128,256,2048,65536 --set distribution=uniform,single,skewed90,zipf
        wanted histogram && timed "histogram_${type}_large.json" histogram/auto histogram/runs histogram/privatised \
            --set type="$type" --set n=268435456 --set buckets=256,65536 \
            --set distribution=uniform,single,zipf
    done
    for name in reduce scan; do
        wanted "$name" && timed "$name.json" "$name" "$name/auto" --set type=u32 \
            --set operator=add --set distribution=uniform --set n=1048576,16777216,268435456
    done
    wanted compact && timed compact.json compact compact/auto --set type=u32 \
        --set distribution=uniform --set threshold=2147483648 --set n=1048576,16777216,268435456
}

set_each() {
    [ $# -eq 0 ] || printf -- '--set %s ' "$@"
}

row() {
    name=$1
    shift
    wanted "$name" || return 0
    # shellcheck disable=SC2046 # words
    record "table/$name.json" bench "$name" "$name/auto" --width "$width" --samples 7 --min-time 0.02 $(set_each "$@")
}

table() {
    mkdir -p "$folder/table" || exit 5
    row balance segments=4096,65536 n=1048576 distribution=zipf
    row branch n=16777216 distribution=uniform,runs4096
    row compact n=16777216 type=u32 threshold=2147483648 distribution=uniform
    row dispatch n=65536,1048576 distribution=uniform,clustered
    row elect shape=131072x128 distribution=dense,rare
    row expand n=1048576 type=u32 distribution=uniform,rare
    row exposure channels=3 shape=1920x1080,3840x2160
    row groupcache shape=262144x4096 distribution=uniform
    row histogram n=16777216 type=u32 buckets=256 function=identity distribution=uniform
    row lanes
    row lerp channels=4 distribution=even shape=262144x64,16x65536
    row lights4 distribution=soft shape=1048576x64,1024x4096
    row match n=16777216 type=u32 distribution=few
    row minmax shape=3840x2160 encoding=direct distribution=scene
    row mips shape=1024x1024,4096x4096
    row normal24 n=16777216 form=unorm24
    row objects shape=1048576x64,65536x1024 tolerance=0.5 distribution=far
    row probes
    row quad shape=4096x4096
    row reduce n=16777216 type=u32 operator=add distribution=uniform
    row scalarize
    row scan n=16777216 type=u32 operator=add distribution=uniform
    row sort n=16777216 type=u32 value=none distribution=uniform
    row spheres channels=3 distribution=soft shape=1024x1024,65536x128
    row tilelights shape=1920x1080,3840x2160 lights=256 encoding=ratio
}

sweeps() {
    for name in $(algorithms); do
        for sweep in $("$crosslane" list "$name" | sed -n 's/^ *sweep (bench --sweep \([a-z0-9_]*\)).*/\1/p'); do
            timed "${name}_$sweep.json" "$name" --sweep "$sweep"
        done
    done
}

auto() {
    wanted spheres && record auto_spheres.json bench spheres --auto-grid 60
    wanted histogram && record auto_histogram.json bench histogram --auto-grid 120
    wanted lerp && record auto_lerp.json bench lerp --auto-grid 30
}

# drawn COUNT NAME SETTING...: that many problems, with settings drawn from these lists.
drawn() {
    count=$1 name=$2
    shift 2
    wanted "$name" || return 0
    # shellcheck disable=SC2046 # words
    record "auto_$name.json" bench "$name" --auto-grid "$count" --seed "$seed" --width "$width" $(set_each "$@")
}

cores() {
    sizes=n=1000,2000,4000,7000,12000,20000,35000,60000,100000,180000,400000,900000,2000000
    sides=1,2,3,5,8,16,27,64
    drawn 40 reduce $sizes operator=add,mul,min,max,and,or,xor,affine type=u32,i32,u64,f32,f64
    drawn 40 scan $sizes operator=add,mul,min,max,affine type=u32,i32,u64,f32,f64 kind=inclusive,exclusive
    drawn 40 compact $sizes threshold=4294967,400000000,2147483648,4000000000 type=u32,f32,u64,i32
    drawn 24 match n=16000,64000,250000,1000000 type=u32,u64,f32,f64
    drawn 24 dispatch n=4000,9000,20000,50000,120000,300000 each=1,2,4,8 tile=32,64,128,256,512 work=2,4,8,16,32 \
        threshold=300000000,1000000000,2000000000,4000000000
    drawn 24 expand n=4000,12000,40000,120000,300000 type=u32,f32,u64
    drawn 24 normal24 n=8000,20000,50000,120000,300000,700000,1500000,3000000 \
        form=unorm24,sign25,snorm24,half11,bfloat8,depth_stencil,half3,half3_open
    drawn 24 elect rows=1000,4000,16000,64000 n=8,24,80,256 rounds=8,32,128
    drawn 24 groupcache n=500,2000,6000,16000 entries=16,64,256,1024
    drawn 24 minmax width=200,401,800,1600 height=150,399,1000 tile_width=$sides tile_height=$sides
    drawn 24 quad width=128,300,700,1500 height=128,400,1000 channels=1,2,3,4
    drawn 24 balance segments=256,1000,4000,16000,65536 n=4096,30000,200000,600000 capacity=4194304
    drawn 24 branch n=16000,64000,250000,1000000 rounds=4,16,64,256 threshold=42949673,429496730,2147483648
    drawn 24 scalarize n=16000,64000,250000,1000000 lights=4,16,64,256
    drawn 24 lights4 points=1000,4000,16000,65536 lights=8,24,64,200
    drawn 24 sort n=256,1000,3000,10000,30000,100000,300000 type=u32,u64,f32,i32 value=none,u32 bits=0,8,16 low=0
}

tune() {
    for name in spheres histogram lerp; do
        wanted "$name" || continue
        [ -n "$dry" ] || timeout "$seconds" "$crosslane" tune "$name" --device "$device" --quiet --profile "$folder/profile.json" \
            > "$folder/tune_$name.txt" 2>&1 || echo "tune $name: exit status $?"
        record "tuned_$name.json" bench "$name" --auto-grid 60 --profile "$folder/profile.json"
    done
}

peers() {
    [ -x "$build/crosslane_peers" ] || { echo "peers: not built (cmake --build $build --target crosslane_peers)" && return; }
    if [ ! -e "$folder/peers.json" ] && [ -z "$dry" ]; then
        "$build/crosslane_peers" --device "$device" --json "$folder/peers.json" > "$folder/peers.txt" 2>&1 ||
            echo "peers: exit status $?"
    fi
}

for step in ${steps:-facts verify main table sweeps auto tune peers}; do
    case $step in
    facts) facts ;;
    verify) verify ;;
    main) main ;;
    table) table ;;
    sweeps) sweeps ;;
    auto) auto ;;
    cores) cores ;;
    tune) tune ;;
    *) peers ;;
    esac
done
exit $worst
