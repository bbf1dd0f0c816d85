#!/bin/bash
# usage: run.sh BUILD [--seconds N | --runs N] [--jobs N] [NAME...]. Runs the libFuzzer harnesses of a build of the
# preset "fuzz" (default: 40 seconds each, two at a time). The next run begins with the inputs found,
# BUILD/tests/hostile/fuzz/found/NAME. Failing inputs are NAME-crash-*. Memory is limited to 512 MiB in total and 64 MiB
# per allocation.
set -u
build=$(cd "$1/tests/hostile/fuzz" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd) || exit 2
shift
bound=-max_total_time=40
least=10000 # runs: a harness that stands still has shown nothing
jobs=2
names=()
while [ $# -gt 0 ]; do
    case $1 in
    --seconds) bound=-max_total_time=$2 && shift 2 ;;
    --runs) bound=-runs=$2 least=$2 && shift 2 ;;
    --jobs) jobs=$2 && shift 2 ;;
    *) names+=("$1") && shift ;;
    esac
done
[ ${#names[@]} -gt 0 ] || names=(npy png results settings cache)

# Bytes; longer inputs only take longer.
declare -A longest=([npy]=1024 [png]=2048 [results]=2048 [settings]=1024 [cache]=512)

fuzz() { # NAME
    mkdir -p "$build/found/$1"
    # The sanitizer watches 16 MiB of freed memory, not 256.
    ASAN_OPTIONS=quarantine_size_mb=16 "$build/fuzz_$1" "$bound" -max_len="${longest[$1]}" -rss_limit_mb=512 -malloc_limit_mb=64 \
        -timeout=10 -print_final_stats=1 -artifact_prefix="$build/$1-" "$build/found/$1" "$here/corpus/$1" > "$build/$1.log" 2>&1
}

for name in "${names[@]}"; do
    while [ "$(jobs -pr | wc -l)" -ge "$jobs" ]; do wait -n; done
    fuzz "$name" &
done
wait
passed=0
failed=0
for name in "${names[@]}"; do
    log=$build/$name.log
    runs=$(sed -n 's/^Done \([0-9]*\) runs in .*/\1/p' "$log")
    echo "$name: ${runs:-no} runs, $(sed -n 's/^stat::peak_rss_mb: *//p' "$log") MiB"
    if [ "${runs:-0}" -ge "$least" ]; then # printed where it ended by itself
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        grep -E 'does not hold|ERROR|SUMMARY|Test unit written' "$log" || tail -n 5 "$log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
