#!/bin/bash
# usage: tests/install/completions.sh PATH_OF_CROSSLANE
# Completes words as the installed ones of bash, zsh and fish do.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
scripts=$here/../../cmake/completions
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
ln -s "$(realpath "$1")" "$folder/crosslane"
export PATH=$folder:$PATH
mkdir "$folder/here" "$folder/here/results"
touch "$folder/here/results.json"
cd "$folder/here" || exit 2
passed=0
failed=0

in_bash() {
    # shellcheck disable=SC2016 # for the inner shell
    bash -c '. "$0"; COMP_WORDS=(crosslane "$@"); COMP_CWORD=$#; _crosslane crosslane; [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' \
        "$scripts/crosslane.bash" "$@"
}
in_zsh() { # _files and _describe are those of zsh's completion system
    # shellcheck disable=SC2016
    zsh -fc 'script=$1; words=(crosslane "${@:2}"); CURRENT=$#; current=$words[CURRENT]
        _files() { [[ ${1-} == -/ ]] && print -l -- *(/) || print -l -- * }
        _describe() { local one; for one in "${(@P)2}"; do [[ $one == $current* ]] && print -r -- "${one%%:*}"; done }
        source $script' zsh "$scripts/crosslane.zsh" "$@"
}
in_fish() {
    fish --no-config -c "source $scripts/crosslane.fish; complete -C 'crosslane $*'" | cut -f 1 | sed 's|/$||'
}

expect() { # WANTED(a pattern for the joined candidates) WORD...
    local wanted=$1 shell found
    shift
    for shell in bash zsh fish; do
        command -v $shell > /dev/null || continue
        found=$("in_$shell" "$@" 2>&1 | sort | tr '\n' ' ')
        # shellcheck disable=SC2254 # a pattern
        case $found in
        $wanted) passed=$((passed + 1)) ;;
        *)
            failed=$((failed + 1))
            echo "completions: $shell, '$*': '$found', not '$wanted'"
            ;;
        esac
    done
}

for shell in bash zsh fish; do
    command -v $shell > /dev/null || echo "completions: not run: no $shell here"
done
expect 'verify version ' ver
expect 'results results.json ' check ''
expect '--json ' verify --js
expect '--site ' learn --si
expect '--schedules --seed ' check --s
expect 'full ' verify --level fu
expect 'intel ' verify --backend in
expect '*gfx1030*' inspect --for gfx10
expect 'scan scan/*scan/shares ' trace scan
expect '01-lane ' learn 01
expect 'results results.json ' show res
expect 'results ' shrink res
expect 'results ' run --out-dir res
expect '' probe x

for name in $(crosslane complete '' | cut -f 1); do
    for option in $(crosslane help "$name" 2> /dev/null | grep -oE -- '^  --[a-z-]+' | sort -u); do
        if crosslane complete "$name" - | cut -f 1 | grep -qx -- "$option"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "completions: $name $option is not offered"
        fi
    done
done

echo "completions: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
