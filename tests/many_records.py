#!/usr/bin/env python3
"""Many records: compare, show and report on 10,000 of them, within 2 seconds of processor time each.

many_records.py COMMAND [SECONDS]: the records are those recorded on two devices (bench/results), again and again with
other sizes, so that rows, problems and samples are as many and as long as in real files: two files of 5,000. What each
command writes has to have what is asked for, so that a fast refusal does not pass. Ends with "N passed, N failed".
"""
import copy
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

RECORDS = 5000  # of each file
ROOT = pathlib.Path(__file__).resolve().parent.parent


def make_file(device, path):
    """A results file of RECORDS timed rows: those of the device, with n from the recorded one on."""
    document, rows = None, []
    for name in ("histogram", "lerp", "spheres"):
        with open(ROOT / "bench/results" / device / (name + ".json"), encoding="utf-8") as stream:
            found = json.load(stream)
        document = document or found
        rows += [row for row in found["records"] if row["kind"] == "bench" and row["status"] == "ok"]
    records = []
    for i in range(RECORDS):
        row = copy.deepcopy(rows[i % len(rows)])
        size = "points" if row["algorithm"] == "spheres" else "n"
        row["params"][size] += i // len(rows)
        records.append(row)
    document["records"] = records
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(document, stream)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(words, text, where, most):
    """Runs the command line; whether it is right and fast enough."""
    before = processor_seconds()
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    took = processor_seconds() - before
    found = (open(where, encoding="utf-8").read() if where else done.stdout).count(text)
    good = done.returncode == 0 and found >= RECORDS and took <= most
    print(f"{words[1]}: {took:.2f} s of processor time (at most {most:g}), status {done.returncode}, "
          f"{text!r} {found} times: {'passed' if good else 'FAILED'}")
    if not good:
        print(done.stderr[-2000:])
    return good


def main():
    command, most = os.path.abspath(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    with tempfile.TemporaryDirectory() as folder:
        one, other, page = (os.path.join(folder, name) for name in ("one.json", "other.json", "page.html"))
        make_file("nvidia-h200", one)
        make_file("nvidia-h100", other)
        good = [check([command, "compare", one, other], "\n", None, most),
                check([command, "show", one, other], "\n", None, most),
                check([command, "report", one, other, "--out", page], "<tr>", page, most)]
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
