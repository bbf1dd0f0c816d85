#!/usr/bin/env python3
"""Checks source lines in `crosslane inspect`.

    lines.py CROSSLANE TARGET...

On every target, each operation in tests/inspect/planted/asked.cl must be reported at its line with its instructions,
and none elsewhere. Marks moved one line down must fail. Asking for lines must not change the code: without those options
all numbers must stay equal. Prints "N passed, M failed".
"""
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile

PLANTED = pathlib.Path(__file__).resolve().parent / "planted" / "asked.cl"
MOVES = {"sg_shuffle"}  # instructions that move between lanes, wherever there are lanes
# Removes the options that ask for lines, and the layer's wrapping for lines.
WITHOUT = '''#!/bin/bash
words=()
for word in "$@"; do
    case $word in
    -gline-tables-only | -gline-directives-only | --generate-line-info) continue ;;
    *.line.cl) sed '/^#pragma clang attribute/d' "$word" > "$word.plain.cl"; word=$word.plain.cl ;;
    esac
    words+=("${word/-gline-tables-only /}")
done
exec %s "${words[@]}"
'''


def inspect(crosslane, words, path=None):
    environment = dict(os.environ, PATH="%s:%s" % (path, os.environ["PATH"])) if path else None
    done = subprocess.run([crosslane, "inspect", *words, "--json", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, check=False, env=environment)
    if done.returncode != 0:
        sys.exit("inspect %s: exit status %d: %s" % (" ".join(words), done.returncode, done.stderr[-500:]))
    return json.loads(done.stdout)["inspections"]


def marks():
    lines = PLANTED.read_text(encoding="utf-8").splitlines()
    found = [(n, re.search(r"/\* asks (\w+) \*/", line)) for n, line in enumerate(lines, 1)]
    return {(n, mark.group(1)) for n, mark in found if mark}


def wrong_lines(entry, wanted):
    """Lists mismatches."""
    told = {}
    for operation in entry["kernels"][0]["operations"]:
        name = operation["operation"]
        if re.match(r"sg_(lane|width|id|count|mask_\w+)$", name or ""):
            continue
        if os.path.basename(operation["file"]) != PLANTED.name:
            return ["a line of %s" % operation["file"]]
        told[(operation["line"], name)] = operation
    found = ["line %d: %s was not asked for" % key for key in sorted(set(told) - wanted, key=str)]
    found += ["line %d: %s is missing" % key for key in sorted(wanted - set(told))]
    for (line, name), operation in told.items():
        if operation["instructions"] < 1:
            found.append("line %d: nothing was made of %s" % (line, name))
        if name in MOVES and entry["backend"] != "local" and operation["cross_lane"] < 1:
            found.append("line %d: %s moves nothing" % (line, name))
    return found


def write_wrappers(folder):
    """Writes compiler wrappers that remove the options for lines."""
    ask = "import glob, os, nvidia\nprint(*[p for d in nvidia.__path__ for p in glob.glob(os.path.join(d, '*', 'bin', 'ptxas'))])"
    python = shutil.which("python3")
    package = subprocess.run([python, "-c", ask], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                             universal_newlines=True).stdout.split()
    for name in ("clang-15", "clang-19", "clang-18", "clang-17", "clang-16", "clang", "ocloc", "ptxas"):
        program = shutil.which(name) or (package[0] if name == "ptxas" and package else None)
        if not program:
            continue
        wrapper = pathlib.Path(folder) / name
        wrapper.write_text(WITHOUT % program, encoding="utf-8")
        wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)


def numbers(entries):
    """Every number of every kernel, except those about lines."""
    return [(e["name"], k["kernel"], {n: v for n, v in k.items() if n != "operations"}) for e in entries for k in e["kernels"]]


def main():
    crosslane, *targets = sys.argv[1:]
    passed = failed = 0

    def check(what, problems):
        nonlocal passed, failed
        passed += not problems
        failed += bool(problems)
        for problem in problems:
            print("FAIL %s: %s" % (what, problem))

    with tempfile.TemporaryDirectory() as folder:
        write_wrappers(folder)
        for target in targets:
            words = [str(PLANTED), "--for", target]
            entry = inspect(crosslane, words)[0]
            check(target, wrong_lines(entry, marks()))
            check(target + ", marks a line too low", [] if wrong_lines(entry, {(n + 1, name) for n, name in marks()}) else ["nothing found"])
            told, plain = [entry], inspect(crosslane, words, folder)
            if target in ("gfx1030", "x86-64"):  # of others it takes long
                words = ["lerp/continued", "histogram/match_local", "--for", target]
                told, plain = told + inspect(crosslane, words), plain + inspect(crosslane, words, folder)
            lines = [k for e in plain for k in e["kernels"] if k["operations"]]
            check(target + ", without lines", ["lines are told: the programs in between were not called"] if lines else [])
            check(target + ", with and without lines",
                  ["%s, not %s" % pair for pair in zip(numbers(told), numbers(plain)) if pair[0] != pair[1]])
    print("%s: %d passed, %d failed" % (" ".join(targets), passed, failed))
    sys.exit(0 if failed == 0 and passed > 0 else 1)


if __name__ == "__main__":
    main()
