#!/usr/bin/env python3
"""Compares random problems, run by `crosslane exec`, with NumPy written from the definitions in the lessons.

    tests/independent/check_exec.py PATH_OF_CROSSLANE [--count N] [--first N] [--seed S] [--device D] [--width W,W...] [NAME...]

Runs N problems of each algorithm, spread evenly over strategies and widths. Needs NumPy. Bounds follow from the arithmetic; whole numbers are exact. Each right result is checked again with one wrong
element, which must be detected. Prints a wrong problem's command and keeps its files. Exit status 1 then.
"""

import argparse
import functools
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np
import thresholds
from lanes import branch, elect, first_lesson, groupcache, match
from lights import lights4, objects, scalarize
from main_jobs import histogram, lerp, spheres
from ordered import runs, sort, topk
from packed import minmax, normal24, tilelights
from pictures import exposure, mips, quad
from prefix import compact, reduce, scan, segments
from probes import probes
from problem import Kit, compare, spoil
from uneven import balance, dispatch, expand

# For each algorithm (a colon begins another kind of problem): the function that draws a problem, and for how many kits
# each strategy is compiled.
ALGORITHMS = {
    "histogram": (histogram, 2),
    "lerp": (lerp, 1),
    "spheres": (spheres, 2),
    "reduce": (reduce, 4),
    "scan": (scan, 4),
    "compact": (compact, 2),
    "sort": (sort, 2),
    "quad": (quad, 1),
    "mips": (mips, 2),
    "branch": (branch, 1),
    "elect": (elect, 1),
    "groupcache": (groupcache, 1),
    "match": (match, 2),
    "lights4": (lights4, 1),
    "scalarize": (scalarize, 1),
    "dispatch": (dispatch, 1),
    "expand": (expand, 1),
    "balance": (balance, 1),
    "minmax": (minmax, 2),
    "normal24": (normal24, 2),
    "probes": (probes, 3),
    "lanes": (first_lesson, 1),
    "exposure": (exposure, 2),
    "objects": (objects, 1),
    "tilelights": (tilelights, 2),
    "topk": (topk, 2),
    "runs": (runs, 2),
    "segments": (segments, 4),
    "compact:thresholds": (thresholds.compact, 1),
    "histogram:thresholds": (thresholds.histogram, 1),
}
REFUSED = 3  # exit status: the device lacks something, such as local memory
# They refuse fewer than 4 lanes.
FOUR_LANES = {("quad", "shuffle"), ("quad", "table"), ("quad", "local"), ("mips", "tile")}
# auto may be any strategy of the first lesson, and their answers differ.
NOT_CHECKED = {("lanes", "auto")}
LISTED = re.compile(r"^    (\w+) +(\(wrong on purpose\))?", re.MULTILINE)
GROUPED = re.compile(r"^    group .*\(tuning(?: of ([^)]*))?\)", re.MULTILINE)


@functools.cache
def listed(crosslane, name):
    """The right strategies, the planted ones, and those with a variable work-group size, from `crosslane list`."""
    text = subprocess.run([crosslane, "list", name, "--quiet"], capture_output=True, text=True, check=True).stdout
    strategies = LISTED.findall(text.split("  strategies\n")[1].split("\n  parameters")[0])
    right = [word for word, wrong in strategies if not wrong and (name, word) not in NOT_CHECKED]
    group = GROUPED.search(text)
    grouped = () if not group else group[1].split(", ") if group[1] else right
    return right, [word for word, wrong in strategies if wrong], set(grouped) - {"auto"}  # what auto takes need not have it


def pairs(options, algorithm):
    for strategy in listed(options.crosslane, algorithm.split(":")[0])[0]:
        least = 4 if (algorithm, strategy) in FOUR_LANES else 1
        for width in dict.fromkeys(max(w, least) for w in options.width):
            yield strategy, width


def draw(options, algorithm, dealt, number, kits=0):
    """Strategy, width and computation of problem `number`. `kits` 0: as many as ALGORITHMS gives."""
    turn, place = divmod(number, len(dealt))
    strategy, width = dealt[place]
    function = ALGORITHMS[algorithm][0]
    rng = np.random.default_rng([options.seed, list(ALGORITHMS).index(algorithm), number])
    kit = Kit(turn % (kits or ALGORITHMS[algorithm][1]) * len(dealt) + place, options.seed)
    return strategy, width, rng, function(rng, kit, strategy, width)


