# The commands of a student with Python and without OpenCL, run by the cell pip (.ci/pip.sh) in an empty folder, with
# wheels in /srv/wheels. Without the extra there is no device; command and module report that in a line.
# shellcheck shell=bash
passed=0
step() { # WHAT COMMAND...
    "${@:2}" || { echo "pip: $1" && echo "$passed passed, 1 failed" && exit 1; }
    passed=$((passed + 1))
}
ends_with() { # STATUS WORDS COMMAND...: one line
    local status=0
    said=$("${@:3}" 2>&1) || status=$?
    echo "$said"
    [ "$status" -eq "$1" ] && [ "$(echo "$said" | wc -l)" -eq 1 ] && [[ $said == *"$2"* ]]
}
install() { # ENVIRONMENT NAME
    python3 -m venv "$1"
    "$1/bin/pip" install --quiet --no-index --find-links /srv/wheels "$2"
}

TIMEFORMAT='processor time: %U s + %S s, of %R s'
step "install" install bare crosslane
step "no loader, command" ends_with 3 "there is no OpenCL loader" bare/bin/crosslane devices
step "no loader, module" ends_with 1 "there is no OpenCL loader" bare/bin/python -c 'import sys
try: import crosslane
except ImportError as why: sys.exit(str(why))'

to_first_table() {
    local run status=0
    V/bin/crosslane run --details --seconds 0 --quiet --out-dir results > run.txt &
    run=$!
    until grep -q '^best: ' run.txt; do
        kill -0 "$run" || break
        sleep 0.1
    done
    kill -INT "$run" || true
    wait "$run" || status=$?
    [ "$status" -eq 130 ]
}
time step "install with a device" install V 'crosslane[cpu]'
time step "the first table" to_first_table
cat run.txt
step "a table" grep -q '^best: ' run.txt
step "what was measured" test -s results/results.json
step "the manual page" test -s V/share/man/man1/crosslane.1
step "a device" V/bin/python -c 'import crosslane, numpy as np
x = np.arange(1000, dtype=np.uint32)
assert crosslane.devices()[0].widths(), "no native sub-groups"
assert crosslane.reduce(x, operator="max") == 999 and crosslane.scan(x)[-1] == x.sum()'
echo "$passed passed, 0 failed"
