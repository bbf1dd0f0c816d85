#!/usr/bin/env python3
"""usage: tests/ranks/mpi/check.py BUILD MPIRUN [--ranks N,...]

Compares crosslane_mpi with NumPy and exact fractions, bit by bit: with these inputs no order rounds. Problems are cut
into parts of unequal length, some empty, for 1, 2, 3, 4 and 7 ranks of mpi_client. Planted mistakes must be detected.
Bad input must give every rank the same line, in time. Ends with "N passed, M failed", or "skipped: " and the reason.
Shares no code with the library.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is missing")
    sys.exit(0)

TYPES = {"u8": np.uint8, "u32": np.uint32, "i32": np.int32, "u64": np.uint64, "i64": np.int64, "f32": np.float32,
         "f64": np.float64}
passed = failed = 0


def result(right, what):
    global passed, failed
    if right:
        passed += 1
    else:
        failed += 1
        print("mpi:", what)


class Job:
    """Arguments and arrays of each rank, and the expected results: of each rank, or one array."""

    def __init__(self, name, settings, arrays, expected, seconds=600, types=None, repeat=0):
        self.name, self.settings, self.arrays, self.expected = name, settings, arrays, expected
        self.seconds, self.repeat = seconds, repeat
        self.algorithm, self.strategy, self.type = types

    def write(self, folder):
        for rank, settings in enumerate(self.settings):
            stem = f"{folder}/{self.name}.{rank}."
            words = self.type[rank] if isinstance(self.type, list) else self.type
            algorithm = self.algorithm[rank] if isinstance(self.algorithm, list) else self.algorithm
            with open(stem + "job", "w") as f:
                f.write(f"{algorithm} {self.strategy} {words} {self.seconds} {settings}\n")
            for array, parts in self.arrays.items():
                if parts[rank] is not None:
                    parts[rank].tofile(stem + array)
            if self.repeat:
                with open(stem + "repeat", "w") as f:
                    f.write(f"{self.repeat}\n")

    def mistakes(self, folder):
        wrong = []
        for rank in range(len(self.settings)):
            stem = f"{folder}/{self.name}.{rank}."
            if os.path.exists(stem + "error"):
                wrong.append(f"{self.name}: rank {rank}: {open(stem + 'error').read().strip()}")
                continue
            for array, parts in self.expected.items():
                want = parts if array == "result" else parts[rank]
                path = stem + ("result" if array == "result" else "out." + array)
                if not os.path.exists(path):
                    wrong.append(f"{self.name}: rank {rank} has no {array}")
                    continue
                got = np.fromfile(path, want.dtype, count=want.size)
                if got.tobytes() != np.ascontiguousarray(want).tobytes():
                    wrong.append(f"{self.name}: rank {rank}: {array} is {got.ravel()[:4]}, expected {want.ravel()[:4]}")
        return wrong


def lengths_of(ranks, rng):
    """Cuts: odd lengths, empty ends, everything in the middle."""
    some = [rng.choice([1, 2, 5, 31, 64, 130, 1000, 4097]) for _ in range(ranks)]
    ends = list(some)
    ends[0] = 0
    ends[-1] = 0
    one = [0] * ranks
    one[ranks // 2] = 777
    return {"some": some, "ends": ends, "one": one}


def cut(x, lengths):
    at = np.cumsum([0] + lengths)
    return [x[at[k]:at[k + 1]].copy() for k in range(len(lengths))]


def integers(rng, n, dtype):
    return np.frombuffer(rng.randbytes(n * np.dtype(dtype).itemsize), dtype).copy()


# ---- problems ------------------------------------------------------------------------------------------------------

def fold(operator, dtype, x):
    """x combined from the first on; exact integers, cut to the type."""
    identity = {"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0}
    if operator in ("min", "max"):
        if len(x) == 0:
            info = np.iinfo(dtype)
            return info.max if operator == "min" else info.min
        return int(x.min() if operator == "min" else x.max())
    total = identity[operator]
    for value in x.tolist():
        total = {"add": total + value, "mul": total * value, "and": total & value, "or": total | value,
                 "xor": total ^ value}[operator]
    bits = 8 * np.dtype(dtype).itemsize
    total &= (1 << bits) - 1
    return total - (1 << bits) if np.issubdtype(dtype, np.signedinteger) and total >> (bits - 1) else total


def reduce_job(name, operator, type, lengths, rng):
    dtype = TYPES[type]
    x = integers(rng, sum(lengths), dtype)
    if operator == "mul":
        x |= 1
    total = np.array([fold(operator, dtype, x)], dtype)
    return Job(name, [f"n={n} operator={operator}" for n in lengths], {"x": cut(x, lengths)},
               {"result": total},
               types=("reduce", "auto", type))


def block_total(x):
    """The order of reduce/fixed, up to 4096 elements: 128 slots, then halves."""
    slots = np.zeros(128, np.float32)
    for i, value in enumerate(x):
        slots[i % 128] = slots[i % 128] + value
    d = 64
    while d:
        slots[:d] = slots[:d] + slots[d:2 * d]
        d //= 2
    return slots[0]


def fixed_job(name, lengths, rng):
    lengths = [min(n, 4096) for n in lengths]
    x = np.array([rng.uniform(-1, 1) for _ in range(sum(lengths))], np.float32)
    total = None
    for part in cut(x, lengths):
        own = block_total(part)
        total = own if total is None else np.float32(total + own)
    return Job(name, [f"n={n} operator=add" for n in lengths], {"x": cut(x, lengths)},
               {"result": np.array([total], np.float32)}, types=("reduce", "fixed", "f32"))


def scan_job(name, operator, kind, type, lengths, rng, initial):
    dtype = TYPES[type]
    x = integers(rng, sum(lengths), dtype)
    start = integers(rng, 1, dtype)
    if operator == "mul":
        x |= 1
    every = np.concatenate([start, x]) if initial else x
    bits = (1 << 8 * np.dtype(dtype).itemsize) - 1
    prefixes, total = [], fold(operator, dtype, every[:1] if initial else every[:0])
    for value in x:
        before = total
        total = fold(operator, dtype, np.array([total & bits, int(value) & bits], np.uint64).astype(dtype))
        prefixes.append(before if kind == "exclusive" else total)
    y = np.array(prefixes, dtype)
    firsts = [start if initial and k == 0 else None for k in range(len(lengths))]
    return Job(name, [f"n={n} operator={operator} kind={kind}" for n in lengths],
               {"x": cut(x, lengths), "initial": firsts}, {"y": cut(y, lengths), "result": np.array([total], dtype)},
               types=("scan", "auto", type))


def compose(first, second):
    """The steps c -> c p + v in order."""
    return (first[0] * second[1] + second[0], first[1] * second[1])


def exact(pair, dtype):
    values = [dtype(float(v)) for v in pair]
    assert all(Fraction(float(g)) == v for g, v in zip(values, pair)), "an expected value is no float"
    return values


def affine_steps(count, rng):
    """v: small whole numbers. p: 1, -1, seldom 0; or alternately 2 and 1/2. Nothing is rounded, and order matters."""
    steps, doubled = [], False
    for _ in range(count):
        p = Fraction(rng.choice([1, -1, -1, 1, 1, -1]))
        if rng.random() < 0.01:
            p, doubled = (Fraction(1, 2), False) if doubled else (Fraction(2), True)
        steps.append((Fraction(rng.randrange(-2, 3)), p))
    return steps


def affine_total_job(name, type, lengths, rng):
    dtype = TYPES[type]
    steps, total = affine_steps(sum(lengths), rng), (Fraction(0), Fraction(1))
    for step in steps:
        total = compose(total, step)
    x = np.array([[float(v) for v in s] for s in steps], dtype).reshape(-1, 2)
    return Job(name, [f"n={n} operator=affine" for n in lengths], {"x": cut(x, lengths)},
               {"result": np.array(exact(total, dtype), dtype)}, types=("reduce", "auto", type))


def affine_job(name, kind, type, lengths, rng, initial):
    dtype = TYPES[type]
    steps = affine_steps(sum(lengths), rng)
    start = (Fraction(3), Fraction(-1)) if initial else (Fraction(0), Fraction(1))
    total, y = start, []
    for step in steps:
        before, total = total, compose(total, step)
        y.append(exact(before if kind == "exclusive" else total, dtype))
    x = np.array([[float(v) for v in s] for s in steps], dtype).reshape(-1, 2)
    y = np.array(y, dtype).reshape(-1, 2)
    first = np.array([[float(v) for v in start]], dtype)
    firsts = [first if initial and k == 0 else None for k in range(len(lengths))]
    return Job(name, [f"n={n} operator=affine kind={kind}" for n in lengths],
               {"x": cut(x, lengths), "initial": firsts},
               {"y": cut(y, lengths), "result": np.array(exact(total, dtype), dtype)}, types=("scan", "auto", type))


def lerp_job(name, rows, channels, lengths, rng, initial):
    """Steps t are mostly 0, 1 or 2. Fractions give the result."""
    n = sum(lengths)
    t = [[Fraction(rng.choice([0, 2, 2, 0])) for _ in range(n)] for _ in range(rows)]
    for row in t:
        for value in (Fraction(1, 2), Fraction(1, 2), Fraction(-1), Fraction(1)):
            if n:
                row[rng.randrange(n)] = value
    x = [[[Fraction(rng.randrange(-1, 2)) for _ in range(channels)] for _ in range(n)] for _ in range(rows)]
    c = [[Fraction(rng.randrange(-3, 4)) if initial else Fraction(0) for _ in range(channels)] for _ in range(rows)]
    start = np.array([[float(v) for v in row] for row in c], np.float32)
    for r in range(rows):
        for i in range(n):
            c[r] = [old * (1 - t[r][i]) + new * t[r][i] for old, new in zip(c[r], x[r][i])]
    want = np.array([exact(row, np.float32) for row in c], np.float32).reshape(rows, channels)
    xs = np.array([[[float(v) for v in e] for e in row] for row in x], np.float32).reshape(rows, n, channels)
    ts = np.array([[float(v) for v in row] for row in t], np.float32).reshape(rows, n)
    at = np.cumsum([0] + lengths)
    spans = [slice(at[k], at[k + 1]) for k in range(len(lengths))]
    return Job(name, [f"rows={rows} n={k} channels={channels}" for k in lengths],
               {"x": [np.ascontiguousarray(xs[:, s]) for s in spans],
                "t": [np.ascontiguousarray(ts[:, s]) for s in spans],
                "initial": [start if initial and k == 0 else None for k in range(len(lengths))]},
               {"c": [want] * len(lengths), "result": want}, types=("lerp", "auto", "f32"))


def histogram_job(name, type, buckets, lengths, rng):
    x = (integers(rng, sum(lengths), TYPES[type]).astype(np.uint64) % buckets).astype(TYPES[type])
    parts = cut(x, lengths)
    return Job(name, [f"n={n} buckets={buckets} function=identity" for n in lengths], {"samples": parts},
               {"counts": [np.bincount(p, minlength=buckets).astype(np.uint32) for p in parts],
                "result": np.bincount(x, minlength=buckets).astype(np.uint64)}, types=("histogram", "auto", type))


def problems(ranks, rng):
    jobs = []
    for way, lengths in lengths_of(ranks, rng).items():
        jobs.append(affine_job(f"affine_{way}", "inclusive", "f64", lengths, rng, way == "some"))
        if way == "one":
            jobs.append(scan_job("scan_one", "add", "exclusive", "u32", lengths, rng, True))
            continue
        jobs.append(reduce_job(f"sum_{way}", "add", "u32", lengths, rng))
        jobs.append(affine_total_job(f"affine_total_{way}", "f64", lengths, rng))
        jobs.append(scan_job(f"scan_{way}", "add", "inclusive", "u64", lengths, rng, way == "ends"))
        jobs.append(lerp_job(f"lerp_{way}", 3, 3 if way == "some" else 1, [min(n, 200) for n in lengths], rng,
                             way == "some"))
        jobs.append(histogram_job(f"histogram_{way}", "u8", 256, lengths, rng))
        if way == "ends":
            jobs.append(affine_job("affine_before", "exclusive", "f32", [min(n, 150) for n in lengths], rng, True))
            jobs.append(scan_job("scan_min", "min", "exclusive", "i32", lengths, rng, False))
            jobs.append(reduce_job("least", "min", "i64", lengths, rng))
        else:
            jobs.append(fixed_job("fixed", lengths, rng))
            jobs.append(reduce_job("product", "mul", "i32", lengths, rng))
            jobs.append(histogram_job("histogram_wide", "u32", 1000, lengths, rng))
    return jobs


# ---- runs ----------------------------------------------------------------------------------------------------------

class Place:
    def __init__(self, build, mpirun):
        self.build, self.mpirun = build, mpirun
        self.environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        version = subprocess.run([mpirun, "--version"], capture_output=True, text=True).stdout
        self.open_mpi = "Open MPI" in version or "OpenRTE" in version
        self.over = ["--oversubscribe"] if self.open_mpi else []

    def launcher(self):
        return shutil.which(self.mpirun)

    def run(self, program, ranks, folder, seconds=200):
        """The fault in the program's end, or ""."""
        try:
            done = subprocess.run([self.mpirun, *self.over, "-n", str(ranks), f"{self.build}/tests/ranks/mpi/{program}",
                                   folder], capture_output=True, text=True, timeout=seconds, env=self.environment)
        except subprocess.TimeoutExpired:
            return f"{program} with {ranks} ranks does not end"
        return "" if done.returncode == 0 else f"{program}: status {done.returncode}: {done.stderr.strip()[-500:]}"

    def mistakes(self, program, ranks, jobs):
        with tempfile.TemporaryDirectory() as folder:
            self.environment.setdefault("CROSSLANE_TEST_CACHE", os.path.join(self.cache.name))
            with open(folder + "/jobs", "w") as f:
                f.writelines(job.name + "\n" for job in jobs)
            for job in jobs:
                job.write(folder)
            ended = self.run(program, ranks, folder)
            return [ended] if ended else [m for job in jobs for m in job.mistakes(folder)]

    def errors(self, ranks, job):
        """The lines that the ranks printed, and the seconds taken."""
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/jobs", "w") as f:
                f.write(job.name + "\n")
            job.write(folder)
            start = time.monotonic()
            self.run("mpi_client", ranks, folder, 60)
            lines = []
            for rank in range(ranks):
                path = f"{folder}/{job.name}.{rank}.error"
                lines.append(open(path).read().strip() if os.path.exists(path) else "")
            return lines, time.monotonic() - start


