"""Problems of check_exec.py in which lanes share work: each function draws one, as there."""

import numpy as np

F32 = np.float32
UNIT = 2.0**-24  # half the distance of floats at 1
SMALLEST = 2.0**-126  # results below may be flushed to 0


# ---- lanes, the first lesson -------------------------------------------------------------------------------


def first_lesson(rng):
    """A row per sub-group, zeros behind the end; sums of 64 bits, cut to 32."""
    x = rng.integers(0, 2 ** int(rng.choice([1, 4, 32])), size=int(rng.integers(0, 700)), dtype=np.uint32)
    strategy = str(rng.choice(["lane", "shuffle", "ballot", "sum", "scan"]))

    def expected(width):
        rows = np.pad(x, (0, -len(x) % width)).reshape(-1, width).astype(np.uint64)
        answers = {
            "lane": np.broadcast_to(np.arange(width), rows.shape),
            "shuffle": np.roll(rows, -1, axis=1),
            "ballot": np.broadcast_to((rows % 2).sum(axis=1, keepdims=True), rows.shape),
            "sum": np.broadcast_to(rows.sum(axis=1, keepdims=True), rows.shape),
            "scan": np.cumsum(rows, axis=1) - rows,
        }
        return (answers[strategy].ravel()[: len(x)] & 0xFFFFFFFF).astype(np.uint32)

    return strategy, {}, {"x": x}, "y", expected, 0


# ---- branch, elect, groupcache -----------------------------------------------------------------------------


def mix(values, rounds):
    """Rounds of the hash that stands for work, on an array of u32; sums and products wrap."""
    v = values.astype(np.uint32)
    for _ in range(rounds):
        v = v + np.uint32(0x9E3779B9)
        v = (v ^ (v >> np.uint32(16))) * np.uint32(0x7FEB352D)
        v = (v ^ (v >> np.uint32(15))) * np.uint32(0x846CA68B)
        v = v ^ (v >> np.uint32(16))
    return v


def branch(rng):
    n, rounds = int(rng.choice([0, 1, 7, 1000, 20000])), int(rng.integers(0, 9))
    x = np.frombuffer(rng.bytes(4 * n), np.uint32).copy()
    if rng.random() < 0.5:
        x = np.repeat(x, int(rng.choice([8, 64, 500])))[:n]
    threshold = int(rng.choice([0, 1, 2**20, 2**28, 2**31, 2**32 - 1, 2**32]))
    settings = {"threshold": threshold, "rounds": rounds}
    strategy = str(rng.choice(["auto", "plain", "select", "vote", "vote_group"]))
    if strategy in ("vote", "vote_group"):
        settings["mixed"] = str(rng.choice(["branch", "select"]))
    costly = x.astype(np.uint64) < np.uint64(threshold)
    return strategy, settings, {"x": x}, "y", np.where(costly, mix(x, rounds), ~x), 0


def elect(rng):
    rows, n, rounds = int(rng.integers(0, 60)), int(rng.integers(1, 80)), int(rng.integers(0, 9))
    key = rng.integers(0, 2**32, rows, np.uint32)
    x = rng.integers(1, 2**32, (rows, n), np.uint32)
    x[rng.random(x.shape) < rng.choice([0, 0.3, 0.97, 1])] = 0
    strategy = str(rng.choice(["auto", "every", "elect_function", "elect_atomic", "elected", "group", "batch"]))
    expected = np.sort((x ^ mix(key, rounds)[:, None])[x != 0])
    return strategy, {"rounds": rounds}, {"key": key, "x": x}, "out", expected, 0


def groupcache(rng):
    n, entries = int(rng.integers(0, 300)), int(rng.choice([1, 5, 100, 1500]))
    scale = 10.0 ** rng.integers(-9, 9)
    queries = (scale * rng.standard_normal((n, 3))).astype(F32)
    table = (scale * rng.standard_normal((entries, 3))).astype(F32)
    squared = ((queries[:, None].astype(np.float64) - table[None]) ** 2).sum(axis=2)
    expected = squared.min(axis=1)
    strategy = str(rng.choice(["auto", "serial", "staged", "broadcast", "sub_group", "alone", "cached"]))
    settings = {}
    if strategy in ("staged", "alone", "cached"):
        settings["chunk"] = int(rng.choice([1, 7, 64, 512]))
    if strategy in ("broadcast", "alone", "cached"):
        settings["inputs"] = int(rng.integers(0, 9))
    return strategy, settings, {"queries": queries, "table": table}, "nearest", expected, 16 * UNIT * expected + SMALLEST
