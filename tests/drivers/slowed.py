#!/usr/bin/env python3
"""usage: slowed.py BUILD PERCENT COMPARISONS [WORD...]

One driver under two names, of which the second is slower by PERCENT (0 to 100): before each launch so many percent of its work-groups run
once more (tests/drivers/fake/faults.h). Both are timed in turns, again and again, until COMPARISONS pairs of rows have been compared; then tells
which and how many of them `compare` calls slower, faster, the same, unclear, and how many times as long the second took. By hand, since it
depends on how quiet the machine is: it judges nothing.

FAKE_DRIVER_REAL names the driver's library (libpocl.so.2), FAKE_DRIVER_REAL_SECOND a copy of it where one library hands
out the same platform twice (NVIDIA's). WORD: of bench, in place of those below: strategies that write the
same when a part of them runs twice, and settings.
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

# A row of these takes a tenth of a second, and has 64 work-groups or more.
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
    """The strategy, the ratio and the word of each row that both have."""
    line = [tool, "bench", *words, "--device", "all", "--in-turns", "--quiet", "--force", "--json", file]
    subprocess.run(line, env=environment, check=True, stdout=subprocess.DEVNULL)
    text = subprocess.run([tool, "compare", file], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^(\w+) .* ([\d.]+) +(slower|faster|same|unclear|too few samples)$", text.split("\nEqual widths")[0], re.M)
    if not found:
        sys.exit("slowed.py: compare shows no row:\n" + text)
    return found


if __name__ == "__main__":
    main()
