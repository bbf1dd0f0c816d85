# bash completion for crosslane(1): the command itself knows what can follow (host/cli/shared/complete.h).
_crosslane() {
    local word current=${COMP_WORDS[COMP_CWORD]}
    [[ $current == = ]] && current= # bash makes = a word of its own
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        case $word in
        :files) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
        :folders) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
        "$current"*) COMPREPLY+=("$word") ;;
        esac
    done < <("$1" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}

complete -F _crosslane crosslane
