"""Problems of check_exec.py: prefix sums, and compaction by them."""

import math

import numpy as np
from problem import F32, SMALLEST, UNIT, Problem

# ---- scan -----------------------------------------------------------------------------------------


OPERATORS = {
    "add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
}  # fmt: skip


def scan(rng, kit, strategy, width):
    """NumPy's accumulate for integers, exact; cumsum of floats and the recurrence c p + v in double precision."""
    n = int(rng.choice([0, 1, 2, 31, 33, 1000, 4096, 4097, 30000]))
    exclusive = kit.pick([False, True])
    settings = {"kind": "exclusive" if exclusive else "inclusive"}
    way = kit.pick([0, 1, 2])
    if way == 0:
        settings["operator"] = kit.pick(list(OPERATORS))
        kind = kit.pick([np.uint32, np.int32, np.uint64, np.int64])
        x = rng.integers(0, 2**64, n, np.uint64).astype(kind)
        fold = OPERATORS[settings["operator"]]
        y = fold.accumulate(x, dtype=kind) if n else x
        first = {"min": np.iinfo(kind).max, "max": np.iinfo(kind).min, "mul": 1, "and": -1}
        start = np.array([first.get(settings["operator"], 0)], np.int64 if kind != np.uint64 else object)
        start = np.array([int(start[0]) % 2 ** (8 * x.itemsize)], np.uint64).astype(kind)
        allowed = 0
    elif way == 1:
        settings["operator"] = "add"
        x = rng.uniform(-1, 1, n).astype(F32)
        y = np.cumsum(x.astype(np.float64))
        start = np.zeros(1)
        allowed = UNIT * (n + 8) * np.sum(np.abs(x)) + SMALLEST
    else:
        settings["operator"] = "affine"
        x = np.stack([rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)], 1).astype(F32)
        y, c, p = np.zeros((n, 2)), 0.0, 1.0
        for i in range(n):
            c, p = c * float(x[i, 1]) + float(x[i, 0]), p * float(x[i, 1])
            y[i] = c, p
        start = np.array([[0.0, 1.0]])
        allowed = UNIT * 200
    if exclusive:
        y = np.concatenate([start, y])[:n]
    return Problem(settings, {"x": x}, {"y": y}, {"y": allowed})


# ---- reduce ---------------------------------------------------------------------------------------


def reduce(rng, kit, strategy, width):
    """Python's integers and fsum, exact; for pairs the recurrence c p + v in double precision."""
    n = int(rng.choice([0, 1, 2, 31, 33, 1000, 4096, 4097, 30000]))
    way = kit.pick([0, 1, 2])
    if way == 2 and strategy not in ("auto", "loop", "ordered", "shares"):
        way = 0  # they do not keep the order
    if way == 0:
        operator = kit.pick(list(OPERATORS))
        kind = kit.pick([np.uint32, np.int32, np.uint64, np.int64])
        x = rng.integers(0, 2**64, n, np.uint64).astype(kind)
        bits, least, most = 8 * x.itemsize, int(np.iinfo(kind).min), int(np.iinfo(kind).max)
        folds = {
            "add": (lambda a, b: a + b, 0), "mul": (lambda a, b: a * b % 2**bits, 1), "min": (min, most), "max": (max, least),
            "and": (lambda a, b: a & b, -1), "or": (lambda a, b: a | b, 0), "xor": (lambda a, b: a ^ b, 0),
        }  # fmt: skip
        fold, total = folds[operator]
        for value in x.tolist():
            total = fold(total, value)
        expected, allowed = np.array([total % 2**bits], np.uint64).astype(kind), 0
    elif way == 1:
        operator, x = "add", rng.uniform(-1, 1, n).astype(F32)
        expected = np.array([math.fsum(x.tolist())])
        allowed = UNIT * (n + 8) * np.sum(np.abs(x)) + SMALLEST
    else:
        operator, x = "affine", rng.uniform(-1, 1, (n, 2)).astype(F32)
        c, p = 0.0, 1.0
        for value, factor in x.tolist():
            c, p = c * factor + value, p * factor
        expected, allowed = np.array([[c, p]]), UNIT * 200
    return Problem({"operator": operator}, {"x": x}, {"result": expected}, {"result": allowed})


# ---- compact -----------------------------------------------------------------------------------------------


KEEP_ORDER = ("auto", "loop", "stable", "lookback", "shares")


def compact(rng, kit, strategy, width):
    kind = kit.pick(["u32", "i32", "f32", "u64"])
    dtype = {"u32": np.uint32, "i32": np.int32, "f32": F32, "u64": np.uint64}[kind]
    n = int(rng.choice([0, 1, 7, 1000, 40000]))
    x = np.frombuffer(rng.bytes(n * np.dtype(dtype).itemsize), dtype).copy()
    x[rng.random(n) < 0.3] = 0
    keep = kit.pick(["below", "above", "nonzero"])
    settings, given = {"keep": keep}, {"x": x}
    if keep == "nonzero":
        mask = x != 0
        if rng.random() < 0.5:
            given["flags"] = rng.integers(0, 3, n).astype(np.uint8)
            mask = given["flags"] != 0
    else:
        threshold = float(rng.choice([0, -1, 0.5, 1e9, 2.0**31, 2.0**32, 1e18]))
        if kind == "f32" and n and rng.random() < 0.5:
            threshold = float(np.clip(np.nan_to_num(x[0]), -1e18, 1e18))
        settings["threshold"] = repr(threshold)
        # Python compares integers and floats exactly; NumPy does not.
        mask = np.array([v < threshold if keep == "below" else v > threshold for v in x.tolist()], bool)
    expected = x[mask]
    ordered = strategy in KEEP_ORDER
    if ordered and rng.random() < 0.3:
        settings["capacity"] = int(rng.integers(0, n + 2))
        expected = expected[: settings["capacity"]]
    if kind != "f32":
        return Problem(settings, given, {"kept": expected}, {}, () if ordered else ("kept",))
    return Problem(settings, given, {"kept": expected}, judge=lambda got: same_floats(got["kept"], expected, ordered))


def same_floats(got, expected, ordered):
    """Bit by bit, but zeros of both signs are equal, and so are NaNs, whose order is lost."""
    if got.shape != expected.shape:
        return f"{got.shape[0]} are kept, expected {expected.shape[0]}"
    if not ordered:
        got, expected = np.sort(got), np.sort(expected)
    wrong = ~((got == expected) | (np.isnan(got) & np.isnan(expected)))
    return f"{int(wrong.sum())} floats of 'kept', the first is {int(wrong.argmax())}" if wrong.any() else None
