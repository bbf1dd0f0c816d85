"""Problems of check_exec.py: prefix sums, compaction by them, and segments."""

import math

import numpy as np
from problem import F32, SMALLEST, UNIT, Problem

# ---- scan -----------------------------------------------------------------------------------------


OPERATORS = {
    "add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
}  # fmt: skip


def in_blocks(combine, identity, x, exclusive, carries):
    """Blocks of 256 runs of 16 elements: each element after its run, the runs and the blocks before."""
    shape, blocks = x.shape[1:], -(-len(x) // 4096)
    x = np.concatenate([x, np.broadcast_to(identity, (blocks * 4096 - len(x), *shape))]).reshape(blocks, 256, 16, *shape)
    own = np.empty_like(x)
    total = np.broadcast_to(identity, x[:, :, 0].shape)
    for k in range(16):
        own[:, :, k] = total if exclusive else combine(total, x[:, :, k])
        total = combine(total, x[:, :, k])
    for step in (1, 2, 4, 8, 16, 32, 64, 128):
        total = np.concatenate([total[:, :step], combine(total[:, :-step], total[:, step:])], 1)
    runs = np.concatenate([np.broadcast_to(identity, total[:, :1].shape), total[:, :-1]], 1)
    before = combine(carries(total[:, -1])[:, None], runs)
    return combine(before[:, :, None], own).reshape(blocks * 4096, *shape)


def fixed(combine, identity, x, exclusive):
    """The order of scan/fixed (kernels/scan/README.md), in the arithmetic of x's type."""

    def one_by_one(totals):
        carries = [np.broadcast_to(identity, x.shape[1:]).astype(x.dtype)]
        for total in totals[:-1]:
            carries.append(combine(carries[-1], total))
        return np.array(carries)[: len(totals)]

    def of_blocks(totals):
        return in_blocks(combine, identity, totals, True, one_by_one)[: len(totals)]

    return in_blocks(combine, identity, x, exclusive, of_blocks)[: len(x)]


# Of two zeros the first one.
FIXED = {"add": (np.add, F32(0)), "mul": (np.multiply, F32(1)), "min": (lambda a, b: np.where(b < a, b, a), F32(np.inf)),
         "max": (lambda a, b: np.where(b > a, b, a), F32(-np.inf)),
         "affine": (lambda a, b: np.stack([a[..., 0] * b[..., 1] + b[..., 0], a[..., 1] * b[..., 1]], -1), F32([0, 1]))}  # fmt: skip


def scan_fixed(rng, kit):
    """Floats whose bits show the order; zeros of both signs among them."""
    n = int(rng.choice([0, 1, 15, 17, 4095, 4096, 4097, 30000]))
    operator, kind = kit.pick(list(FIXED)), kit.pick(["inclusive", "exclusive"])
    x = rng.uniform(-1, 1, (n, 2) if operator == "affine" else n) * 2.0 ** rng.integers(0, 16)
    if operator in ("mul", "affine"):
        x = rng.uniform(0.999, 1.001, x.shape) * rng.choice([1, -1], x.shape)
    x = np.where(rng.random(x.shape) < 0.1, 0.0 if operator == "mul" else -0.0, x).astype(F32)
    if operator in ("min", "max"):
        x *= rng.integers(0, 2)
    expected = fixed(*FIXED[operator], x, kind == "exclusive")

    def judge(got):
        wrong = np.flatnonzero(got["y"].view(np.uint32) != expected.view(np.uint32))
        return f"{len(wrong)} words of 'y' have other bits, the first is word {wrong[0]}" if len(wrong) else None

    return Problem({"operator": operator, "kind": kind}, {"x": x}, {"y": expected}, judge=judge)


def scan(rng, kit, strategy, width):
    """NumPy's accumulate for integers; cumsum of floats and the recurrence c p + v in double precision."""
    if strategy == "fixed" and kit.pick([False, True]):
        return scan_fixed(rng, kit)
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
    """Python's integers and fsum, exact; the recurrence c p + v in double precision."""
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
    """Bit by bit, but zeros of both signs are equal, and so are NaNs."""
    if got.shape != expected.shape:
        return f"{got.shape[0]} are kept, expected {expected.shape[0]}"
    if not ordered:
        got, expected = np.sort(got), np.sort(expected)
    wrong = ~((got == expected) | (np.isnan(got) & np.isnan(expected)))
    return f"{int(wrong.sum())} floats of 'kept', the first is {int(wrong.argmax())}" if wrong.any() else None


# ---- segments ----------------------------------------------------------------------------------------------

KEYS = [None, np.uint8, np.uint16, np.uint32, np.int32, F32, np.uint64, np.int64, np.float64]


def cut(rng, kit, n):
    """The arrays and settings of the segments, and their first and last elements + 1."""
    kind = kit.pick(KEYS)
    if kind is not None:
        keys = np.repeat(rng.integers(0, 3, n), rng.choice([1, 5, 700]))[:n].astype(f"u{np.dtype(kind).itemsize}")
        begins = np.flatnonzero(np.concatenate([np.ones(min(n, 1), bool), keys[1:] != keys[:-1]]))
        return {"keys": keys.view(kind)}, begins, np.append(begins[1:], n)[: len(begins)]
    many = int(rng.choice([0, 1, 7, 900, 30000]))
    offsets = np.sort(rng.choice([rng.integers(0, n + 1, many), rng.integers(n // 2, n // 2 + 2, many).clip(0, n)]))
    return {"offsets": offsets.astype(np.uint32)}, offsets, np.append(offsets[1:], n)[:many]


def segments(rng, kit, strategy, width):
    """NumPy's ufuncs on each segment; integers, and floats that are exact in any order."""
    n, kind = int(rng.choice([0, 1, 33, 4097, 20000])), kit.pick([np.uint32, np.int32, np.uint64, np.int64, F32, np.float64])
    given, begins, ends = cut(rng, kit, n)
    floating = np.dtype(kind).kind == "f"
    operator = kit.pick(["add", "min", "max", "argmin", "argmax", "add" if floating else "xor"])
    way = "reduce" if operator.startswith("arg") else kit.pick(["reduce", "inclusive", "exclusive"])
    x = rng.integers(-99, 99, n).astype(kind)
    fold = OPERATORS[operator.removeprefix("arg")]
    least, most = (-np.inf, np.inf) if floating else (np.iinfo(kind).min, np.iinfo(kind).max)
    nothing = np.array({"min": most, "max": least}.get(operator.removeprefix("arg"), 0)).astype(kind)
    spans = list(zip(begins.tolist(), ends.tolist()))
    settings = {"operator": operator, "kind": way, "key": "none"}
    if "keys" in given:
        settings["key"] = given["keys"].dtype.kind + str(8 * given["keys"].itemsize)
    if way == "reduce":
        values = np.array([fold.reduce(x[b:e], dtype=kind) if b < e else nothing for b, e in spans], kind)
        positions = begins
        if operator.startswith("arg"):
            positions = [b + int(getattr(np, operator)(x[b:e])) if b < e else 2**32 - 1 for b, e in spans]
        expected = {"values": values, "positions": np.array(positions, np.uint32)}
    else:
        y = x.copy()
        for b, e in [(0, spans[0][0] if spans else n), *spans]:
            with_it = fold.accumulate(x[b:e], dtype=kind) if b < e else x[b:e]
            y[b:e] = with_it if way == "inclusive" else np.concatenate([[nothing], with_it])[: e - b].astype(kind)
        expected = {"y": y}
    return Problem(settings, {"x": x, **given}, {**expected, "count": np.array([len(begins)], np.uint32)})


# ---- hashes ---------------------------------------------------------------------------------------

COUNT = 10007


def wide_numbers(count):
    """float32 of widely different sizes: another order of additions gives other bits."""
    h = np.arange(count, dtype=np.uint32) * np.uint32(2654435761)
    h ^= h >> np.uint32(15)
    h *= np.uint32(2246822519)
    h ^= h >> np.uint32(13)
    fraction = (h >> np.uint32(8)).astype(np.float32) * np.float32(2**-24) - np.float32(0.5)
    return np.ldexp(fraction, (h & np.uint32(15)).astype(np.int32))


def fnv(words):
    state = 0xCBF29CE484222325
    for word in words.tolist():
        state = (state ^ word) * 0x100000001B3 % 2**64
    return state


def main():
    """Prints the hashes of tests/algorithms/test_same_bits.c: results of scan/fixed in its order."""
    x = wide_numbers(2 * COUNT)
    pairs = np.stack([x[::2], np.float32(1) + x[1::2] * np.float32(2**-20)], 1)
    for operator, given, exclusive in (("add", x[:COUNT], False), ("affine", pairs, True)):
        y = fixed(*FIXED[operator], given, exclusive)
        print(f"{operator} 0x{fnv(np.ascontiguousarray(y).view(np.uint32).ravel()):016x}")


if __name__ == "__main__":
    main()
