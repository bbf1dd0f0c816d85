"""Problems of check_exec.py in which the data decides the amount of work."""

import numpy as np
from problem import Problem, size, words


def dispatch(rng, kit, strategy, width):
    """Repeats each element and counts within the repetitions."""
    tile, settings = kit.pick([1, 7, 64, 256, 65536]), {}
    if strategy == "persistent":
        settings["per_unit"] = kit.pick([1, 8, 32])
    if strategy in ("read_back", "maximal", "persistent", "lookback"):
        settings |= kit.group(width)
    n, each = size(rng, width, 3000), int(rng.choice([1, 2, 4, 9]))
    if rng.random() < 0.1:
        n, each = size(rng, width, 40), 1000
    work = int(rng.choice([0, 1, 2, 16])) if rng.random() < 0.9 or n * each > 300 else 65536
    x = words(rng, n)
    threshold = int(rng.choice([0, 1, 2**30, 2**31, 2**32 - 1, 2**32]))
    times = np.where(x.astype(np.uint64) < threshold, x % np.uint32(each) + 1, 0).astype(np.int64)
    if rng.random() < 0.5 and times.sum() > tile:  # about as many as fill work-groups, with each=1 exactly
        last = int(np.searchsorted(times.cumsum(), times.sum() // tile * tile, side="right"))
        x, times = x[:last], times[:last]
    start = np.repeat(times.cumsum() - times, times)
    item = (np.repeat(x.astype(np.uint64), times) + np.arange(len(start), dtype=np.uint64) - start.astype(np.uint64)) % 2**32
    for _ in range(work):
        item = (item * 1664525 + 1013904223) % 2**32
        item ^= item >> np.uint64(15)
    settings |= {"each": each, "tile": tile, "work": work, "threshold": threshold}
    expected = {"out": item, "count": np.array([len(item)]), "groups": np.array([-(-len(item) // tile)])}
    expected = {name: array.astype(np.uint32) for name, array in expected.items()}
    return Problem(settings, {"x": x}, expected, unordered=() if strategy in ("serial", "lookback") else ("out",))


def expand(rng, kit, strategy, width):
    kind = kit.pick(["u4", "i4", "f4", "u8"])
    settings = {} if strategy in ("auto", "loop", "shares") else kit.group(width)
    n = size(rng, width, 3000)
    x = np.frombuffer(rng.bytes(n * np.dtype(kind).itemsize), kind)
    x = rng.integers(-100, 100, n).astype(kind) if kind == "f4" else x
    repeat = rng.integers(0, rng.choice([1, 2, 5, 40]), n)
    repeat[rng.random(n) < rng.choice([0, 0.5, 0.98])] = 0
    if n and rng.random() < 0.3:
        repeat[rng.integers(n)] = 20000  # one run longer than a work-group
    total, any_order = int(repeat.sum()), strategy in ("atomic", "sub_group")
    capacity = int(rng.choice([total, total + 100] if any_order else [0, total // 2, max(total - 1, 0), total, total + 100]))
    expected = {"out": np.repeat(x, repeat)[:capacity], "count": np.array([total], np.uint32)}
    unordered = ("out",) if any_order else ()
    return Problem(settings | {"capacity": capacity}, {"x": x, "repeat": repeat.astype(np.uint32)}, expected, unordered=unordered)


# ---- balance -----------------------------------------------------------------------------------------------


def draw_segments(rng, n, segments, width):
    """Segments that begin in x, at its end, past it, or near 2^32. A few are huge."""
    first = rng.integers(0, n + 50, segments)
    far = rng.random(segments) < rng.choice([0, 0.2])
    first[far] = 2**32 - 1 - rng.integers(0, 5, int(far.sum()))
    way = rng.integers(5)
    if way == 0:
        length = np.zeros(segments, np.int64)
    elif way == 1:
        length = rng.choice([0, 1, width - 1, width, width + 1], segments)
    elif way == 2:
        length = np.full(segments, rng.integers(0, 3 * width))
    else:
        length = np.minimum(rng.zipf(1.5, segments), 5000) - rng.integers(0, 2, segments)
    if way == 4 and segments:
        length[rng.integers(segments)] = 30000
    return first.astype(np.uint32), length.astype(np.uint32)


def follow(got, x, first, length, capacity):
    """The fault: each segment must be whole at its `place`, without overlap, and none missing."""
    total = int(length.sum(dtype=np.int64))
    if got["total"].tolist() != [total]:
        return f"'total' is {got['total'].tolist()}, expected {total}"
    if got["out"].shape != (min(total, capacity),):
        return f"'out' has the shape {got['out'].shape}, expected {min(total, capacity)}"
    place = got["place"].astype(np.int64)
    order = np.lexsort((length, place))  # what is empty may be anywhere that another one begins or ends
    order = order[length[order] > 0]
    if place[order].tolist() != (length[order].cumsum(dtype=np.int64) - length[order]).tolist():
        return "segments share places, or leave some out"
    begins = np.append(place[order], total)
    if not np.isin(place, begins).all():
        return "'place' has an empty segment in the middle of another"
    for s in order:
        at = first[s].astype(np.uint64) + np.arange(length[s], dtype=np.uint64)
        taken = np.where(at < len(x), np.append(x, np.uint32(0)).astype(np.uint64)[np.minimum(at, len(x))], 0)
        expected = (taken * (2 * np.arange(length[s], dtype=np.uint64) + 1) + np.uint64(s)) % 2**32
        part = got["out"][place[s] : place[s] + length[s]]
        if (part != expected[: len(part)]).any():
            return f"segment {s}, at {place[s]} of 'out': element {int((part != expected[: len(part)]).argmax())} is wrong"
    return None


def balance(rng, kit, strategy, width):
    settings = {} if strategy == "loop" else kit.group(width)
    if strategy == "auto":
        settings = {}
    n, segments = size(rng, width, 2000), size(rng, width, 300)
    x = words(rng, n)
    first, length = draw_segments(rng, n, segments, width)
    total = int(length.sum(dtype=np.int64))
    capacity = int(rng.choice([0, total // 2, max(total - 1, 0), total, total + 1, total + 100]))
    settings["capacity"] = capacity

    def judge(got):
        wrong = follow(got, x, first, length, capacity)
        if not wrong and strategy in ("auto", "loop", "search_all", "path", "shares"):  # these keep the order
            if (got["place"] != length.cumsum() - length).any():
                return "'place' is not in the order of the segments"
        return wrong

    outputs = {"out": None, "place": None, "total": None}
    anywhere = {"place": np.where(length == 0, np.inf, 0)}  # of empty ones: between any two
    return Problem(settings, {"x": x, "first": first, "length": length}, outputs, anywhere, judge=judge)
