#!/usr/bin/env python3
"""Random problems through `crosslane exec`, compared with NumPy written from the definitions in the lessons.

    tests/independent/check_exec.py PATH_OF_CROSSLANE [--count N] [--seed S] [--device D] [--width W,W...]

N problems of each algorithm. Needs NumPy. Nothing here comes from the C code: bounds are wider than the
command's own, counts are exact. Prints each problem that is wrong with the command that ran it, and keeps that
one's files; exit status 1 then.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

import numpy as np
from lanes import branch, elect, first_lesson, groupcache
from probes import probes
from uneven import balance, dispatch

F32 = np.float32
UNIT = 2.0**-24  # half the distance of floats at 1
SMALLEST = 2.0**-126  # results below may be flushed to 0


def decimal(rng, low, high):
    """A number of few digits, or any float, in [low, high]."""
    if rng.random() < 0.5:
        return round(float(rng.uniform(low, high)), int(rng.integers(0, 4)))
    return float(F32(rng.uniform(low, high)))


# ---- histogram ---------------------------------------------------------------------------------------------


def draw_range(rng, kind):
    """Bounds of `even` for samples of a type: above 0, below 0, across 0, tiny, huge, a few samples wide."""
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
    """Samples inside, on every edge and a step beside it, and what is special about the type."""
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
    """Bucket i holds edges[i] <= s < edges[i + 1]; in doubles, which hold samples and edges exactly."""
    values = samples.astype(np.float64)
    counted = values[(values >= edges[0]) & (values < edges[-1])]
    low = 0
    if function == "log":
        counted = counted[counted > 0]
        low = int(np.sum(values <= 0))
    counts = np.bincount(np.searchsorted(edges, counted, side="right") - 1, minlength=len(edges) - 1)
    counts[0] += low
    return counts.astype(np.uint32)


def histogram(rng):
    kind = rng.choice(["f32", "u32", "u8"])
    function = rng.choice(["even", "even", "log"] if kind == "f32" else ["even", "log", "identity"])
    buckets = int(rng.choice([2, 3, 17, 100, 256, 1000, 4096, 65536]))
    settings = {"buckets": buckets, "function": function}
    steps = np.arange(buckets + 1, dtype=np.float64)
    if function == "identity":
        edges = steps
    else:
        if function == "even":
            lower, upper = draw_range(rng, kind)
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
    strategies = ["auto", "global", "match_global", "private", "ranges"]
    if buckets <= 4096:
        strategies += ["local", "match_local", "privatised", "uniform", "runs"]
    expected = count_samples(samples, edges, function)
    return rng.choice(strategies), settings, {"samples": samples}, "counts", expected, 0


# ---- lerp --------------------------------------------------------------------------------------------------


def lerp(rng):
    rows, n, channels = int(rng.integers(1, 40)), int(rng.integers(0, 300)), int(rng.integers(1, 5))
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
    strategy = rng.choice(["auto", "serial", "readlane", "prefix", "continued", "deferred", "affine"])
    return strategy, {}, given, "c", color, allowed


# ---- spheres -----------------------------------------------------------------------------------------------


def spheres(rng):
    count, channels = int(rng.integers(0, 200)), int(rng.integers(1, 5))
    model = rng.choice(["linear", "quadratic"])
    settings = {"model": model}
    ball = np.concatenate([rng.random((count, 3)), rng.uniform(0.02, 0.8, (count, 1))], axis=1).astype(F32)
    ball[rng.random(count) < 0.05, 3] = rng.choice([0, -1])
    colors = rng.random((count, channels)).astype(F32)
    given = {"spheres": ball, "colors": colors}
    if rng.random() < 0.3:
        width, height = int(rng.integers(1, 40)), int(rng.integers(1, 40))
        settings |= {"width": width, "height": height}
        step = 1 / max(width, height)
        column, row = np.meshgrid(np.arange(width), np.arange(height))
        points = np.stack([(column.ravel() + 0.5) * step, (row.ravel() + 0.5) * step, np.zeros(width * height)], 1)
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
    strategy = rng.choice(["auto", "naive", "continued", "deferred", "shared", "group"])
    if strategy == "shared":
        settings["per_sub_group"] = int(rng.choice([1, 3, 4]))
    return strategy, settings, given, "result", color, allowed


# ---- scan -----------------------------------------------------------------------------------------


OPERATORS = {
    "add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
}  # fmt: skip


def scan(rng):
    """NumPy's accumulate of integers, exact; cumsum of floats and the recurrence c p + v in double precision."""
    n = int(rng.choice([0, 1, 2, 31, 33, 1000, 4096, 4097, 30000]))
    exclusive = bool(rng.integers(2))
    strategy = str(rng.choice(["auto", "kogge_stone", "lookback", "loop"]))
    settings = {"kind": "exclusive" if exclusive else "inclusive"}
    way = rng.integers(3)
    if way == 0:
        settings["operator"] = str(rng.choice(list(OPERATORS)))
        kind = rng.choice([np.uint32, np.int32, np.uint64, np.int64])
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
    return strategy, settings, {"x": x}, "y", y, allowed


