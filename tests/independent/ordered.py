"""Problems of check_exec.py: sorts."""

import numpy as np
from problem import Problem

OF_VALUES = [np.uint32, np.int32, np.float32, np.uint64, np.int64, np.float64]
KINDS = [*OF_VALUES, np.uint8, np.uint16]


def places(keys):
    """For each key, how many keys of its type come before it, as a Python integer: floats by sign and magnitude."""
    bits = 8 * keys.itemsize
    raw = [int(v) for v in keys.view(f"u{keys.itemsize}")]
    half = 1 << (bits - 1)
    if keys.dtype.kind == "u":
        return raw
    if keys.dtype.kind == "i":
        return [int(v) + half for v in keys]
    return [half + v if v < half else half - 1 - (v - half) for v in raw]


def sort(rng, kit, strategy, width):
    """Python's own stable sort; result bits are compared as integers."""
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
