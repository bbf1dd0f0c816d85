#!/usr/bin/env python3
"""usage: slowed.py BUILD PERCENT COMPARISONS [WORD...]

Times one driver under two names, alternating, until COMPARISONS pairs of rows are compared. The second is
slower by PERCENT (0 to 100): it repeats this share of each launch's work-groups
(tests/drivers/fake/faults.h). Prints how many rows `compare` calls slower, faster, the same or unclear, and
how many times as long the second took. It judges nothing, because results depend on how quiet the machine is.

FAKE_DRIVER_REAL names the driver's library (libpocl.so.2). FAKE_DRIVER_REAL_SECOND names a copy, for a library that
returns the same platform twice (NVIDIA's). WORDs replace the arguments of bench below: strategies that may run partly
twice without changing their output, and settings.
"""
import collections
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

# A row of these takes a tenth of a second and has at least 64 work-groups.
WORDS = "lerp/serial spheres/naive spheres/tile spheres/expanded --set shape=16384x64 --samples 200".split()


def main():
    build, percent, wanted, *words = sys.argv[1:]
    build, wanted = pathlib.Path(build).resolve(), int(wanted)
    counts, ratios = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        first = build / "tests/drivers/fake/libfake_driver.so"
        second = shutil.copy(first, place / "libsecond.so")
        (place / "first.icd").write_text(f"{first}\n")
        (place / "second.icd").write_text(f"{second}\n")
        environment = os.environ | {"OCL_ICD_VENDORS": folder, "FAKE_DRIVER": "name=empty", "FAKE_DRIVER_SECOND": f"repeat={percent}"}
        environment.setdefault("FAKE_DRIVER_REAL", "libpocl.so.2")
        while sum(counts.values()) < wanted:
            for line in turn(build / "crosslane", words or WORDS, place / "both.json", environment):
                counts[line[2]] += 1
                ratios.append(float(line[1]))
                if line[2] in ("slower", "faster"):
                    print(*line)
            print(f"{percent}%: {dict(counts)}; B/A {min(ratios)} to {max(ratios)}, median {statistics.median(ratios)}", flush=True)


def turn(tool, words, file, environment):
    """The strategy, the ratio and the judgement of each row in both."""
    line = [tool, "bench", *words, "--device", "all", "--in-turns", "--quiet", "--force", "--json", file]
    subprocess.run(line, env=environment, check=True, stdout=subprocess.DEVNULL)
    text = subprocess.run([tool, "compare", file], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^(\w+) .* ([\d.]+) +(slower|faster|same|unclear|too few samples)$", text.split("\nEqual widths")[0], re.M)
    if not found:
        sys.exit("slowed.py: compare shows no row:\n" + text)
    return found


if __name__ == "__main__":
    main()