# ---- compact -----------------------------------------------------------------------------------------------


def compact(rng):
    kind = rng.choice(["u32", "i32", "f32", "u64"])
    dtype = {"u32": np.uint32, "i32": np.int32, "f32": F32, "u64": np.uint64}[kind]
    n = int(rng.choice([0, 1, 7, 1000, 40000]))
    x = np.frombuffer(rng.bytes(n * np.dtype(dtype).itemsize), dtype).copy()
    x[rng.random(n) < 0.3] = 0
    keep = rng.choice(["below", "above", "nonzero"])
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
        # Python compares integers and floats exactly, NumPy does not.
        mask = np.array([v < threshold if keep == "below" else v > threshold for v in x.tolist()], bool)
    strategy = rng.choice(["auto", "loop", "atomic", "sub_group", "prefix", "group", "stable"])
    expected = x[mask]
    if strategy in ("auto", "loop", "stable") and rng.random() < 0.3:
        settings["capacity"] = int(rng.integers(0, n + 2))
        expected = expected[: settings["capacity"]]
    elif strategy not in ("auto", "loop", "stable"):
        expected = np.sort(expected)
    return strategy, settings, given, "kept", expected, 0


# ---- normal24 ----------------------------------------------------------------------------------------------


FORMS = {  # mantissa bits of each component, the word's layout: place of each, sign, exact 1
    "unorm24": ([23], [0], False, True), "sign25": ([23], [0], True, True), "snorm24": ([22], [0], True, True),
    "half11": ([10], [0], False, True), "bfloat8": ([7], [0], False, True),
    "depth_stencil": ([23], [8], False, True), "half3": ([9, 9, 8], [0, 11, 22], True, True),
    "half3_open": ([9, 9, 9], [0, 10, 20], True, False),
}  # fmt: skip


def normal24(rng):
    form = str(rng.choice(list(FORMS)))
    bits, places, has_sign, has_one = FORMS[form]
    n = int(rng.choice([0, 1, 5, 1000, 20000]))
    shape = (n, 3) if len(bits) == 3 else (n,)
    any_bits = rng.integers(0, 2**32, shape, np.uint32).view(F32)
    inside = rng.uniform(-1 if has_sign else 0, 1, shape).astype(F32)
    special = np.array([0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x80000000, 0, 1, 0x33800000, 0x33800001, 0xBE99999A,
                        0x7FC00000, 0xFF800000, 0x3F7FF000, 0x3F7FE000, 0x3A000000], np.uint32).view(F32)
    x = np.choose(rng.integers(0, 4, shape), [any_bits, inside, inside, special[rng.integers(0, len(special), shape)]])
    x = x.astype(F32)
    one = 2.0 ** np.array(bits)
    at = np.nan_to_num(x.astype(np.float64), nan=0.0, posinf=2.0, neginf=-2.0).reshape(n, len(bits))
    steps = np.rint(np.clip(at, -1.0 if has_sign else 0.0, 1.0) * one)  # rint: halves to even
    if not has_one:
        steps = np.clip(steps, 1 - one, one - 1)
    fields = np.abs(steps).astype(np.uint64)
    if has_sign:
        negative = np.signbit(x).reshape(n, len(bits)) & ~np.isnan(x).reshape(n, len(bits))
        fields |= negative.astype(np.uint64) << (np.array(bits) + (1 if has_one else 0)).astype(np.uint64)
    code = np.sum(fields << np.array(places).astype(np.uint64), axis=1).astype(np.uint32)
    given = {"x": x}
    if form == "depth_stencil" and rng.random() < 0.7:
        given["stencil"] = rng.integers(0, 256, n).astype(np.uint8)
        code = code + given["stencil"]
    strategy = str(rng.choice(["auto", "add", "subtract", "scale", "exact"]))
    if rng.random() < 0.5:
        return strategy, {"form": form}, given, "code", code, 0
    return strategy, {"form": form}, given, "value", (steps / one).reshape(shape), 0


