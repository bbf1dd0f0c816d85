"""The problems of probes, for check_exec.py: chains of sub-group operations, written from the lesson."""

import numpy as np


def answer(operation, v, step, sources, far):
    """What each lane of a sub-group gets; masks of lanes with lane 0 as the lowest bit, words folded by xor."""
    width, lane, bit = len(v), np.arange(len(v)), (v.astype(np.int64) >> 5) & 1
    bits = [sum(int(b) << l % 32 for l, b in enumerate(bit) if l // 32 == word) for word in range(4)]
    same = [sum(1 << l % 32 for l in range(width) if l // 32 == k and v[l] == x) for x in v for k in range(4)]
    same = np.bitwise_xor.reduce(np.array(same, np.uint64).reshape(width, 4), axis=1)
    kind = v.dtype.type
    sources = min(sources, width) or width
    far %= width
    read = {
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
    }
    if operation in read:
        return v[read[operation]]
    sums = np.cumsum(v, dtype=v.dtype)
    first = int(bit.argmax()) if bit.any() else width
    four = [v[lane // 4 == k // 4].sum(dtype=v.dtype) for k in lane]
    if operation.split("_")[0] in ("cluster", "segment", "partition"):
        return np.array(four, v.dtype)
    if operation == "mask_nth":
        return np.concatenate([np.flatnonzero(bit), np.full(width, width)])[:width].astype(kind)
    tell = {
        "all_equal": lambda: (v == v[0]).all(),
        "match_any": lambda: same if v.dtype.kind != "f" else (v[:, None] == v[None, :]).sum(axis=1),
        "reduce_add": lambda: sums[-1],
        "reduce_max": lambda: v.max(),
        "scan_inclusive_add": lambda: sums,
        "scan_exclusive_add": lambda: np.concatenate([[kind(0)], sums[:-1]]).astype(kind),
        "ballot": lambda: bits[0] ^ bits[1] ^ bits[2] ^ bits[3],
        "ballot_count": lambda: np.cumsum(bit) - bit,
        "any": bit.any,
        "all": bit.all,
        "first": lambda: first,
        "elect": lambda: lane == first,
    }
    return np.broadcast_to(np.asarray(tell[operation]()), width).astype(kind)


def probes(rng):
    """Chains of steps, by the lesson's own words."""
    moves = ["shuffle", "shuffle_uniform", "shuffle_constant", "shuffle_xor", "shuffle_up", "shuffle_down", "rotate",
             "broadcast", "barrier_local", "all_equal", "match_any", "reduce_add", "reduce_max", "scan_inclusive_add",
             "scan_exclusive_add", "cluster_reduce_add", "segment_reduce_add", "partition_reduce_add",
             "group_barrier_local"]
    kind = [np.uint32, np.int32, np.float32, np.uint64, np.int64, np.float64][rng.integers(6)]
    asks = ["ballot", "ballot_count", "any", "all", "first", "elect", "mask_nth"] if kind is np.uint32 else []
    operation = str(rng.choice(moves + asks))
    n, streams, steps = int(rng.integers(0, 90)), int(rng.integers(1, 4)), int(rng.integers(0, 60))
    settings = {"operation": operation, "steps": steps, "streams": streams}
    sources, far = 0, 1
    if operation == "shuffle":
        settings["sources"] = sources = int(rng.integers(0, 20))
    if operation in ("shuffle_xor", "shuffle_up", "shuffle_down", "rotate", "shuffle_uniform", "broadcast"):
        settings["distance"] = far = int(rng.integers(0, 40))
    if np.dtype(kind).kind == "f":
        x = rng.integers(-128, 128, size=n).astype(kind)
    else:
        word = np.dtype("u%d" % np.dtype(kind).itemsize)
        x = rng.integers(0, 2 ** (8 * word.itemsize), size=n, dtype=word).view(kind)
    if rng.random() < 0.3 and n:
        x[:] = x[0]

    def expected(width):
        own = np.zeros(-(-n // width) * width, kind)
        own[:n] = x
        total = np.zeros_like(own)
        bits = 8 * own.itemsize
        for first in range(0, len(own), width):
            mine = own[first : first + width]
            for s in range(streams):
                v = mine + kind(s)
                for step in range(10 * -(-steps // (10 * streams))):
                    r = answer(operation, v, step, sources, far)
                    if v.dtype.kind == "f":
                        v = mine - np.clip(r, -1024, 1024)
                    else:
                        r = r.view(word)
                        v = (r << word.type(5) | r >> word.type(bits - 5)).view(kind) + mine
                total[first : first + width] += v
        return total[:n]

    strategy = "waterfall" if operation == "shuffle" and rng.random() < 0.5 else str(rng.choice(["layer", "auto"]))
    return strategy, settings, {"x": x}, "y", expected, 0
