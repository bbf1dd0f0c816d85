"""Problems of probes for check_exec.py: chains of sub-group operations, written from the lesson."""

import numpy as np
from problem import Problem, size

READS = [
    "shuffle", "shuffle_uniform", "shuffle_constant", "shuffle_xor", "shuffle_up", "shuffle_down", "rotate", "broadcast",
    "barrier_local", "group_barrier_local",
]  # fmt: skip
QUADS = ["quad_swap_x", "quad_swap_y", "quad_swap_diagonal"]
SUMS = ["all_equal", "match_any", "reduce_add", "reduce_max", "scan_inclusive_add", "scan_exclusive_add",
        "cluster_reduce_add", "segment_reduce_add", "partition_reduce_add"]  # fmt: skip
BALLOTS = ["ballot", "ballot_count", "any", "all", "first", "elect", "mask_nth"]  # of u32 alone


def read_from(operation, width, step, sources, far):
    """The lane that each lane reads; None for operations that read none."""
    lane = np.arange(width)
    sources = min(sources, width) or width
    far %= width
    return {
        "shuffle": (lane % sources + 1) % width,
        "shuffle_uniform": np.full(width, (step + far) % width),
        "shuffle_constant": np.full(width, width // 2),
        "shuffle_xor": lane ^ far,
        "shuffle_up": np.where(lane < far, lane, lane - far),
        "shuffle_down": np.where(lane + far < width, lane + far, lane),
        "rotate": (lane + far) % width,
        "broadcast": np.full(width, (step + far) % width),
        "quad_swap_x": lane ^ 1,
        "quad_swap_y": lane ^ 2,
        "quad_swap_diagonal": lane ^ 3,
        "barrier_local": lane,
        "group_barrier_local": lane,
        "": lane,
    }.get(operation)


def folded(flags):
    """Masks [..., lane] as words of 32 lanes, joined by exclusive or."""
    pad = np.concatenate([flags, np.zeros((*flags.shape[:-1], -flags.shape[-1] % 32), bool)], axis=-1)
    words = (pad.reshape(*flags.shape[:-1], -1, 32).astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(axis=-1)
    return np.bitwise_xor.reduce(words, axis=-1)


def asked(operation, v):
    """The result of each operation on the ballot of bit 5; rows are sub-groups."""
    bit = v >> np.uint32(5) & np.uint32(1) == 1
    rows, width = bit.shape
    lane, first = np.arange(width), np.where(bit.any(axis=1), bit.argmax(axis=1), width)[:, None]
    if operation == "mask_nth":
        return np.stack([np.concatenate([np.flatnonzero(row), np.full(width, width)])[:width] for row in bit])
    return {
        "ballot": folded(bit)[:, None],
        "ballot_count": bit.cumsum(axis=1) - bit,
        "any": bit.any(axis=1)[:, None],
        "all": bit.all(axis=1)[:, None],
        "first": first,
        "elect": lane == first,
    }[operation]


def answer(operation, v, step, sources, far):
    """Each lane's result; rows are sub-groups."""
    kind, width = v.dtype.type, v.shape[1]
    lanes = read_from(operation, width, step, sources, far)
    if lanes is not None:
        return v[:, lanes]
    if operation in BALLOTS:
        found = asked(operation, v)
    elif operation.split("_")[0] in ("cluster", "segment", "partition"):
        four = [v[:, k // 4 * 4 : k // 4 * 4 + 4].sum(axis=1, dtype=kind) for k in range(width)]
        found = np.stack(four, axis=1)
    elif operation == "all_equal":
        found = (v == v[:, :1]).all(axis=1)[:, None]
    elif operation == "match_any":
        same = v[:, :, None] == v[:, None, :]
        found = same.sum(axis=2) if v.dtype.kind == "f" else folded(same)
    elif operation == "reduce_add":
        found = v.sum(axis=1, dtype=kind)[:, None]
    elif operation == "reduce_max":
        found = v.max(axis=1)[:, None]
    else:
        found = v.cumsum(axis=1, dtype=kind)
        found = found if operation == "scan_inclusive_add" else found - v
    return np.broadcast_to(found, v.shape).astype(kind)


def draw_values(rng, kind, n):
    if np.dtype(kind).kind == "f":
        x = rng.integers(-128, 128, size=n)
        x[rng.random(n) < 0.1] = rng.choice([-128, 127, 0])
        x = x.astype(kind)
    else:
        word = np.dtype("u%d" % np.dtype(kind).itemsize)
        x = rng.integers(0, 2 ** (8 * word.itemsize), size=n, dtype=word).view(kind)
        ends = np.array([0, 1, 2 ** (8 * word.itemsize) - 1, 2 ** (8 * word.itemsize - 1)], word).view(kind)
        few = rng.random(n) < rng.choice([0, 0.1, 1])
        x[few] = rng.choice(ends, int(few.sum()))
    if rng.random() < 0.3 and n:
        x[:] = x[0]
    return x


def probes(rng, kit, strategy, width):
    """Chains of steps as the lesson defines them. Lanes past the end hold 0."""
    kind = kit.pick([np.uint32, np.int32, np.float32, np.uint64, np.int64, np.float64, np.uint32, np.uint32])
    operation = kit.pick(READS + SUMS + (QUADS if width >= 4 else []) + (BALLOTS if kind is np.uint32 else []))
    operation = "shuffle" if strategy == "waterfall" else operation
    streams = kit.pick([1, 2, 3, 8])
    n, steps = size(rng, width, 300), int(rng.choice([0, 1, 9, 10, 11, 60]))
    settings = {"steps": steps, "streams": streams} | kit.group(width)
    sources, far = 0, 1
    if strategy == "empty":
        operation = ""
    else:
        settings["operation"] = operation
    if operation == "shuffle":
        settings["sources"] = sources = int(rng.choice([0, 1, 2, width - 1, width, 128, rng.integers(0, 129)]))
    if operation in ("shuffle_xor", "shuffle_up", "shuffle_down", "rotate", "shuffle_uniform", "broadcast"):
        settings["distance"] = far = int(rng.choice([0, 1, width - 1, width % 128, 127, rng.integers(0, 128)]))
    x = draw_values(rng, kind, n)
    own = np.zeros((-(-n // width), width), kind)
    own.reshape(-1)[:n] = x
    total, bits = np.zeros_like(own), 8 * own.itemsize
    for s in range(streams if own.size else 0):
        v = own + kind(s)
        for step in range(10 * -(-steps // (10 * streams))):
            r = answer(operation, v, step, sources, far)
            if v.dtype.kind == "f":
                v = own - np.clip(r, kind(-1024), kind(1024))
            else:
                r = r.view(f"u{own.itemsize}")
                v = (r << r.dtype.type(5) | r >> r.dtype.type(bits - 5)).view(kind) + own
        total += v
    return Problem(settings, {"x": x}, {"y": total.ravel()[:n]})