def check_right(place, counts):
    for ranks in counts:
        rng = random.Random(ranks)
        jobs = problems(ranks, rng)
        mistakes = place.mistakes("mpi_client", ranks, jobs)
        for mistake in mistakes:
            print("   ", mistake)
        result(not mistakes, f"{len(mistakes)} mistakes in {len(jobs)} problems over {ranks} ranks")


def check_plants(place):
    """A wrongly commutative operator shows only if MPI reorders: MPICH's scan does, Open MPI 4's does not."""
    rng = random.Random(5)
    jobs = problems(7, rng)
    for plant, must in (("swapped", True), ("inclusive", True), ("commutes", not place.open_mpi)):
        mistakes = place.mistakes(f"mpi_client_{plant}", 7, jobs)
        caught = sorted({m.split(":")[0] for m in mistakes})
        print(f"planted {plant}: {len(mistakes)} mistakes in {', '.join(caught) if caught else 'nothing'}")
        result(bool(mistakes) or not must, f"planted mistake '{plant}' was not noticed")


def check_errors(place):
    def job(types, settings, seconds=20):
        return Job("bad", settings, {}, {}, seconds=seconds, types=types)
    n = ["n=4 operator=add"] * 3
    cases = [
        ("unequal types", job(("reduce", "auto", ["u32", "u32", "f32"]), n),
         "-10003 rank 2: asks for 'reduce f32 operator=add counted=none', rank 0 for 'reduce u32 operator=add counted=none'"),
        ("unequal operators", job(("reduce", "auto", "u32"), [n[0], "n=4 operator=min", n[0]]),
         "-10003 rank 1: asks for 'reduce u32 operator=min counted=none'"),
        ("no device on one rank", job(("reduce", "auto", ["u32", "none", "u32"]), n),
         "-10003 rank 1: xl_mpi_plan_make: device is NULL"),
        ("unequal rows", job(("lerp", "auto", "f32"), ["rows=0 n=0", "rows=0 n=0", "rows=0 n=3 channels=2"]),
         "-10003 rank 2: asks for 'lerp f32 channels=2'"),
        ("an algorithm that does not combine", job(("compact", "auto", "u32"), ["n=4"] * 3), "-10001 rank 0: 'compact'"),
        ("an array that is missing on all", job(("reduce", "auto", "u32"), n), "-10004 rank 0: "),
    ]
    for what, bad, line in cases:
        lines, seconds = place.errors(3, bad)
        right = len(set(lines)) == 1 and lines[0].startswith(line) and seconds < 40
        result(right, f"{what}: after {seconds:.0f} s: {lines}")
    rows = lerp_job("rows", 3, 1, [2, 2], random.Random(1), False)
    rows.settings[1] = "rows=2 n=2 channels=1"
    lines, seconds = place.errors(2, rows)
    result(all("a rank has 2 rows, another 3" in line for line in lines), f"unequal rows in a run: {lines}")
    absent = job((["reduce", "sleep", "reduce"], "auto", "u32"), n, seconds=3)
    lines, seconds = place.errors(3, absent)
    right = all(lines[k].startswith("-10010 ") and "waited 3 s" in lines[k] for k in (0, 2)) and seconds < 50
    result(right, f"a rank that does not come: after {seconds:.0f} s: {lines}")


