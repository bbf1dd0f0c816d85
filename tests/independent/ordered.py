"""Problems of check_exec.py: sorts, the largest keys, runs."""

import numpy as np
from problem import Problem

OF_VALUES = [np.uint32, np.int32, np.float32, np.uint64, np.int64, np.float64]
KINDS = [*OF_VALUES, np.uint8, np.uint16]


def places(keys):
    """For each key, how many keys of its type come before it: floats by sign and magnitude."""
    bits = 8 * keys.itemsize
    raw = [int(v) for v in keys.view(f"u{keys.itemsize}")]
    half = 1 << (bits - 1)
    if keys.dtype.kind == "u":
        return raw
    if keys.dtype.kind == "i":
        return [int(v) + half for v in keys]
    return [half + v if v < half else half - 1 - (v - half) for v in raw]


def topk(rng, kit, strategy, width):
    """NumPy's stable sort of the order numbers, row by row; bits are compared."""
    kind = kit.pick(KINDS)
    size = np.dtype(kind).itemsize
    n = int(rng.choice([0, 1, 2, width - 1, width + 1, 257, 5000, 40000])) if strategy != "rank" else int(rng.integers(0, width + 1))
    rows = int(rng.choice([0, 0, 1, 5])) if n < 40000 else 0
    words = np.frombuffer(rng.bytes(max(rows, 1) * n * size), f"u{size}").copy()
    if rng.random() < 0.4 and words.size:
        words = rng.choice(words[:3], words.size)
    if rng.random() < 0.2:
        words &= np.array([1 << (8 * size - 1) | 3], f"u{size}")
    words = words.reshape((rows, n) if rows else (n,))
    k, smallest = int(rng.choice([1, 2, max(n // 2, 1), max(n - 1, 1), n + 3, 100])), kit.pick([False, True])
    taken = min(k, n)
    positions = np.zeros((max(rows, 1), taken), np.uint32)
    for row, own in zip(positions, words.reshape(-1, n) if n else []):
        number = np.array(places(own.view(kind)), np.uint64)
        order = np.argsort(number if smallest else ~number, kind="stable")
        row[:] = np.sort(order[:taken])
    positions = positions.reshape((rows, taken) if rows else (taken,))
    values = np.take_along_axis(words, positions.astype(np.int64), -1)
    settings = {"k": k, "which": "smallest" if smallest else "largest", "digit": kit.pick([0, 0, 4]), **kit.group(width)}
    if strategy in ("loop", "rank", "auto"):  # what auto takes may have neither
        settings.pop("digit")
    if strategy == "auto":
        settings.pop("group", None)

    def judge(got):
        for name, right in {"values": values, "positions": positions}.items():
            found, bits = np.ascontiguousarray(got[name]), f"u{right.itemsize}"
            if found.shape != right.shape or found.dtype != (np.uint32 if name == "positions" else kind):
                return f"{name} is {found.dtype}{found.shape}, expected {right.shape}"
            wrong = np.argwhere(found.view(bits) != right)
            if wrong.size:
                return f"{name}{list(wrong[0])} is {found[tuple(wrong[0])]!r}"
        return None

    return Problem(settings, {"x": words.view(kind)}, {"values": values.view(kind), "positions": positions}, judge=judge)


def runs(rng, kit, strategy, width):
    kind = kit.pick(KINDS)
    size = np.dtype(kind).itemsize
    n = int(rng.choice([0, 1, 2, width - 1, width + 1, 257, 5000, 20000]))
    words = rng.integers(0, int(rng.choice([1, 2, 200])), n).astype(f"u{size}") << np.array(8 * size - 8, f"u{size}")
    words = np.repeat(words, int(rng.choice([1, 1, 7, 1000])))[:n]
    starts = np.flatnonzero(np.concatenate([np.ones(min(n, 1), bool), words[1:] != words[:-1]])).astype(np.uint32)
    lengths = np.diff(np.append(starts, n)).astype(np.uint32)
    settings = {"items": kit.pick([1, 3, 16]), **kit.group(width)} if strategy in ("passes", "lookback") else {}
    expected = {"values": words[starts], "starts": starts, "lengths": lengths, "count": np.array([len(starts)], np.uint32)}

    def judge(got):
        for name, right in expected.items():
            found = np.ascontiguousarray(got[name]).view(f"u{right.itemsize}")
            if found.shape != right.shape:
                return f"{name} has the shape {found.shape}, expected {right.shape}"
            wrong = np.flatnonzero(found != right)
            if wrong.size:
                return f"{name}[{wrong[0]}] is {found[wrong[0]]}, expected {right[wrong[0]]}"
        return None

    return Problem(settings, {"x": words.view(kind)}, expected, judge=judge)


def sort(rng, kit, strategy, width):
    """Python's own stable sort; bits are compared."""
    kind = kit.pick(KINDS)
    size = np.dtype(kind).itemsize
    n = int(rng.choice([0, 1, 2, width - 1, width + 1, 257, 5000]))
    words = np.frombuffer(rng.bytes(n * size), f"u{size}").copy()
    if rng.random() < 0.4:
        words &= np.frombuffer(rng.bytes(n * size), f"u{size}") & np.frombuffer(rng.bytes(n * size), f"u{size}")
    if rng.random() < 0.3 and n:
        words = rng.choice(words[:3], n)
    if rng.random() < 0.2:
        words[: n // 2] = np.array([0, 1 << (8 * size - 1)], f"u{size}")[rng.integers(0, 2, n // 2)]
    keys = words.view(kind)
    keys_alone = strategy == "network"  # and by all bits: equal keys have to be the same
    descending, low = kit.pick([False, True]), 0 if keys_alone else kit.pick([0, 0, 5])
    bits = 0 if keys_alone else kit.pick([0, 1, 11, 8 * size - low])
    mask = (1 << (bits or 64)) - 1
    number = [(p >> low) & mask for p in places(keys)]
    order = sorted(range(n), key=lambda i: -number[i] if descending else number[i])
    expected = words[np.array(order, np.int64)]
    settings = {"order": "descending" if descending else "ascending", "low": low, "bits": bits, "in_place": kit.pick(["no", "yes"])}
    given, outputs = {"keys": keys}, {"sorted_keys": expected.view(kind)}
    other = None if keys_alone else kit.pick([None, *OF_VALUES])
    if other is not None:
        width_of = np.dtype(other).itemsize
        values = np.frombuffer(rng.bytes(n * width_of), f"u{width_of}").copy()
        given["values"] = values.view(other)
        outputs["sorted_values"] = values[np.array(order, np.int64)].view(other)

    def judge(got):
        for name, right in outputs.items():
            found, bits_of = np.asarray(got[name]), f"u{right.itemsize}"
            if found.shape != right.shape or found.dtype != right.dtype:
                return f"{name} is {found.dtype}{found.shape}, expected {right.dtype}{right.shape}"
            wrong = np.flatnonzero(found.view(bits_of) != right.view(bits_of))
            if wrong.size:
                return f"{name}[{wrong[0]}] of {n} is {found[wrong[0]]!r}"
        return None

    return Problem(settings, given, outputs, judge=judge)
