# The cell gate: kernels must not be slower than those of the last recorded commit.
# shellcheck shell=bash disable=SC2154 # logs, jobs: lib.sh, cells.sh

# last_recorded: the newest commit that recorded times (bench/results). A commit that intentionally makes a kernel
# slower must record its times. Empty if the history is too short.
last_recorded() {
    local commit shallow
    shallow=$(git rev-parse --git-path shallow)
    commit=$(git log -1 --format=%H -- 'bench/results/*.json')
    [ -z "$commit" ] || ! grep -qsxF "$commit" "$shallow" || return 0
    echo "$commit"
}

# gate_kernels FOLDER: copies the last recorded commit's kernels into FOLDER/kernels.
gate_kernels() {
    local commit
    git rev-parse HEAD > /dev/null || cannot_run "no history here to take earlier kernels from"
    commit=$(last_recorded)
    [ -n "$commit" ] || cannot_run "the last recorded commit is not in this clone (git fetch --unshallow)"
    ! git diff --quiet "$commit" -- kernels || cannot_run "kernels/ is that of the last recorded commit, ${commit:0:8}"
    rm -rf "$1"
    mkdir -p "$1"
    git archive "$commit" kernels | tar -x -C "$1"
    echo "kernels of $(git log -1 --format='%h, %cs, %s' "$commit")"
}

# Ten problems, alternating, by processor time (bench/peers/gate.c). A problem whose kernel runs twice must fail the
# gate.
gate() {
    local folder=build/ci/gate status=0
    gate_kernels "$folder"
    cmake --build --preset release --target crosslane_gate --parallel "$jobs"
    export OMP_WAIT_POLICY=passive
    build/release/crosslane_gate --before "$folder/kernels" --only lights4 --repeats 2 > "$folder/twice" || status=$?
    grep SLOWER "$folder/twice"
    [ "$status" -eq 1 ] || { echo "a problem that runs twice is not found slower" && return 1; }
    status=0
    build/release/crosslane_gate --before "$folder/kernels" || status=$?
    [ "$status" -ne 3 ] || cannot_run "no problem could be compared: no earlier kernel fits today's tables"
    return "$status"
}
