# bash completion for crosslane(1)

# Algorithms and strategies, from the text of `crosslane list '*'`.
_crosslane_names() {
    crosslane list '*' 2> /dev/null | awk '
        /^[a-z0-9_]+:/ { algorithm = $1; sub(/:.*/, "", algorithm); print algorithm }
        /^  [a-z]/ { inside = $1 == "strategies" }
        /^    / && inside { print algorithm "/" $1 }'
}

_crosslane() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} word
    local commands='run devices list probe promises verify bench tune exec trace learn compare show report merge copy options inspect check help version'
    local options='--device --width --backend --set --seed --samples --min-time --timeout --max-launch --seconds --label
        --kernel-dir --out-dir --json --csv --markdown --check --site --quiet --level --repeat --random --exhaustive --part --plant --sweep --chart --profile --auto-grid --all --in-turns --no-in-turns --again --fail-slower --allow-missing --details --in --out --force --quick --as --lanes --exercises --show --trust --for --targets --kernel --asm --source --html --require --help --version'
    COMPREPLY=()
    # bash takes = for a word of its own.
    if [[ $cur == = || $prev == = ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "${cur#=}")
        return
    fi
    case $prev in
    --device) mapfile -t COMPREPLY < <(compgen -W 'all cpu gpu check' -- "$cur") && return ;;
    --width) mapfile -t COMPREPLY < <(compgen -W 'native all 1 2 4 8 16 32 64 128' -- "$cur") && return ;;
    --backend) mapfile -t COMPREPLY < <(compgen -W 'auto khr intel amd nvidia local' -- "$cur") && return ;;
    --for) mapfile -t COMPREPLY < <(compgen -W "all $(crosslane inspect --targets 2> /dev/null | awk 'NR > 1 { print $1 }')" -- "$cur") && return ;;
    --level) mapfile -t COMPREPLY < <(compgen -W 'quick pairs full' -- "$cur") && return ;;
    --as) mapfile -t COMPREPLY < <(compgen -W 'shell c python' -- "$cur") && return ;;
    --kernel-dir | --out-dir | --exercises) mapfile -t COMPREPLY < <(compgen -d -- "$cur") && return ;;
    --json | --csv | --chart | --html | --profile | --in | --out) mapfile -t COMPREPLY < <(compgen -f -- "$cur") && return ;;
    --set | --seed | --samples | --min-time | --timeout | --max-launch | --seconds | --label | --repeat | --random | --part | --plant | --sweep | --auto-grid | --fail-slower | --lanes | --kernel | --require) return ;;
    esac

    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == compare || $word == show || $word == report || $word == merge ]]; then
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
        fi
        if [[ $word == learn ]]; then
            mapfile -t COMPREPLY < <(compgen -W "next check hint watch solution reset test grade all $(crosslane learn 2> /dev/null | awk '/^[0-9]+-/ { print $1 }')" -- "$cur")
            return
        fi
        if [[ " $commands " == *" $word "* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_crosslane_names)" -- "$cur")
            return
        fi
    done
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur")
}

complete -F _crosslane crosslane
