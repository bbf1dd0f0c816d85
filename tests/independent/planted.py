#!/usr/bin/env python3
"""Checks that the references of check_exec.py detect the planted wrong kernels.

    tests/independent/planted.py PATH_OF_CROSSLANE [--count N] [--seed S] [--device D] [--width W,W...] [NAME...]

`exec` names one wrong element, which the NumPy reference must also reject. Results that `exec` accepts are compared as
usual. Each planted kernel runs up to N problems until detected. Other messages of `exec` are shown. Exit status 1 if a
kernel is not detected, or if the reference accepts an element that `exec` rejects.
"""

import pathlib
import re
import sys
import tempfile

import numpy as np
from check_exec import REFUSED, draw, listed, options_of, run
from problem import compare, right

ELEMENT = re.compile(r"of '(\w+)' (?:is|are) wrong, the first is \w+\[(\d+)\].*?expected (\S+).*?, got (\S+)")
COUNTED = re.compile(r"of '(\w+)', in any order,.*?: (\d+) is there (\d+) times, expected")


def refuted(problem, said):
    """True if the reference also rejects the element that `exec` names; None for no element or an undefined one."""
    counted = COUNTED.search(said)
    if counted and counted[1] in problem.unordered:
        return int((problem.expected[counted[1]] == int(counted[2])).sum()) != int(counted[3])
    told = ELEMENT.search(said)
    if not told or problem.judge or told[1] in problem.unordered or told[1] not in problem.expected:
        return None
    expected, at = problem.expected[told[1]], int(told[2])
    got = np.array([float(told[4]) if expected.dtype.kind == "f" else int(told[4])])
    bound = np.broadcast_to(problem.allowed.get(told[1], 0), expected.shape).ravel()[at]
    return None if np.isinf(bound) else not right(got, expected.ravel()[at : at + 1], bound)[0]


def verdict(options, algorithm, strategy, dealt, number):
    with tempfile.TemporaryDirectory() as name:
        _, width, _, problem = draw(options, algorithm, dealt, number, number + 1)
        trouble, got, _ = run(options, algorithm, strategy, width, problem, pathlib.Path(name))
    if not trouble:
        return ("found", "") if compare(problem, got)[0] else ("passed", "")
    if trouble == REFUSED or not trouble.startswith("exit status 1:"):
        return "not in reach", str(trouble)  # a bug that shows at some widths or sizes alone
    found = refuted(problem, trouble)
    if found is None:
        return "otherwise", " ".join(trouble.split())
    return ("found", "") if found else ("MISSED", " ".join(trouble.split()))


def main():
    options = options_of(count=30)
    np.seterr(all="ignore")
    missed = shown = 0
    for algorithm in options.names:
        for strategy in listed(options.crosslane, algorithm.split(":")[0])[1]:
            dealt = [(strategy, max(w, 4)) for w in options.width]
            tally, says = {}, ""
            for number in range(options.first, options.first + options.count):
                word, said = verdict(options, algorithm, strategy, dealt, number)
                tally[word] = tally.get(word, 0) + 1
                says = said or says
                if word == "found":
                    break
            good = "MISSED" not in tally and ("found" in tally or "otherwise" in tally)
            missed, shown = missed + (not good), shown + good
            print(f"{algorithm}/{strategy}: " + ", ".join(f"{n} {word}" for word, n in tally.items()) + f" {says}"[:200], flush=True)
    print(f"{shown} passed, {missed} failed, seed {options.seed}")
    return 1 if missed or not shown else 0


if __name__ == "__main__":
    sys.exit(main())
