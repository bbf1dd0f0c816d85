#compdef crosslane
# zsh completion for crosslane(1)

# Algorithms and strategies, from the text of `crosslane list '*'`.
_crosslane_names() {
    crosslane list '*' 2> /dev/null | awk '
        /^[a-z0-9_]+:/ { algorithm = $1; sub(/:.*/, "", algorithm); print algorithm }
        /^  [a-z]/ { inside = $1 == "strategies" }
        /^    / && inside { print algorithm "/" $1 }'
}

_crosslane() {
    local -a commands names
    commands=(
        'run:verify and time the main algorithms on every chosen device'
        'devices:every OpenCL device and its facts'
        'list:algorithms, strategies, parameters, arrays'
        'probe:the sub-group operations at every width'
        'promises:what a driver guarantees beyond the standard'
        'verify:every strategy against its CPU reference'
        'bench:verify, then time'
        'tune:measure what auto should take on this device'
        'exec:run one strategy on your own arrays'
        'trace:what SG_SHOW recorded, a row per step, a column per lane'
        'learn:exercises, shown and checked, with hints'
        'compare:results files, or the devices of one, side by side'
        'show:a recorded file as the live run printed it'
        'report:recorded files as one page with charts and tables'
        'merge:files of several machines as one'
        "copy:write an algorithm's kernel sources to a folder"
        'options:build options for kernels of your own'
        'inspect:the compiled code for several targets'
        'check:sub-group mistakes in any kernel or OpenCL program'
    )
    _arguments -S \
        '*--device[index, all, cpu, gpu, a vendor or part of a name]:device:(all cpu gpu check)' \
        '--width[sub-group widths]:widths:(native all 1 2 4 8 16 32 64 128)' \
        '--backend[source of the sub-group operations]:backend:(auto khr intel amd nvidia local)' \
        '*--set[a parameter; several values sweep]:PARAM=VALUE:' \
        '--seed[of the inputs]:number:' \
        '--samples[least number of timed samples]:number:' \
        '--min-time[least time for the samples of a row]:seconds:' \
        '--timeout[after which a silent device counts as failed]:seconds:' \
        '--seconds[time of the work]:seconds:' \
        '--max-launch[longest launch allowed]:seconds:' \
        '--quick[probe only what is needed]' \
        '--as[how options are written]:language:(shell c python)' \
        '*--for[of inspect, targets with commas, or all]:target:' \
        '--targets[of inspect, what this machine can compile for]' \
        '--kernel[of inspect, the kernel of a file to show]:name:' \
        '--asm[of inspect, the assembly]' \
        '--html[of inspect, a page of source and instructions]:file:_files' \
        '--source[of inspect, source lines with their instructions]' \
        '*--require[of inspect, what has to hold]:condition:' \
        '--lanes[of trace, the lanes to show]:FIRST-LAST:' \
        '--exercises[of learn, a folder of your own]:folder:_files -/' \
        '--show[of learn, the solution before its time]' \
        '--trust[of learn grade, without walls around the answers]' \
        '--label[kept in the results file]:text:' \
        '--kernel-dir[stands in for the built-in kernel sources]:folder:_files -/' \
        '--out-dir[where results and pictures go]:folder:_files -/' \
        '--json[records as JSON]:file:_files' \
        '--csv[records as comma-separated values]:file:_files' \
        '--markdown[tables as Markdown]' \
        '--site[a folder of pages]:folder:_files -/' \
        '--check[whether files are fit to be given to others]' \
        '--force[replace results files that exist]' \
        '--quiet[no tables and no progress]' \
        '--all[of run: every algorithm]' \
        '(--no-in-turns)--in-turns[of run, bench: several devices are timed in turns]' \
        '(--in-turns)--no-in-turns[all of a device, then all of the next]' \
        '--again[of probe: forget what is known, try what was left out]' \
        '--fail-slower[of compare: percent that a row may be slower]:percent:' \
        '--details[of compare: every problem, strategy and row]' \
        '--allow-missing[of compare --fail-slower: rows may be missing]' \
        '--level[of verify]:level:(quick pairs full)' \
        '--repeat[verify N times]:number:' \
        '--random[problems to draw at random]:number:' \
        '--exhaustive[every value of a domain]' \
        '--part[part I of N of the rows, or of the values of --exhaustive]:I/N:' \
        '--plant[a planted wrong kernel, which must be caught]:name:' \
        '--sweep[of bench, one parameter over its range]:name:' \
        '--auto-grid[of bench, auto against the best at N problems]:number:' \
        '--profile[what auto goes by; of tune, where it goes]:file:_files' \
        '--chart[the sweep as a picture, SVG]:file:_files' \
        '*--in[input array]:ARRAY=FILE:_files' \
        '*--out[of exec an output array, of report the page]:ARRAY=FILE, or FILE:_files' \
        '(- *)'{-h,--help}'[help, with examples]' \
        '(- *)--version[version, commit, compiler]' \
        '1:command:->command' \
        '*:name:->name'
    case $state in
    command) _describe command commands ;;
    name)
        _files
        names=(${(f)"$(_crosslane_names)"})
        _describe name names
        ;;
    esac
}

_crosslane "$@"