def large_job():
    """More than 2^32 elements: each of 5 ranks sees a file of 16 MiB, mostly zeros, 64 times in a row."""
    piece = np.frombuffer(random.Random(3).randbytes(1 << 24), np.uint8).copy()
    piece[:len(piece) // 8 * 7] = 0
    ranks, repeat = 5, 64
    n = len(piece) * repeat
    counts = np.bincount(piece, minlength=256).astype(np.uint64) * repeat
    job = Job("large", [f"n={n} buckets=256 function=identity"] * ranks, {"samples": [piece] * ranks},
              {"counts": [counts.astype(np.uint32)] * ranks, "result": counts * ranks}, seconds=200, repeat=repeat,
              types=("histogram", "private", "u8"))
    return job, ranks


def check_large(place):
    job, ranks = large_job()
    mistakes = place.mistakes("mpi_client", ranks, [job])
    result(not mistakes, f"more than 2^32 samples: {mistakes}")
    mistakes = place.mistakes("mpi_client_narrow", ranks, [job])
    print(f"planted narrow: {len(mistakes)} mistakes")
    result(bool(mistakes), "planted mistake 'narrow' was not noticed")


def main():
    words = sys.argv[1:]
    if len(words) < 2 or not words[1]:
        print("skipped: built without MPI, or there is no mpirun")
        return 0
    place = Place(words[0], words[1])
    place.cache = tempfile.TemporaryDirectory()
    counts = [1, 2, 3, 4, 7]
    if "--ranks" in words:
        counts = [int(w) for w in words[words.index("--ranks") + 1].split(",")]
    check_right(place, counts)
    check_plants(place)
    check_errors(place)
    check_large(place)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
