#!/bin/sh
# usage: cmake/check_rules.sh [ROOT]
# Checks the rules of docs/ that are visible in text. Prints every violation (rule, file:line, text) and the totals.
# Exit status 1: a violation; 2: nothing to check. cmake/check_rules_selftest.sh plants each.
# shellcheck disable=SC2016 # awk's own $0
set -u
LC_ALL=C
export LC_ALL

tools=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
root=${1:-$tools/..}
cd "$root" || exit 2

list=$(mktemp) && found=$(mktemp) || exit 2
trap 'rm -f "$list" "$found"' EXIT
if [ -e .git ] && git -c safe.directory=* ls-files -co --exclude-standard > "$list" 2>/dev/null; then
    while IFS= read -r file; do [ -f "$file" ] && echo "$file"; done < "$list" > "$found"
    cp "$found" "$list"
else
    find . -type f ! -path './.git/*' ! -path './build*/*' ! -path './.venv/*' | sed 's|^\./||' > "$list"
fi

# files PATTERN [NOT]: paths that match the first pattern and not the second.
files() {
    grep -E -- "$1" "$list" | grep -vE -- "${2:-^$}"
}

each() {
    tr '\n' '\0' | xargs -0 -r "$@"
}

# forbid RULE REGEX: reads paths and reports lines that match.
forbid() {
    each grep -HniE -- "$2" 2>/dev/null | sed "s|^|$1 |"
}
forbid_exact() {
    each grep -HnE -- "$2" 2>/dev/null | sed "s|^|$1 |"
}
too_long() {
    each awk -v rule="$1" -v limit="$2" '
        FNR == limit + 1 { printf "%s %s: more than %d lines\n", rule, FILENAME, limit }'
}

code='^(kernels|host|bench)/'
# Headers of host/src for the command, and for tables (docs/architecture.md, "Who includes what").
inner='abilities|able|algorithm|backend|calls|caps|clapi|device(_facts|_open|_read)?|guarded|lookup|number|operators|ops|os|os_windows|plan_make|planted|profile|program|real|registry'
inner="$inner|settings|source|status|table_check|text|values"
tables='([a-z]+/)?(abilities|able|algorithm|number|operators|real|status|[a-z0-9_]+_host)'
c='\.(c|h|cl|def)$'

