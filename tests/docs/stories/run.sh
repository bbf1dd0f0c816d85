#!/bin/sh
# Runs the stories of this folder, command by command, on the devices that OpenCL shows:
#
#   tests/docs/stories/run.sh BUILD_DIR [STORY...]
#
# A story is a shell script that reads as a text. It runs in an empty folder with the project's docs, include and kernels.
# Directives after a command give its expected behaviour: "#= status N", its exit status (default 0), and
# "#= says TEXT", a text in its output. Ends with "N passed, M failed" of the commands. With STORY_TIMES set it also
# prints the time of each.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
build=$(CDPATH='' cd "$1" && pwd) || exit 2
shift
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
PATH=$build:$PATH
export PATH
passed=0
failed=0

# Checks the last command against its directives.
judge() {
    [ -n "$command" ] || return 0
    [ "$status" -eq "$wanted" ] || missing="$missing status $wanted, not $status;"
    if [ -z "$missing" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$story:$number: $command"
        echo "    expected:$missing"
        tail -n 15 "$place/output" | sed 's/^/    | /'
    fi
    command=''
}

tell() { # STORY
    story=$(basename "$1")
    folder=$(mktemp -d "$place/XXXXXX") || exit 2
    ln -s "$here/../../../docs" "$here/../../../include" "$here/../../../kernels" "$folder"
    command='' at=0
    while IFS= read -r line; do
        at=$((at + 1))
        case $line in
        '#= status '*) wanted=${line#'#= status '} ;;
        '#= says '*)
            grep -qF -- "${line#'#= says '}" "$place/output" || missing="$missing '${line#'#= says '}';"
            ;;
        '#='*) missing="$missing a line that is understood: $line;" ;;
        '' | '#'*) ;;
        *)
            judge
            command=$line number=$at wanted=0 missing='' status=0
            begun=$(date +%s)
            (cd "$folder" && sh -c "$line") > "$place/output" 2>&1 < /dev/null || status=$?
            [ -z "${STORY_TIMES:-}" ] || echo "$(($(date +%s) - begun)) s: $line"
            ;;
        esac
    done < "$1"
    judge
}

[ $# -gt 0 ] || set -- "$here"/lecturer.sh "$here"/class.sh "$here"/engineer.sh
for file in "$@"; do tell "$file"; done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