# ---- minmax ------------------------------------------------------------------------------------------------


def minmax(rng):
    """Codes by looking the bounds up in the list of all that can be decoded, which is in order."""
    height, width = int(rng.integers(0, 40)), int(rng.integers(0, 70))
    across, down = (16, 16) if rng.random() < 0.6 else (int(rng.integers(2, 40)), int(rng.integers(1, 40)))
    encoding, rounding = str(rng.choice(["direct", "ratio", "word"])), str(rng.choice(["nearest", "conservative"]))
    depth = (rng.random((height, width)) * 10.0 ** rng.integers(-9, 1)).astype(F32)
    if rng.random() < 0.5 and height and width:
        depth = (depth[:1, :1] + depth * F32(2.0**-20)).astype(F32)
    odd = np.array([2, np.nan, -1, 1, -0.0, 0, 5e-6, 1e-40], F32)
    sparse = rng.random(depth.shape) < rng.choice([0, 0.02, 0.95])
    depth[sparse] = odd[rng.integers(0, rng.choice([3, 8]), int(sparse.sum()))]
    low_bits = 15 if encoding == "word" else 16
    high_bits = 32 - low_bits
    low_unit = np.arange(2**low_bits, dtype=F32) * F32(1 / (2**low_bits - 1))
    high_unit = np.arange(2**high_bits, dtype=F32) * F32(1 / (2**high_bits - 1))

    def find(table, x, way):
        at = int(np.searchsorted(table, F32(x), side="right")) - 1
        if way == "down" or at == len(table) - 1:
            return at
        if way == "up":
            return at + int(table[at] < x)
        return at + int(float(table[at + 1]) - float(x) < float(x) - float(table[at]))

    rows, columns = -(-height // down), -(-width // across)
    code, bounds = np.zeros((rows, columns), np.uint32), np.zeros((rows, columns, 2))
    for r in range(rows):
        for k in range(columns):
            tile = depth[r * down : (r + 1) * down, k * across : (k + 1) * across]
            drawn = tile[(tile >= 0) & (tile <= 1)]
            low, high, table = 2**low_bits - 1, 0, low_unit
            if len(drawn):
                nearest = rounding == "nearest"
                high = find(high_unit, drawn.max(), "near" if nearest and encoding == "direct" else "up")
                if encoding != "direct":
                    table = low_unit * high_unit[high]
                low = find(table, drawn.min(), "near" if nearest else "down") if high or encoding == "direct" else 0
            code[r, k] = low | high << low_bits
            bounds[r, k] = table[low], high_unit[high]
    settings = {"encoding": encoding, "rounding": rounding, "tile_width": across, "tile_height": down}
    strategy = str(rng.choice(["auto", "serial", "atomic", "sub_group", "group", "exact"]))
    if rng.random() < 0.5:
        return strategy, settings, {"depth": depth}, "code", code, 0
    return strategy, settings, {"depth": depth}, "bounds", bounds, 0


# ---- match -------------------------------------------------------------------------------------------------


def match(rng):
    """What is expected depends on the width that runs, so it is a function of it."""
    kind = [np.uint32, np.int32, np.float32, np.uint64, np.int64, np.float64][rng.integers(6)]
    word = np.uint32 if np.dtype(kind).itemsize == 4 else np.uint64
    bits, n = int(rng.choice([0, 1, 2, 5, 8, 31, 32, 33, 63, 64])), int(rng.integers(0, 700))
    words = rng.integers(0, 2 ** (8 * np.dtype(word).itemsize), size=int(rng.choice([1, 2, 5, 20, 1000])), dtype=word)
    if rng.random() < 0.3:
        words = words[:1] ^ word(1) << rng.integers(0, 8 * words.itemsize, size=len(words), dtype=word)
    patterns = words[rng.integers(0, len(words), size=n)]
    x = patterns.view(kind)
    output = str(rng.choice(["leader", "count", "rank"]))

    def expected(width):
        compared = word(2 ** min(bits, 8 * patterns.itemsize) - 1) if bits else ~word(0)
        key, found = patterns & compared, np.zeros(n, np.uint8)
        for first in range(0, n, width):
            equal = key[first : first + width, None] == key[None, first : first + width]
            ways = {"leader": equal.argmax(axis=1), "count": equal.sum(axis=1), "rank": np.tril(equal, -1).sum(axis=1)}
            found[first : first + width] = ways[output]
        return found

    strategy = str(rng.choice(["auto", "loop", "shuffle", "ballot", "waterfall", "layer"]))
    return strategy, {"bits": bits}, {"x": x}, output, expected, 0


# ---- quad, mips --------------------------------------------------------------------------------------------


def quad(rng):
    """By padding to even sides with the last row and column, and slices."""
    height, width, channels = int(rng.integers(1, 40)), int(rng.integers(1, 70)), int(rng.integers(1, 5))
    image = rng.random((height, width, channels)).astype(F32)
    even = np.pad(image.astype(np.float64), ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")
    a, b, c, d = even[::2, ::2], even[::2, 1::2], even[1::2, ::2], even[1::2, 1::2]
    whole = np.zeros_like(even)
    output = str(rng.choice(["ddx", "ddy", "diagonal", "sums"]))
    corners = {"ddx": (b - a, b - a, d - c, d - c), "ddy": (c - a, d - b, c - a, d - b), "diagonal": (d - a, c - b, c - b, d - a)}
    strategy = str(rng.choice(["auto", "serial", "memory", "shuffle", "table", "local"]))
    settings = {"layout": str(rng.choice(["rectangular", "square"]))} if strategy in ("shuffle", "table", "local") else {}
    if output == "sums":
        return strategy, settings, {"image": image}, output, a + b + c + d, 1e-6
    whole[::2, ::2], whole[::2, 1::2], whole[1::2, ::2], whole[1::2, 1::2] = corners[output]
    return strategy, settings, {"image": image}, output, whole[:height, :width], 1e-7


def mips(rng):
    """By matrices of exact rationals: how much of each texel lies in each of half as many, laid over the same length."""

    def cover(n):
        m = max(1, n // 2)
        ratio = Fraction(n, m)
        return np.array([[float(max(Fraction(0), min(k + 1, ratio * (i + 1)) - max(k, ratio * i)) / ratio) for k in range(n)] for i in range(m)])

    height, width, channels = int(rng.integers(1, 60)), int(rng.integers(1, 90)), int(rng.integers(1, 5))
    if rng.random() < 0.2:
        height, width = [(1, 200), (150, 1), (128, 32), (3, 5)][int(rng.integers(0, 4))]
    image = (rng.random((height, width, channels)) - 0.5).astype(F32)
    which = str(rng.choice(["box", "min", "max"]))
    level, levels = image.astype(np.float64), [np.zeros((0, channels))]
    while level.shape[:2] != (1, 1):
        rows, columns = cover(level.shape[0]), cover(level.shape[1])
        if which == "box":
            level = np.einsum("ih,jw,hwc->ijc", rows, columns, level)
        else:
            least = np.minimum if which == "min" else np.maximum
            level = np.stack([least.reduce(level[row > 0], axis=0) for row in rows])
            level = np.stack([least.reduce(level[:, column > 0], axis=1) for column in columns], axis=1)
        levels.append(level.reshape(-1, channels))
    strategy = str(rng.choice(["auto", "level", "tile", "local"]))
    settings = {"filter": which} | ({"rest": int(rng.choice([1, 50, 4096]))} if strategy == "tile" else {})
    return strategy, settings, {"image": image}, "levels", np.concatenate(levels), 4e-6 if which == "box" else 0


FOUR_LANES = {("quad", "shuffle"), ("quad", "table"), ("quad", "local"), ("mips", "tile")}
def lights4(rng):
    """The sum of colour times 1 - d^2 / r^2, in double precision."""
    points, lights = int(rng.integers(0, 60)), int(rng.integers(0, 70))
    point = rng.random((points, 3)).astype(F32)
    light = np.concatenate([rng.random((lights, 3)), rng.uniform(-0.1, 1.5, (lights, 1))], axis=1).astype(F32)
    color = rng.uniform(-0.2, 1, (lights, 3)).astype(F32)
    attenuation = str(rng.choice(["clamped", "signed"]))
    on = light[:, 3] > 1e-3
    light[~on, 3] = F32(0)
    square = ((point[:, None, :].astype(float) - light[None, on, :3]) ** 2).sum(-1)
    ratio = square / light[None, on, 3].astype(float) ** 2
    weight = np.maximum(1 - ratio, 0) if attenuation == "clamped" else 1 - ratio
    expected = weight @ color[on].astype(float)
    allowed = UNIT * (32 + lights) * ((1 + ratio) @ np.abs(color[on]).astype(float)) + SMALLEST
    strategy = str(rng.choice(["auto", "textbook", "transposed", "rest", "broadcast", "lanes"]))
    given = {"points": point, "lights": light, "colors": color}
    return strategy, {"attenuation": attenuation}, given, "result", expected, allowed


def scalarize(rng):
    """Lights of four kinds by their definitions, in double precision."""
    n, lights = int(rng.integers(0, 200)), int(rng.integers(1, 20))

    def directions(count):
        v = rng.normal(size=(count, 3))
        return (v / np.linalg.norm(v, axis=1, keepdims=True)).astype(F32)

    point, normal = rng.random((n, 3)).astype(F32), directions(n)
    kind = rng.integers(0, rng.choice([1, 2, 4, 6]), lights).astype(np.uint32)
    which = rng.integers(0, lights + 2, n).astype(np.uint32)
    light = np.zeros((lights, 16), F32)
    light[:, :3], light[:, 3] = rng.random((lights, 3)), rng.uniform(0.5, 2, lights)
    light[:, 4:7], light[:, 8:11], light[:, 12:15] = directions(lights), directions(lights), directions(lights)
    light[:, 11], light[:, 15] = rng.uniform(0, 0.3, (2, lights))
    spot = kind == 1
    light[spot, 8] = rng.uniform(-0.5, 0.8, spot.sum())
    light[spot, 9] = light[spot, 8] + rng.uniform(0.1, 0.2, spot.sum()).astype(F32)
    expected = np.zeros(n)
    for i in range(n):
        if which[i] >= lights or kind[which[i]] > 3:
            continue
        of, p, up, k = light[which[i]].astype(float), point[i].astype(float), normal[i].astype(float), kind[which[i]]
        aim = of[4:7]
        if k == 2:
            expected[i] = max(-(up @ aim), 0)
            continue
        at = of[:3].copy()
        if k == 3:
            for axis, half in ((of[8:11], of[11]), (of[12:15], of[15])):
                at += axis * np.clip((p - of[:3]) @ axis, -half, half)
        far = np.sqrt(max(((at - p) ** 2).sum(), 1e-12))
        expected[i] = max(1 - (far / of[3]) ** 2, 0) * max((at - p) @ up / far, 0)
        cosine = -((at - p) @ aim) / far
        if k == 1:
            expected[i] *= np.clip((cosine - of[8]) / (of[9] - of[8]), 0, 1)
        if k == 3:
            expected[i] *= max(cosine, 0)
    settings = {}
    strategy = str(rng.choice(["auto", "switch", "waterfall", "fast"]))
    if strategy in ("waterfall", "fast"):
        settings["key"] = str(rng.choice(["kind", "light"]))
    given = {"points": point, "normals": normal, "which": which, "kinds": kind, "lights": light}
    return strategy, settings, given, "result", expected, 1e-4


ANY_ORDER = {("compact", strategy) for strategy in ("atomic", "sub_group", "prefix", "group")}
ANY_ORDER |= {
    ("elect", strategy)
    for strategy in ("auto", "every", "elect_function", "elect_atomic", "elected", "group", "batch")
}
ANY_ORDER |= {("balance", strategy) for strategy in ("lane", "sub_group", "search")}
ANY_ORDER |= {("dispatch", strategy) for strategy in ("auto", "serial", "read_back", "maximal", "persistent")}


# ---- running -----------------------------------------------------------------------------------------------


def run(options, rng, algorithm, draw, folder):
    """One problem; what is wrong with it, and the command."""
    strategy, settings, given, output, expected, allowed = draw(rng)
    line = [options.crosslane, "exec", f"{algorithm}/{strategy}", "--device", options.device]
    widths = [w for w in options.width.split(",") if int(w) >= 4 or (algorithm, strategy) not in FOUR_LANES]
    width = str(rng.choice(widths))
    line += ["--width", width]
    if callable(expected):
        expected = expected(int(width))
    for name, array in given.items():
        np.save(folder / f"{name}.npy", np.ascontiguousarray(array))
        line += ["--in", f"{name}={folder / name}.npy"]
    for name, value in settings.items():
        line += ["--set", f"{name}={value}"]
    result = folder / "result.npy"
    result.unlink(missing_ok=True)
    line += ["--out", f"{output}={result}"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not result.exists():
        return f"exit status {done.returncode}: {done.stderr.strip()}", line
    got = np.load(result)
    if got.shape != expected.shape:
        return f"shape {got.shape}, expected {expected.shape}", line
    if (algorithm, strategy) in ANY_ORDER:
        got = np.sort(got)
    if algorithm == "compact":
        wrong = got.view(f"u{got.itemsize}") != expected.view(f"u{got.itemsize}")
        if got.dtype.kind == "f":  # NaNs are copied, and sorted behind the others in any order
            wrong &= ~(np.isnan(got) & np.isnan(expected)) & ~((got == 0) & (expected == 0))
    else:
        exact = expected.dtype.kind in "iu" and got.dtype == expected.dtype
        wrong = got != expected if exact else ~(np.abs(got.astype(np.float64) - expected) <= allowed)
    if not wrong.any():
        return None, line
    first = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f"{int(wrong.sum())} elements, the first is {first}: {expected[first]} expected, {got[first]}", line


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("crosslane")
    parser.add_argument("--count", type=int, default=100, help="problems per algorithm")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="0")
    parser.add_argument("--width", default="1,4,8,16,32")
    draws = {
        "histogram": histogram, "lerp": lerp, "spheres": spheres, "compact": compact, "scan": scan, "normal24": normal24,
        "minmax": minmax, "match": match, "quad": quad, "mips": mips, "lights4": lights4, "scalarize": scalarize,
        "branch": branch, "elect": elect, "groupcache": groupcache,
        "probes": probes,
        "dispatch": dispatch, "balance": balance,
        "lanes": first_lesson,
    }
    parser.add_argument("names", nargs="*", default=list(draws), help="of " + " ".join(draws))
    options = parser.parse_intermixed_args()
    wrong = 0
    for algorithm in options.names:
        before = wrong
        for number in range(options.count):
            folder = pathlib.Path(tempfile.mkdtemp(prefix="crosslane-"))
            rng = np.random.default_rng([options.seed, list(draws).index(algorithm), number])
            with np.errstate(all="ignore"):
                trouble, line = run(options, rng, algorithm, draws[algorithm], folder)
            if trouble:
                wrong += 1
                print(f"{algorithm} {number}: {trouble}\n    {' '.join(line)}", flush=True)
            else:
                shutil.rmtree(folder)
        print(f"{algorithm}: {wrong - before} of {options.count} wrong", file=sys.stderr, flush=True)
    print(f"{options.count * len(options.names) - wrong} right, {wrong} wrong, seed {options.seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
