# fish completion for crosslane(1): the command itself knows what can follow (host/cli/shared/complete.h).
function __crosslane
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :folders
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end

complete -c crosslane -f -a '(__crosslane)'