def run(options, algorithm, strategy, width, problem, folder):
    """The command's outputs or the reason for their absence, and the command."""
    name = algorithm.split(":")[0]
    line = [options.crosslane, "exec", f"{name}/{strategy}", "--device", options.device, "--width", str(width), "--quiet"]
    if options.kernel_dir:
        line += ["--kernel-dir", options.kernel_dir]
    for array, values in problem.given.items():
        np.save(folder / f"{array}.npy", np.ascontiguousarray(values))
        line += ["--in", f"{array}={folder / array}.npy"]
    if strategy not in listed(options.crosslane, name)[2]:
        problem.settings.pop("group", None)
    for parameter, value in problem.settings.items():
        line += ["--set", f"{parameter}={value}"]
    files = {output: folder / f"result-{output}.npy" for output in problem.expected}
    for output, file in files.items():
        line += ["--out", f"{output}={file}"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    missing = [output for output, file in files.items() if not file.exists()]
    if done.returncode == REFUSED:
        return REFUSED, {}, line
    if done.returncode != 0 or missing:
        return f"exit status {done.returncode}: {done.stdout.strip()} {done.stderr.strip()}", {}, line
    return None, {output: np.load(file) for output, file in files.items()}, line


def check(options, algorithm, dealt, number, tally):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="crosslane-"))
    with np.errstate(all="ignore"):
        strategy, width, rng, problem = draw(options, algorithm, dealt, number)
        trouble, got, line = run(options, algorithm, strategy, width, problem, folder)
        if trouble == REFUSED:
            tally["refused"] += 1
            shutil.rmtree(folder)
            return True
        if not trouble:
            trouble, compared, undefined = compare(problem, got)
            tally["compared"] += compared
            tally["undefined"] += undefined
        if not trouble:
            spoilt = spoil(rng, problem, got)
            if spoilt is not None:
                tally["spoilt"] += 1
                trouble = None if compare(problem, spoilt)[0] else "an element that was made wrong is not found"
    if trouble:
        print(f"{algorithm} {number}: {trouble}\n    {shlex.join(line)}", flush=True)
        return False
    shutil.rmtree(folder)
    return True


def check_algorithm(options, algorithm):
    dealt = list(pairs(options, algorithm))
    order = np.random.default_rng([options.seed, list(ALGORITHMS).index(algorithm)]).permutation(len(dealt))
    dealt = [dealt[i] for i in order]
    tally, began = {"compared": 0, "undefined": 0, "spoilt": 0, "refused": 0}, time.monotonic()
    numbers = range(options.first, options.first + options.count)
    wrong = sum(not check(options, algorithm, dealt, number, tally) for number in numbers)
    if tally["refused"] == options.count:
        print(f"{algorithm}: every problem was refused: nothing is known")
        wrong = options.count
    print(f"{algorithm}: {wrong} of {options.count} problems wrong, {len(dealt)} strategies x widths with "
          f"{options.count // len(dealt)} to {-(-options.count // len(dealt))} each; {tally['compared']} values compared, "
          f"{tally['undefined']} not defined, {tally['spoilt']} spoilt results found, {tally['refused']} problems refused; {time.monotonic() - began:.0f} s",
          flush=True)  # fmt: skip
    return wrong


def options_of(count):
    parser = argparse.ArgumentParser()
    parser.add_argument("crosslane")
    parser.add_argument("--count", type=int, default=count, help="problems per algorithm")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="0")
    parser.add_argument("--width", default="1,4,8,16,32", type=lambda text: [int(w) for w in text.split(",")])
    parser.add_argument("--kernel-dir", help="kernels of a copy, with a mistake that has to be found")
    parser.add_argument("names", nargs="*", default=list(ALGORITHMS), help="of " + " ".join(ALGORITHMS))
    options = parser.parse_intermixed_args()
    unknown = [name for name in options.names if name not in ALGORITHMS]
    if unknown:
        parser.error(f"no algorithm is called {unknown[0]}")
    return options


def main():
    options = options_of(count=100)
    wrong = sum(check_algorithm(options, algorithm) for algorithm in options.names)
    right = options.count * len(options.names) - wrong
    print(f"{right} passed, {wrong} failed, seed {options.seed}")
    return 1 if wrong or not right else 0


if __name__ == "__main__":
    sys.exit(main())
