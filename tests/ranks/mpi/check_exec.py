#!/usr/bin/env python3
"""usage: tests/ranks/mpi/check_exec.py BUILD MPIRUN [--ranks N,...]

Compares `mpirun crosslane exec` with NumPy and exact fractions, on the problems of check.py. Bad input must end with the
documented status and one line, in time, and leave no file. Ends with "N passed, M failed".
"""
import os
import random
import subprocess
import sys
import tempfile
import time

import check
from check import result

try:
    import numpy as np
except ImportError:
    np = None


def run(place, ranks, words, seconds=900):
    """Status, standard output, the command's own lines on standard error, seconds."""
    start = time.monotonic()
    words = [place.mpirun, *place.over, "-n", str(ranks), f"{place.build}/crosslane", *words]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds, env=place.environment)
    except subprocess.TimeoutExpired:
        return None, "", ["does not end"], seconds
    lines = [line for line in done.stderr.splitlines() if line.startswith("crosslane: ")]
    return done.returncode, done.stdout, lines, time.monotonic() - start


def arguments(job, folder, output):
    """The job's arrays as files, and the command line's words. The job is cut for one rank."""
    words = ["exec", job.algorithm]
    for array, parts in job.arrays.items():
        if parts[0] is not None:
            np.save(f"{folder}/{array}.npy", parts[0])
            words += ["--in", f"{array}={folder}/{array}.npy"]
    given = dict(word.split("=") for word in job.settings[0].split())
    for name in ("operator", "kind", "buckets", "function"):
        if name in given:
            words += ["--set", f"{name}={given[name]}"]
    return words + ["--out", f"{output}={folder}/{output}.npy"]


def check_right(place, ranks, jobs):
    for job in jobs:
        output = {"reduce": "result", "scan": "y", "lerp": "c", "histogram": "counts"}[job.algorithm]
        with tempfile.TemporaryDirectory() as folder:
            status, _, lines, _ = run(place, ranks, arguments(job, folder, output))
            what = f"exec {job.name} by {ranks} ranks"
            if status != 0:
                result(False, f"{what}: status {status}: {lines}")
                continue
            want = job.expected[output]
            want = want[0] if isinstance(want, list) else want
            try:
                got = np.load(f"{folder}/{output}.npy")
            except (OSError, ValueError) as problem:
                result(False, f"{what}: {problem}")
                continue
            right = got.dtype == want.dtype and got.shape == want.shape and got.tobytes() == want.tobytes()
            result(right and not [f for f in os.listdir(folder) if not f.endswith(".npy")],
                   f"{what}: {got.shape} {got.ravel()[:4]}, expected {want.shape} {want.ravel()[:4]}")


def problems(rng):
    return [check.affine_job("affine", "inclusive", "f64", [4321], rng, True),
            check.affine_job("affine_exclusive", "exclusive", "f32", [150], rng, False),
            check.scan_job("scan", "add", "exclusive", "u32", [9999], rng, True),
            check.reduce_job("sum", "add", "i64", [10007], rng),
            check.lerp_job("lerp", 5, 3, [130], rng, True),
            check.histogram_job("histogram", "u8", 256, [10001], rng)]


def few(rng):
    """Fewer elements than ranks: empty parts."""
    return [check.affine_job("affine_few", "inclusive", "f32", [2], rng, True),
            check.reduce_job("nothing", "min", "i32", [0], rng)]


