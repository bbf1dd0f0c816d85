#compdef crosslane
# zsh completion for crosslane(1): the command itself knows what can follow (host/cli/shared/complete.h).
_crosslane() {
    local line
    local -a found
    for line in "${(@f)$("$words[1]" complete "${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
        case $line in
        '') ;;
        :files) _files ;;
        :folders) _files -/ ;;
        *) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
        esac
    done
    (( $#found == 0 )) || _describe crosslane found
}

_crosslane "$@"
