#!/usr/bin/env python3
"""The time of compare, show and report grows in proportion to the number of records, here up to 10,000.

many_records.py COMMAND: compares two files of 5,000 records, repeated from bench/results with other sizes, with two of
a quarter of that. Comparing all pairs would take sixteen times the processor time, not four; a bound in seconds would
test the machine. Each output must have the requested content. Ends with "N passed, N failed".
"""
import copy
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

RECORDS = 5000  # in each of the large files
PARTS = 4  # the small ones have a quarter of that
MOST = 6.5  # allowed ratio to the time of the small files: between 4 and 16
TIMES = 3  # the least time counts, which other work on the machine hardly changes
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def make_file(device, count, path):
    """`count` timed rows of the device, with n counted up from the recorded one."""
    document, rows = None, []
    for name in ("histogram", "lerp"):
        paths = sorted((ROOT / "bench/results" / device).glob(name + "*.json"))
        if not paths:
            sys.exit(f"bench/results/{device} has no recording of {name}")
        for recorded in paths:
            with open(recorded, encoding="utf-8") as stream:
                found = json.load(stream)
            document = document or found
            rows += [row for row in found["records"] if row["kind"] == "bench" and row["status"] == "ok"]
    rows = list({json.dumps([row[key] for key in ("algorithm", "strategy", "backend", "params")]): row
                 for row in rows}.values())  # each measurement once: a page shows the newest only
    records = []
    for i in range(count):
        row = copy.deepcopy(rows[i % len(rows)])
        row["params"]["n"] += i // len(rows)
        records.append(row)
    document["records"] = records
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(document, stream)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_once(words, text, where, count):
    """The processor time, and the fault of the output, or ""."""
    before = processor_seconds()
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    took = processor_seconds() - before
    found = (open(where, encoding="utf-8").read() if where else done.stdout).count(text)
    if done.returncode == 0 and found >= count:
        return took, ""
    return took, f"status {done.returncode}, {text!r} {found} times of {count}: {done.stderr[-2000:]}"


def run(words, text, where, count):
    """The least time of TIMES runs, and the first fault."""
    runs = [run_once(words, text, where, count) for _ in range(TIMES)]
    return min(took for took, _ in runs), next((wrong for _, wrong in runs if wrong), "")


def check(command, small, large, text, page):
    """The command is right on both pairs of files and its time is proportional to their size."""
    more = ["--out", page, "--force"] if page else []
    few, wrong_few = run([*command, *small, *more], text, page, RECORDS // PARTS)
    many, wrong_many = run([*command, *large, *more], text, page, RECORDS)
    good = not wrong_few and not wrong_many and many <= MOST * few
    print(f"{command[1]}: {many:.2f} s of processor time, {few:.2f} s for a quarter of the records (at most "
          f"{MOST} times as long): {'passed' if good else 'FAILED'} {wrong_few}{wrong_many}")
    return good


def main():
    command = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        small, large = ([os.path.join(folder, f"{device}-{count}.json") for device in ("nvidia-h200", "nvidia-h100")]
                        for count in (RECORDS // PARTS, RECORDS))
        for files, count in ((small, RECORDS // PARTS), (large, RECORDS)):
            make_file("nvidia-h200", count, files[0])
            make_file("nvidia-h100", count, files[1])
        good = [check([command, "compare", "--details"], small, large, "\n", None),
                check([command, "show"], small, large, "\n", None),
                check([command, "report"], small, large, "<td", os.path.join(folder, "page.html"))]
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
