"""Problems of check_exec.py: histogram, spheres and lerp."""

import numpy as np
from problem import F32, SMALLEST, UNIT, Problem, decimal

# ---- histogram ---------------------------------------------------------------------------------------------


def draw_range(rng, kind):
    """Bounds of `even` for a type: above 0, below 0, across 0, tiny, huge, or a few samples wide."""
    if kind != "f32":
        top = 256 if kind == "u8" else 2**32
        choices = [(0, top), (-20.5, top), (3, 200.25), (top - 7, top), (0.5, 12.75), (100, 101), (1, top - 1)]
        lower, upper = choices[rng.integers(len(choices))]
        return float(lower), float(upper)
    way = rng.integers(8)
    if way == 0:
        return 0.0, float(10.0 ** rng.integers(-44, 38))
    if way == 1:
        start = float(F32(2.0) ** F32(rng.integers(-20, 20)))
        return start, start * (1 + 2.0 ** -float(rng.integers(4, 22)))
    if way == 2:
        return -(2.0 ** float(rng.integers(1, 100))), 2.0 ** float(rng.integers(1, 100))
    if way == 3:
        return -1e-40, 1e-40
    while True:
        spread = 10.0 ** rng.integers(-3, 6)
        lower, upper = sorted([decimal(rng, -spread, spread), decimal(rng, -spread, spread)])
        if lower < upper:
            return lower, upper