check_all() {
    # 1. Vendors are named in few places. __APPLE__ and PROCESSOR_ARCHITECTURE_AMD64 name systems, recorded files
    # devices.
    vendors='intel|amd|amdgcn|amdgpu|nvidia|pocl|apple|qualcomm|adreno|mali|rusticl|oclgrind|radeon|geforce'
    files "$code" '^(kernels/sg/|host/src/device/backend\.c$|host/check/(compile|icd)/|host/tool/inspect/targets/|bench/(peers|results)/)|\.md$' |
        each awk -v words="(^|[^a-z])($vendors)([^a-z]|$)" '
            { line = tolower($0); gsub(/__apple__|processor_architecture_amd64|bench\/results\/[^ ,;)]*/, "", line) }
            line ~ words { printf "vendor-word %s:%d: %s\n", FILENAME, FNR, $0 }'

    # 2. Capabilities are macros that are always 0 or 1.
    files '^kernels/.*\.(cl|h)$' '^kernels/sg/' | forbid_exact capability-ifdef '^ *# *(ifdef|ifndef) +SG_HAS|defined *\(? *SG_HAS'

    # 3. Kernels: every lane reaches every operation, except operations without an exchange. wrong.cl has planted bugs.
    ops='^sg_'
    alone='^sg_(lane|width|id|count|(mask|identity)_[a-z_]+)$'
    files '^kernels/.*\.cl$' '^kernels/sg/|(^|/)wrong\.cl$' |
        each awk -v collectives="$ops" -v alone="$alone" -f "$tools/conditional_collectives.awk" |
        sed 's|^|conditional-collective |'
    files '^kernels/.*\.cl$' '^kernels/sg/|(^|/)wrong\.cl$' | each awk '
        FNR == 1 { collectives = 0 }
        /SG_BEGIN/ { collectives = 1 }
        /^}/ { collectives = 0 }
        collectives && /if *\(.*(get_(global|local)_id|sg_lane|[^a-z_]lane[^a-z_]).*\) *\{? *(return|break|continue) *;/ {
            printf "lane-dependent-exit %s:%d: %s\n", FILENAME, FNR, $0 }'

    # 4. Kernel names start with their folder's; no macro generates types outside the layer.
    files '^kernels/[^/]+/[^/]+\.cl$' '^kernels/(sg|common)/' | each awk '
        { split(FILENAME, part, "/") }
        /^(__kernel|kernel|SG_KERNEL) / && match($0, /void +[A-Za-z0-9_]+ *\(/) {
            name = substr($0, RSTART, RLENGTH); gsub(/void +| *\(/, "", name)
            if (index(name, part[2] "_") != 1)
                printf "kernel-name %s:%d: %s does not start with %s_\n", FILENAME, FNR, name, part[2] }'
    files '^kernels/.*\.(cl|h)$' '^kernels/(sg|common)/' | forbid_exact macro-stamp '##'

    # 5. Sizes of files and functions.
    files '^kernels/.*\.(cl|h)$' | too_long file-length 300
    files '^(host|kernels|bench|tests|cmake|\.ci)/|^[^/]*\.(sh|txt)$' '\.(cl|md|json|csv|npy|png|def)$|^bench/results/' |
        too_long file-length 600
    # The Python module is thin: empty lines do not count.
    files '^host/python/.*\.py$' | each awk '
        NF && ++lines == 1301 { printf "file-length %s: host/python has more than 1300 lines\n", FILENAME }'
    files "^(host|kernels|bench|tests)/.*\\.(c|cl)$" | each awk -v limit=90 '
        FNR == 1 { open = 0; start = 0 }
        /^[A-Za-z_]/ { if (!open) { start = FNR; head = $0 } }
        /\) \{$/ { if (!open && start) open = start }
        /^}/ { if (open && FNR - open + 1 > limit)
                   printf "function-length %s:%d: %d lines: %s\n", FILENAME, open, FNR - open + 1, head
               open = 0; start = 0 }'

    # 6. Nothing unfinished, no machine's paths.
    files '.' '^bench/results/|\.(npy|png)$' | forbid_exact unfinished '(^|[^A-Za-z])(T[O]DO|FI[X]ME|X[X]X|HA[C]K)([^A-Za-z]|$)'
    files "$code|^tests/" '\.md$' | forbid unfinished '(^|[^a-z_])s[t]ub([^a-z]|$)'
    files '.' '^bench/results/|\.(npy|png)$' | forbid_exact machine-path '(^|[^A-Za-z0-9_}])/(w[o]rk/(main|shared)|r[o]ot|home/[a-z]+)/'

    # 7. Layers: the library uses neither the command nor its libraries; only os.c uses the system.
    files '^host/src/' | forbid_exact layer '#include +([<"](jansson|png|zlib)\.h|".*(tool|cli)/)'
    files '^host/tool/' | forbid_exact layer '#include +".*cli/'
    # OpenCL calls are noted, so that a driver's death can be recognised.
    files '^host/(src|tool|cli)/.*\.c$' |
        each grep -lE '^[^/*]*[^a-zA-Z_"]cl(Build|Create|Enqueue|Finish|Flush|Get|Release|Retain|Set|Wait)[A-Za-z]*\(' 2> /dev/null |
        each grep -L '#include "base/calls.h"' | sed 's|^|call-not-noted |'
    files '^kernels/.*\.c$' '_case\.c$' | forbid_exact layer '#include +<(jansson|png)\.h'
    files '^host/(tool|cli)/' | each grep -HnE '#include +"(base|table|ops|device|program|check|caps|plan)/' 2> /dev/null |
        grep -vE "/($inner)\.h\"" | sed 's|^|inner-interface |'
    files '^kernels/.*\.(c|_host\.h)$' '_case\.c$' | each grep -HnE '#include +"' 2> /dev/null |
        grep -vE "\"($tables)\.h\"" | sed 's|^|inner-interface |'
    # Headers of host code in kernels/ are *_host.h; all others are kernel sources.
    files '^kernels/.*\.h$' '_host\.h$' | forbid_exact host-header '#include +(<|"(table|base|cases)/)'
    files '^kernels/.*\.(cl|h)$' '_host\.h$' | forbid_exact host-header '#include +"[^"]*_host\.h"'
    # A kernel's text and its includes are joined, where this has no effect.
    files '^kernels/.*\.(cl|h)$' '_host\.h$' | forbid_exact joined-text '# *pragma +once'
    files '^(host|kernels)/.*\.[ch]$' '(^|/)os(_[a-z]+)*\.[ch]$' |
        forbid_exact system '# *include +<(unistd|spawn|dirent|fcntl|poll|termios|dlfcn|pthread|windows|io|sys/[a-z]+)\.h>'
    files '^(host|kernels)/.*\.[ch]$' '(^|/)os(_[a-z]+)*\.[ch]$' | forbid_exact system '_WIN32|__linux__|__unix__'

    # 8. OpenCL 1.2 entry points; newer ones are found at run time, by a name in quotes.
    newer='CreateCommandQueueWithProperties|GetKernelSubGroupInfo|CreateBufferWithProperties|CreateProgramWithIL'
    newer="$newer|CreateSamplerWithProperties|CreateImageWithProperties|CreatePipe|CloneKernel|SetKernelExecInfo"
    newer="$newer|GetHostTimer|GetDeviceAndHostTimer|SVMAlloc|SVMFree|SetKernelArgSVMPointer|EnqueueSVM[A-Za-z]+"
    files '^(host|tests|bench)/.*\.[ch]$' '^(bench/peers/|tests/check/answers\.c$)' | forbid_exact newer-entry-point "(^|[^\"A-Za-z_])cl($newer) *\\("

    # 9. A defect in a comment is on the page, and its workarounds name it.
    files "$code|^(docs|tests)/" '^bench/results/|\.(npy|png)$' |
        each awk -v page=docs/defects.md -f "$tools/check_defects.awk"

    # 10. Recorded files are made by bench/thin.py: a row has no unknown values.
    files '^bench/results/.*\.json$' | each grep -lE '^\{"kind".*":null' 2> /dev/null | sed 's|^|not-thinned |'
    files '^bench/results/.*\.json$' | each grep -lE '"finished":false\}$' 2> /dev/null | sed 's|^|recording-unfinished |'

    # 11. A page's links lead to existing files.
    files '\.md$' | each grep -oHE '\]\([^):# ]+' 2> /dev/null | while IFS=: read -r page link; do
        place=${page%/*}
        [ "$place" != "$page" ] || place=.
        [ -e "$place/${link#"]("}" ] || echo "dead-link $page: ${link#"]("}"
    done

    # 12. No test depends on a machine's speed. Clocks are read only to compare two times of one run, or to end a
    # hanging command.
    files '^tests/.*\.c$' '/(test_(overhead|histogram|kernel_check)|process)\.c$' |
        forbid_exact clock-in-test '(xl__os_now|clock_gettime|gettimeofday|[^a-z_]clock|[^a-z_]time\(NULL) *[()]'

    # 13. Text for people goes through tool_print, which makes it printable; exceptions write documents or clean text.
    files '^host/(cli|tool)/.*\.c$' '^host/tool/(text|system)/|/(journal|answers|session|progress)\.c$' |
        forbid_exact printed-by-itself "(^|[^a-zA-Z_])((v?f?printf|f?puts|fwrite)\\(|(f?putc|putchar)\\([^'])"

    # 14. A file that names its interpreter can be started.
    files '.' '\.(npy|png)$' | while read -r script; do
        if [ ! -x "$script" ] && [ "$(head -c 2 "$script" | tr -d '\0')" = '#!' ]; then
            echo "not-executable $script: use chmod +x"
        fi
    done

    # 15. Plain English; a page of docs/ has at most 1,500 words.
    python3 "$tools/check_plain.py" . 2>&1 | grep -v '^plain: ' | sed 's/^/plain /'
}

checked=$(files "$code.*$c" | wc -l)
if [ "$checked" -eq 0 ]; then
    echo "check_rules: nothing to check under $(pwd)" >&2
    exit 2
fi
check_all | sort -u > "$found"
cat "$found"
violations=$(wc -l < "$found")
echo "check_rules: $((checked)) source files, $((violations)) violations"
[ "$violations" -eq 0 ]
