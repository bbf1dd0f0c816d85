#!/usr/bin/env python3
"""Checks whether --targets rightly calls a target "whole".

    whole.py CROSSLANE TARGET...

At each width of the target every strategy of `list` must become kernels, at least 30 of them without a waterfall, as in
the sources. Known compiler-made waterfalls must surround the expected code. At least ten kernels of planted.sh must be
classified, all rightly. --targets must report exactly "whole". Prints "N passed, M failed".
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LEAST_KERNELS, LEAST_PLANTED = 30, 10
# AMD's compiler keeps the 16 counters in registers and loops over lanes, which differ in their index.
REGISTER_ARRAYS = {"sort_loop"}
# For a pointer to an unknown buffer these targets' compiler loops over the upper halves of the addresses, around one
# message.
LOOPS_OF_ADDRESSES = {"rkl", "adl-s", "adl-p", "dg1"}
# Take at most a work-group's or a sub-group's elements, so they refuse the usual count.
SMALL = {"sort/bitonic": ["n=64"], "sort/group": ["n=64"], "topk/rank": ["n=8", "k=4"]}
HERE = pathlib.Path(__file__).resolve().parent


def run(*words):
    return subprocess.run([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False)


def strategies(crosslane):
    """The strategies that `list` shows on a machine that may have no device."""
    names, algorithm, inside = set(), None, False
    for line in run(crosslane, "list", "*").stdout.splitlines():
        head = re.match(r"(\w+): ", line)
        if head:
            algorithm = head.group(1)
        elif re.match(r"  \w", line):
            inside = line.strip() == "strategies"
        elif inside and re.match(r"    \w+", line) and "(wrong on purpose)" not in line and line.split()[0] != "auto":
            names.add(algorithm + "/" + line.split()[0])
    return names


def check_inspections(entries, names, target):
    found = []
    seen = {e["name"] for e in entries}
    found += ["not inspected: " + ", ".join(sorted(names - seen))] if names - seen or not names else []
    found += [f"{e['name']} at {e['width']} lanes: {e['reason']}" for e in entries if not e["kernels"]]
    kernels = [(e, k) for e in entries for k in e["kernels"]]
    looping = [(e, k) for e, k in kernels if k["waterfalls"]]
    found += [f"{k['kernel']} of {e['name']} at {e['width']} lanes has a waterfall" for e, k in looping
              if target not in LOOPS_OF_ADDRESSES and not (k["kernel"] in REGISTER_ARRAYS and target.startswith("gfx"))]
    right = len(kernels) - len(looping)
    found += [f"{right} kernels without a waterfall for {target}"] if right < LEAST_KERNELS else []
    return found, looping, len(kernels)


def check_addresses(crosslane, target, looping, folder):
    """Each waterfall of these kernels surrounds one message with 64-bit addresses."""
    found, path = [], os.path.join(folder, "lines.json")
    for name in sorted({e["name"] for e, _ in looping}):
        run(crosslane, "inspect", name, "--for", target, "--width", "all", "--source", "--json", path, "--force")
        with open(path, encoding="utf-8") as file:
            sides = [s for listing in json.load(file)["listings"] for s in listing["sides"] if s["numbers"]["waterfalls"]]
        for side in sides:
            code = [c["text"] for c in side["code"] if c["waterfall"]]
            sends, messages = (sum(word in text for text in code) for word in ("send.", "; a64 "))
            if not side["numbers"]["waterfalls"] == messages == sends:
                found.append(f"{name}: {side['numbers']['waterfalls']} waterfalls with {messages} messages of {sends}")
        if len(sides) != sum(e["name"] == name for e, _ in looping):
            found.append(f"{name}: {len(sides)} kernels with waterfalls beside their source")
    return found


def check_planted(said):
    count = re.search(r": (\d+) planted kernels", said.stdout)
    found = [line for line in said.stdout.splitlines() if line.startswith("FAIL")]
    found += ["planted.sh ended with %d" % said.returncode] if said.returncode else []
    found += ["too few planted kernels"] if not count or int(count.group(1)) < LEAST_PLANTED else []
    return found


def inspected(crosslane, target, folder, *words):
    """What inspect reports about these strategies, and the faults."""
    numbers = os.path.join(folder, re.sub(r"\W+", "_", " ".join((target, *words))) + ".json")
    said = run(crosslane, "inspect", *words, "--for", target, "--width", "all", "--json", numbers)
    if not os.path.exists(numbers):
        return [], [said.stdout[-500:]]
    with open(numbers, encoding="utf-8") as file:
        return json.load(file)["inspections"], ["inspect ended with %d" % said.returncode] if said.returncode else []


def check(crosslane, target, names, folder):
    entries, found = inspected(crosslane, target, folder, "*")
    entries, more = [e for e in entries if e["name"] not in SMALL], []
    for name, settings in SMALL.items():
        few, said = inspected(crosslane, target, folder, name, *(word for setting in settings for word in ("--set", setting)))
        entries, more = entries + few, more + said
    wrong, looping, kernels = check_inspections(entries, names, target)
    if target in LOOPS_OF_ADDRESSES:
        more += check_addresses(crosslane, target, looping, folder)
    found += more + wrong
    found += check_planted(run(HERE / "planted.sh", crosslane, target))
    line = next(line for line in run(crosslane, "inspect", "--targets").stdout.splitlines() if line.split()[0] == target)
    if (" whole " in line) == bool(found):
        found.append("--targets says: " + line)
    return found, kernels


def main():
    crosslane, passed, failed = os.path.abspath(sys.argv[1]), 0, 0
    names = strategies(crosslane)
    with tempfile.TemporaryDirectory() as folder:
        for target in sys.argv[2:]:
            found, kernels = check(crosslane, target, names, folder)
            for line in found:
                print(f"FAIL {target}: {line}")
            print(f"{target}: {len(names)} strategies, {kernels} kernels")
            passed += not found
            failed += bool(found)
    print(f"{passed} passed, {failed} failed")
    sys.exit(0 if failed == 0 and passed > 0 else 1)


if __name__ == "__main__":
    main()
