# fish completion for crosslane(1)

# Algorithms and strategies, out of the text of `crosslane list`.
function __crosslane_names
    crosslane list 2>/dev/null | awk '
        /^[a-z0-9_]+:/ { algorithm = $1; sub(/:.*/, "", algorithm); print algorithm }
        /^  [a-z]/ { inside = $1 == "strategies" }
        /^    / && inside { print algorithm "/" $1 }'
end

set -l commands run devices list probe verify bench exec trace compare show copy options
complete -c crosslane -f
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a run -d 'verify and time the main algorithms'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a devices -d 'every OpenCL device and its facts'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a list -d 'algorithms, strategies, parameters'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a probe -d 'the sub-group operations'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a verify -d 'strategies against their references'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a bench -d 'verify, then time'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a exec -d 'one strategy on your own arrays'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a trace -d 'what SG_SHOW recorded, lane by lane'
complete -c crosslane -n '__fish_seen_subcommand_from trace' -l lanes -x -d 'FIRST-LAST'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a compare -d 'results side by side'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a show -d 'a recorded file as it was printed'
complete -c crosslane -n '__fish_seen_subcommand_from compare show' -F
complete -c crosslane -n '__fish_seen_subcommand_from compare' -l fail-slower -x -d 'percent that a row may be slower'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a copy -d 'write kernel sources to a folder'
complete -c crosslane -n "not __fish_seen_subcommand_from $commands" -a options -d 'build options for kernels of your own'
complete -c crosslane -n '__fish_seen_subcommand_from options' -l quick -d 'probe only what is needed'
complete -c crosslane -n '__fish_seen_subcommand_from options' -l as -x -a 'shell c python' -d 'how they are written'
complete -c crosslane -n "__fish_seen_subcommand_from $commands" -a '(__crosslane_names)'
complete -c crosslane -l device -x -a 'all cpu gpu' -d 'index, kind, vendor or part of a name'
complete -c crosslane -l width -x -a 'native all 1 2 4 8 16 32 64 128' -d 'sub-group widths'
complete -c crosslane -l backend -x -a 'auto khr intel amd nvidia local' -d 'source of the operations'
complete -c crosslane -l set -x -d 'PARAM=VALUE[,VALUE...]'
complete -c crosslane -l seed -x -d 'of the inputs'
complete -c crosslane -l samples -x -d 'least number of timed samples'
complete -c crosslane -l min-time -x -d 'least seconds for the samples of a row'
complete -c crosslane -l timeout -x -d 'seconds after which a device counts as failed'
complete -c crosslane -l max-launch -x -d 'longest launch allowed, in seconds'
complete -c crosslane -l label -x -d 'kept in the results file'
complete -c crosslane -l kernel-dir -x -a '(__fish_complete_directories)' -d 'in place of built-in kernels'
complete -c crosslane -l out-dir -x -a '(__fish_complete_directories)' -d 'where results go'
complete -c crosslane -l json -r -F -d 'records as JSON'
complete -c crosslane -l csv -r -F -d 'records as comma-separated values'
complete -c crosslane -l force -d 'replace results files that exist'
complete -c crosslane -l quiet -d 'no tables and no progress'
complete -c crosslane -n '__fish_seen_subcommand_from probe' -l again -d 'forget what is known, try what was left out'
complete -c crosslane -n '__fish_seen_subcommand_from verify' -l level -x -a 'quick pairs full' -d 'how thorough'
complete -c crosslane -n '__fish_seen_subcommand_from verify' -l repeat -x -d 'verify N times'
complete -c crosslane -n '__fish_seen_subcommand_from verify' -l random -x -d 'problems to draw at random'
complete -c crosslane -n '__fish_seen_subcommand_from verify' -l exhaustive -d 'every value of a domain'
complete -c crosslane -n '__fish_seen_subcommand_from verify' -l part -x -d 'of --exhaustive: part I/N'
complete -c crosslane -n '__fish_seen_subcommand_from verify' -l plant -x -d 'a planted wrong kernel'
complete -c crosslane -n '__fish_seen_subcommand_from bench' -l sweep -x -d 'one parameter over its range'
complete -c crosslane -n '__fish_seen_subcommand_from bench' -l chart -r -F -d 'the sweep as a picture, SVG'
complete -c crosslane -n '__fish_seen_subcommand_from exec' -l in -r -F -d 'ARRAY=FILE'
complete -c crosslane -n '__fish_seen_subcommand_from exec' -l out -r -F -d 'ARRAY=FILE'
complete -c crosslane -s h -l help -d 'help, with examples'
complete -c crosslane -l version -d 'version, commit, compiler'