def draw_samples(rng, kind, edges, n):
    """Samples inside, on every edge and one step from it, and special values of the type."""
    inner = edges[np.isfinite(edges)]
    if kind == "f32":
        on = inner.astype(F32)
        near = np.concatenate([on, np.nextafter(on, F32(np.inf)), np.nextafter(on, F32(-np.inf))])
        bits = np.array([0, 1, 0x7FFFFF, 0x800000, 0x3F800000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000, 0x7F800001],
                        np.uint32)
        special = np.concatenate([bits, bits | np.uint32(0x80000000)]).view(F32)
        inside = (edges[0] + (edges[-1] - edges[0]) * rng.random(n)).astype(F32)
        anything = rng.integers(0, 2**32, n, np.uint32).view(F32)
    else:
        dtype = np.uint8 if kind == "u8" else np.uint32
        top = np.iinfo(dtype).max
        on = np.clip(np.ceil(inner), 0, top)
        near = np.concatenate([on, np.clip(on + 1, 0, top), np.clip(on - 1, 0, top)]).astype(dtype)
        special = np.array([0, 1, 2, top // 2, top // 2 + 1, top - 1, top], dtype)
        low, high = max(0.0, edges[0]), min(float(top), edges[-1])
        inside = np.clip(rng.uniform(min(low, high), high, n), 0, top).astype(dtype)
        anything = rng.integers(0, top + 1, n, dtype)
    pool = [near, special, inside, anything]
    parts = [source[rng.integers(0, len(source), n)] for source in pool]
    return np.choose(rng.integers(0, len(pool), n), parts)


def count_samples(samples, edges, function):
    """Bucket i holds edges[i] <= s < edges[i + 1]; doubles hold samples and edges exactly."""
    values = samples.astype(np.float64)
    counted = values[(values >= edges[0]) & (values < edges[-1])]
    low = 0
    if function == "log":
        counted = counted[counted > 0]
        low = int(np.sum(values <= 0))
    counts = np.bincount(np.searchsorted(edges, counted, side="right") - 1, minlength=len(edges) - 1)
    counts[0] += low
    return counts.astype(np.uint32)


def histogram(rng, kit, strategy, width):
    kind = kit.pick(["f32", "u32", "u8"])
    function = kit.pick(["even", "even", "log"] if kind == "f32" else ["even", "log", "identity"])
    anywhere = strategy in ("auto", "global", "match_global", "private", "ranges")
    buckets = int(rng.choice([2, 3, 17, 100, 256, 1000, 4096] + [65536] * anywhere))
    settings = {"buckets": buckets, "function": function}
    steps = np.arange(buckets + 1, dtype=np.float64)
    if function == "identity":
        edges = steps
    else:
        if function == "even":
            lower, upper = draw_range(rng, kind)
            if kind == "f32":  # a bound is read to the nearest float
                lower, upper = float(F32(lower)), float(F32(upper))
            settings |= {"lower": repr(lower), "upper": repr(upper)}
        else:
            most = {"f32": 128, "u32": 32, "u8": 8}[kind]
            lower = decimal(rng, -30, most - 1) if kind == "f32" else decimal(rng, -3, most - 1)
            upper = decimal(rng, lower + 0.01, most)
            upper = float(most) if rng.random() < 0.3 or upper <= lower else upper
            settings |= {"log_least": repr(lower), "log_most": repr(upper)}
        edges = np.minimum(lower + (upper - lower) * steps / buckets, upper)
        edges[-1] = upper
        if function == "log":
            edges = np.exp2(edges)
    samples = draw_samples(rng, kind, edges, int(rng.choice([1, 7, 100, 5000, 40000])))
    return Problem(settings, {"samples": samples}, {"counts": count_samples(samples, edges, function)})


# ---- lerp --------------------------------------------------------------------------------------------------


def lerp(rng, kit, strategy, width):
    rows, n, channels = int(rng.integers(1, 40)), int(rng.integers(0, 300)), kit.pick([1, 2, 3, 4])
    x = rng.uniform(-2, 2, (rows, n, channels)).astype(F32)
    t = rng.random((rows, n)).astype(F32)
    way = rng.integers(5)
    if way == 0 and n:
        t *= F32(2 / n)
    elif way == 1:
        t[rng.random(t.shape) < 0.1] = 1
    elif way == 2:
        t[rng.random(t.shape) < 0.9] = 0
    elif way == 3:
        t = rng.uniform(-0.2, 1.2, t.shape).astype(F32)
    given = {"x": x, "t": t}
    color = np.zeros((rows, channels))
    if rng.random() < 0.7:
        given["initial"] = rng.uniform(-1, 1, (rows, channels)).astype(F32)
        color = given["initial"].astype(np.float64)
    size, rest = np.abs(color), np.ones((rows, 1))  # sum of the weights' magnitudes
    for i in range(n):
        ti, xi = t[:, i, None].astype(np.float64), x[:, i].astype(np.float64)
        color = color * (1 - ti) + xi * ti
        size = size * np.abs(1 - ti) + np.abs(xi * ti)
        rest = np.maximum(rest * np.abs(1 - ti), 1)
    allowed = UNIT * (3 * n + 20) * size + SMALLEST * 100 * (n + 1) * rest
    return Problem({}, given, {"c": color}, {"c": allowed})


# ---- spheres -----------------------------------------------------------------------------------------------


def spheres(rng, kit, strategy, width):
    count, channels = int(rng.integers(0, 200)), kit.pick([1, 2, 3, 4])
    model = kit.pick(["linear", "quadratic"])
    settings = {"model": model}
    ball = np.concatenate([rng.random((count, 3)), rng.uniform(0.02, 0.8, (count, 1))], axis=1).astype(F32)
    ball[rng.random(count) < 0.05, 3] = rng.choice([0, -1])
    colors = rng.random((count, channels)).astype(F32)
    given = {"spheres": ball, "colors": colors}
    if rng.random() < 0.3:
        across, down = int(rng.integers(1, 40)), int(rng.integers(1, 40))
        settings |= {"width": across, "height": down}
        step = 1 / max(across, down)
        column, row = np.meshgrid(np.arange(across), np.arange(down))
        points = np.stack([(column.ravel() + 0.5) * step, (row.ravel() + 0.5) * step, np.zeros(across * down)], 1)
    else:
        points = rng.random((int(rng.integers(1, 200)), 3)).astype(F32)
        if count and rng.random() < 0.5:
            points[0] = ball[0, :3]
        given["points"] = points
    at = points.astype(np.float64)
    color, met = np.zeros((len(at), channels)), np.zeros((len(at), 1))
    for s in range(count):
        radius = float(ball[s, 3])
        if radius <= 1e-18:
            continue
        distance = np.sqrt(np.sum((at - ball[s, :3].astype(np.float64)) ** 2, 1, keepdims=True)) / radius
        t = np.clip(1 - (distance if model == "linear" else distance**2), 0, 1)
        color = color * (1 - t) + colors[s].astype(np.float64) * t
        met += (distance < 1.001) * (1 + 1 / radius)
    allowed = UNIT * (20 * met + 50)
    if strategy == "shared":
        settings["per_sub_group"] = kit.pick([1, 3, 4])
    return Problem(settings, given, {"result": color}, {"result": np.broadcast_to(allowed, color.shape)})
