"""Problems of check_exec.py in which lanes share work or read each other."""

import numpy as np
from problem import F32, SMALLEST, UNIT, Problem, size, sprinkle, words

# ---- lanes, the first lesson -------------------------------------------------------------------------------


def first_lesson(rng, kit, strategy, width):
    """A row per sub-group, padded with zeros; sums of 64 bits, cut to 32."""
    x = words(rng, size(rng, width, 700))
    rows = np.pad(x, (0, -len(x) % width)).reshape(-1, width).astype(np.uint64)
    answers = {
        "lane": np.broadcast_to(np.arange(width), rows.shape),
        "shuffle": np.roll(rows, -1, axis=1),
        "ballot": np.broadcast_to((rows % 2).sum(axis=1, keepdims=True), rows.shape),
        "sum": np.broadcast_to(rows.sum(axis=1, keepdims=True), rows.shape),
        "scan": np.cumsum(rows, axis=1) - rows,
    }
    y = (answers[strategy].ravel()[: len(x)] & 0xFFFFFFFF).astype(np.uint32)
    return Problem({}, {"x": x}, {"y": y})


# ---- branch, elect, groupcache -----------------------------------------------------------------------------


def rounds_of(v, rounds):
    """For one number, Python is faster than NumPy."""
    for _ in range(rounds):
        v = v + 0x9E3779B9 & 0xFFFFFFFF
        v = (v ^ v >> 16) * 0x7FEB352D & 0xFFFFFFFF
        v = (v ^ v >> 15) * 0x846CA68B & 0xFFFFFFFF
        v ^= v >> 16
    return v


def mix(values, rounds):
    """Rounds of the hash that serves as work, on u32; sums and products wrap."""
    if values.size <= 2:
        return np.array([rounds_of(int(v), rounds) for v in values], np.uint32)
    v = values.astype(np.uint32)
    for _ in range(rounds):
        v = v + np.uint32(0x9E3779B9)
        v = (v ^ (v >> np.uint32(16))) * np.uint32(0x7FEB352D)
        v = (v ^ (v >> np.uint32(15))) * np.uint32(0x846CA68B)
        v = v ^ (v >> np.uint32(16))
    return v


def draw_rounds(rng, elements):
    """No rounds, a few, or, for few elements, up to as many as the setting allows."""
    if elements <= 300 and rng.random() < 0.05:
        return 2**20 if elements <= 2 else 4096
    return int(rng.choice([0, 1, 2, 3, 9, 64]))


def branch(rng, kit, strategy, width):
    settings = kit.group(width)
    if strategy in ("vote", "vote_group"):
        settings["mixed"] = kit.pick(["branch", "select"])
    n = int(rng.choice([size(rng, width, 2000), 20000]))
    x = words(rng, n)
    if rng.random() < 0.5:
        x = np.repeat(x, int(rng.choice([width, 8, 64, 500])))[:n]
    ends = [0, 1, 2**20, 2**28, 2**31, 2**32 - 1, 2**32]
    threshold = int(rng.choice(ends)) if rng.random() < 0.5 or not n else int(x[rng.integers(n)]) + int(rng.integers(0, 2))
    settings |= {"threshold": threshold, "rounds": draw_rounds(rng, n)}
    costly = x.astype(np.uint64) < np.uint64(threshold)
    y = np.where(costly, mix(x, settings["rounds"]), ~x)
    return Problem(settings, {"x": x}, {"y": y})


def elect(rng, kit, strategy, width):
    rows, n = int(rng.choice([size(rng, width, 80), 1, 7, 60])), size(rng, width, 90)
    if rng.random() < 0.1:
        rows, n = [(0, 5), (2000, 1), (1, 5000), (1, 1), (300, 0)][rng.integers(5)]
    key, x = words(rng, rows), words(rng, (rows, n))
    x[rng.random(x.shape) < rng.choice([0, 0.3, 0.97, 1])] = 0
    if rng.random() < 0.2 and n:
        x[:, :-1] = 0  # the last lane alone
    settings = kit.group(width) | {"rounds": draw_rounds(rng, rows if x.size <= 300 else x.size)}
    out = (x ^ mix(key, settings["rounds"])[:, None])[x != 0]
    expected = {"out": out, "count": np.array([len(out)], np.uint32)}
    return Problem(settings, {"key": key, "x": x}, expected, unordered=("out",))


