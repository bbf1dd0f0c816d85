#!/bin/sh
# Records what a device does, as the folders of bench/results: `bench/record.sh BUILD FOLDER [OPTION...] [STEP...]`.
#
# Steps, in this order if none is named:
#   facts    crosslane probe
#   verify   every algorithm, a file each
#   main     the tables of docs/performance.md: spheres, lerp and histogram of many shapes, reduce, scan, compact
#   sweeps   every sweep of every algorithm
#   auto     auto against the best single strategy (bench --auto-grid)
#   tune     what auto goes by on this device (crosslane tune), and auto with it
#   peers    plain C with OpenMP on the same cores (BUILD/crosslane_peers), where it was built
# Options: --device SEL (default 0), --width W (of verify; default native), --label TEXT, --only NAME (one algorithm),
# --seconds S (at most for each file; default 600), --dry (prints the commands).
#
# A file that is there is kept, so a recording that was interrupted goes on where it was. Nothing else should run on the
# machine. bench/thin.py makes the files small enough to be kept. Exit status: the worst of all commands, but 3 (nothing ran) is none.
set -u
[ $# -ge 2 ] || { echo "usage: bench/record.sh BUILD FOLDER [OPTION...] [STEP...]; see the head of the file" >&2 && exit 2; }
build=$1
folder=$2
shift 2
device=0 width=native label='' only='' seconds=600 dry='' steps='' worst=0
while [ $# -gt 0 ]; do
    case $1 in
    --device) device=$2 && shift ;;
    --width) width=$2 && shift ;;
    --label) label=$2 && shift ;;
    --only) only=$2 && shift ;;
    --seconds) seconds=$2 && shift ;;
    --dry) dry=1 ;;
    facts | verify | main | sweeps | auto | tune | peers) steps="$steps $1" ;;
    *) echo "bench/record.sh: '$1': no such step or option; see the head of the file" >&2 && exit 2 ;;
    esac
    shift
done
crosslane=$build/crosslane
[ -x "$crosslane" ] || { echo "bench/record.sh: no command at $crosslane; build it first" >&2 && exit 2; }
mkdir -p "$folder/verify" || exit 5

# record FILE WORDS...: the command writes to a name of its own first, so that a file that is there is whole.
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

# timed FILE WORDS...: a bench of short samples, for there are many.
timed() {
    file=$1
    shift
    record "$file" bench "$@" --width native --samples 5 --min-time 0.05
}

algorithms() {
    "$crosslane" list | sed -n 's/^\([a-z0-9]*\): .*/\1/p' | grep -x "${only:-.*}"
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

for step in ${steps:-facts verify main sweeps auto tune peers}; do
    case $step in
    facts) facts ;;
    verify) verify ;;
    main) main ;;
    sweeps) sweeps ;;
    auto) auto ;;
    tune) tune ;;
    *) peers ;;
    esac
done
exit $worst