def check_bad(place):
    with tempfile.TemporaryDirectory() as folder:
        x, y = f"{folder}/x.npy", f"{folder}/y.npy"
        np.save(x, np.arange(10, dtype=np.float32))
        np.save(f"{folder}/t.npy", np.zeros((2, 5), np.float32))
        np.save(f"{folder}/c.npy", np.zeros((3, 5, 1), np.float32))
        with open(f"{folder}/cut.npy", "wb") as f:
            f.write(open(x, "rb").read()[:-7])
        cases = [
            ("a missing file", 2, ["exec", "scan", "--in", f"x={folder}/none.npy", "--out", f"y={y}"], "none.npy"),
            ("a short file", 2, ["exec", "scan", "--in", f"x={folder}/cut.npy", "--out", f"y={y}"], "the file ends"),
            ("unequal rows", 2, ["exec", "lerp", "--in", f"x={folder}/c.npy", "--in", f"t={folder}/t.npy", "--out",
                                 f"c={y}"], "rows"),
            ("another algorithm", 2, ["exec", "compact", "--in", f"x={x}", "--out", f"y={y}"], "without mpirun"),
            ("a device that is not there", 3, ["exec", "scan", "--device", "nothing-like-it", "--in", f"x={x}",
                                               "--out", f"y={y}"], "no device fits"),
            ("a folder that is not there", 5, ["exec", "scan", "--in", f"x={x}", "--out", f"y={folder}/no/y.npy"],
             "no/y.npy"),
        ]
        for what, status, words, part in cases:
            got, _, lines, seconds = run(place, 3, words)
            right = got == status and len(lines) == 1 and part in lines[0] and not os.path.exists(y)
            result(right and seconds < 60, f"{what}: status {got} after {seconds:.0f} s: {lines}")
        os.mkdir(f"{folder}/own")
        np.save(f"{folder}/own/x.npy", np.arange(10, dtype=np.float32))
        script = f"{folder}/one.sh"
        with open(script, "w") as f:
            f.write("#!/bin/sh\nrank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\n"
                    f"[ \"$rank\" = 1 ] && cd / || cd {folder}/own\nexec \"$@\"\n")
        os.chmod(script, 0o755)
        start = time.monotonic()
        done = subprocess.run([place.mpirun, *place.over, "-n", "3", script, f"{place.build}/crosslane", "exec", "scan",
                               "--in", "x=x.npy", "--out", f"y={y}"], capture_output=True, text=True, timeout=900,
                              env=place.environment)
        lines = [line for line in done.stderr.splitlines() if line.startswith("crosslane: ")]
        right = done.returncode == 2 and len(lines) == 1 and "rank 1" in lines[0] and "x.npy" in lines[0]
        result(right and time.monotonic() - start < 60 and not os.path.exists(y),
               f"a file that one rank lacks: status {done.returncode}: {lines}")


def check_uncounted(place):
    """As with one rank: the output\'s name on one line, then one line about samples outside all buckets."""
    with tempfile.TemporaryDirectory() as folder:
        x = (np.arange(1001) % 256).astype(np.uint8)
        np.save(f"{folder}/x.npy", x)
        status, printed, lines, _ = run(place, 3, ["exec", "histogram", "--set", "function=identity", "--set",
                                                   "buckets=100", "--in", f"samples={folder}/x.npy", "--out",
                                                   f"counts={folder}/two\nlines.npy"])
        wanted = f"    {np.count_nonzero(x >= 100)} of 1001 samples are outside of the range and not counted"
        first, *rest = printed.splitlines() or [""]
        result(status == 0 and first.startswith(f"{folder}/two?lines.npy: counts (100,) ") and rest == [wanted],
               f"samples in no bucket: status {status}, {printed!r}, {lines}")


def check_lesson(place):
    """Every command line of docs/machines.md, in order, in one folder."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    inside, lines = False, []
    with open(f"{root}/docs/machines.md") as page:
        for line in page:
            if line.startswith("```"):
                inside = not inside and line.strip() == "```sh"
            elif inside:
                lines.append(line.strip())
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(f"{place.build}/crosslane", f"{folder}/crosslane")
        os.symlink(place.launcher(), f"{folder}/mpirun")
        environment = dict(place.environment, OMPI_MCA_rmaps_base_oversubscribe="1",
                           PATH=folder + os.pathsep + os.environ["PATH"])
        for line in lines:
            done = subprocess.run(["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True,
                                  timeout=900)
            result(done.returncode == 0, f"docs/machines.md: {line}: {done.stderr.strip()[-300:]}")
    result(len(lines) > 5, f"docs/machines.md: {len(lines)} lines found")


def main():
    words = sys.argv[1:]
    if len(words) < 2 or not words[1] or np is None:
        print("skipped: built without MPI, or there is no mpirun, or no NumPy")
        return 0
    place = check.Place(os.path.abspath(words[0]), words[1])
    counts = [2, 3, 4, 7]
    if "--ranks" in words:
        counts = [int(w) for w in words[words.index("--ranks") + 1].split(",")]
    rng = random.Random(11)
    for i, ranks in enumerate(counts):
        # One launcher per problem takes a second or two: all of them once, then alternating.
        jobs = problems(rng)
        check_right(place, ranks, jobs if ranks == 3 or "--all" in words else [jobs[i % 6], jobs[(i + 3) % 6]])
    check_right(place, 4, few(rng))
    check_bad(place)
    check_uncounted(place)
    check_lesson(place)
    print(f"{check.passed} passed, {check.failed} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
