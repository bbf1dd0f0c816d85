"""Problems of check_exec.py where the data decides how much there is to do."""

import numpy as np



def dispatch(rng):
    """By repeating each element and counting up within the repetitions."""
    n, each, tile, work = int(rng.integers(0, 3000)), int(rng.integers(1, 9)), int(rng.integers(1, 400)), int(rng.integers(0, 5))
    x = rng.integers(0, 2**32, n, np.uint32)
    threshold = int(rng.choice([0, 2**30, 2**31, 2**32]))
    times = np.where(x.astype(np.uint64) < threshold, x % each + 1, 0).astype(np.int64)
    if rng.random() < 0.5 and times.sum() > tile:  # about as many as fill work-groups, with each=1 exactly
        last = int(np.searchsorted(times.cumsum(), times.sum() // tile * tile, side="right"))
        x, times = x[:last], times[:last]
    start = np.repeat(times.cumsum() - times, times)
    item = (np.repeat(x.astype(np.uint64), times) + np.arange(len(start), dtype=np.uint64) - start.astype(np.uint64)) % 2**32
    for _ in range(work):
        item = (item * 1664525 + 1013904223) % 2**32
        item ^= item >> np.uint64(15)
    output = str(rng.choice(["out", "count", "groups"]))
    expected = {"out": np.sort(item), "count": np.array([len(item)]), "groups": np.array([-(-len(item) // tile)])}[output]
    settings = {"each": each, "tile": tile, "work": work, "threshold": threshold}
    strategy = str(rng.choice(["auto", "serial", "read_back", "maximal", "persistent"]))
    return strategy, settings, {"x": x}, output, expected.astype(np.uint32), 0


def balance(rng):
    """By slices of x, with zeros behind it."""
    n, segments = int(rng.integers(0, 2000)), int(rng.integers(0, 200))
    x = rng.integers(0, 2**32, n, np.uint32)
    first = rng.integers(0, n + 50, segments).astype(np.uint32)
    length = np.minimum(rng.zipf(1.5, segments), 5000).astype(np.uint32) - rng.integers(0, 2, segments).astype(np.uint32)
    wide = np.concatenate([x, np.zeros(6000, np.uint32)]).astype(np.uint64)
    parts = [wide[f : f + k] * (2 * np.arange(k, dtype=np.uint64) + 1) + s for s, (f, k) in enumerate(zip(first.tolist(), length.tolist()))]
    out = (np.concatenate([np.zeros(0, np.uint64), *parts]) % 2**32).astype(np.uint32)
    strategy = str(rng.choice(["auto", "loop", "search_all", "lane", "sub_group", "search"]))
    given = {"x": x, "first": first, "length": length}
    settings = {"capacity": len(out) + int(rng.integers(0, 10))}
    if strategy in ("auto", "loop", "search_all"):
        if rng.random() < 0.3:
            return strategy, settings, given, "place", (length.cumsum() - length).astype(np.uint32), 0
        settings["capacity"] = int(rng.integers(0, len(out) + 10))
        return strategy, settings, given, "out", out[: settings["capacity"]], 0
    return strategy, settings, given, "out", np.sort(out), 0