def groupcache(rng, kit, strategy, width):
    """A NaN distance does not count. A difference, a square and sums make 5 roundings per term; 8 are allowed."""
    settings = {}
    if strategy in ("staged", "alone", "cached"):
        settings["chunk"] = kit.pick([1, 7, 64, 512, 2048])
    if strategy in ("broadcast", "alone", "cached"):
        settings["inputs"] = kit.pick([0, 1, 3, 8])
    if strategy != "alone":
        settings |= kit.group(width)
    n, entries = size(rng, width, 300), int(rng.choice([0, 1, width - 1, width, width + 1, 100, 509, 1500]))
    scale = 10.0 ** rng.integers(-19, 19)
    queries = (scale * rng.standard_normal((n, 3))).astype(F32)
    table = (scale * rng.standard_normal((entries, 3))).astype(F32)
    if rng.random() < 0.2 and n and entries:
        queries[:] = table[rng.integers(entries)]  # at distance 0
    odd = np.array([np.nan, np.inf, -np.inf, 0, -0.0, 1e-40, 3e38, -3e38])
    queries, table = sprinkle(rng, queries, odd, 0.3), sprinkle(rng, table, odd, 0.3)
    squared = ((queries[:, None].astype(np.float64) - table[None]) ** 2).sum(axis=2)
    nearest = np.fmin.reduce(squared, axis=1, initial=np.inf)
    defined = (nearest < 2.0**127) | np.isnan(squared).all(axis=1)
    allowed = np.where(defined, np.where(np.isinf(nearest), 0, 8 * UNIT * nearest + 4 * SMALLEST), np.inf)
    return Problem(settings, {"queries": queries, "table": table}, {"nearest": nearest}, {"nearest": allowed})


# ---- match -------------------------------------------------------------------------------------------------


def draw_keys(rng, n, word):
    """Bit patterns: few, many, equal except for single bits, and floats that == considers equal."""
    bits = 8 * np.dtype(word).itemsize
    pool = rng.integers(0, 2**bits, size=int(rng.choice([1, 2, 5, 20, 1000])), dtype=word)
    way = rng.integers(4)
    if way == 0:
        pool = pool[:1] ^ word(1) << rng.integers(0, bits, size=len(pool), dtype=word)
    elif way == 1:
        half, double = [0, 1, 0x7F800000, 0x7FC00000, 0x7FC00001, 0x7F800001, 0x3F800000], [0, 1, 0x7FF << 52, 0xFFF8 << 47]
        few = half if bits == 32 else [*double, 0x7FF8 << 48, (0x7FF8 << 48) + 1, 1 << 32, 1 << 31]
        pool = np.array(few + [f ^ 1 << bits - 1 for f in few], word)
    elif way == 2:
        pool = np.array([0, 2**bits - 1, 2 ** (bits - 1), 2 ** (bits - 1) - 1], word)
    keys = pool[rng.integers(0, len(pool), size=n)]
    return np.repeat(keys, int(rng.integers(1, 9)))[:n] if rng.random() < 0.3 else keys


def match(rng, kit, strategy, width):
    kind = kit.pick([np.uint32, np.int32, np.float32, np.uint64, np.int64, np.float64])
    word = np.uint32 if np.dtype(kind).itemsize == 4 else np.uint64
    bits = kit.pick([0, 1, 2, 5, 8, 31, 32, 33, 63, 64])
    settings = {"bits": bits} | kit.group(width)
    if strategy == "layer":
        settings["items"] = kit.pick([0, 1, 2, 3, 8, 16])
    n = size(rng, width, 700)
    patterns = draw_keys(rng, n, word)
    compared = word(2 ** min(bits, 8 * patterns.itemsize) - 1) if bits else ~word(0)
    key = patterns & compared
    expected = {name: np.zeros(n, np.uint8) for name in ("leader", "count", "rank")}
    for first in range(0, n, width):
        own = slice(first, first + width)
        equal = key[own, None] == key[None, own]
        expected["leader"][own] = equal.argmax(axis=1)
        expected["count"][own] = equal.sum(axis=1)
        expected["rank"][own] = np.tril(equal, -1).sum(axis=1)
    return Problem(settings, {"x": patterns.view(kind)}, expected)
