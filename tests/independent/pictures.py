"""Problems of check_exec.py on pictures: 2x2 squares of pixels, and mip levels."""

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
from problem import F32, LARGEST, SMALLEST, SPECIAL, UNIT, Problem, decimal, floats, sprinkle


def sides(rng, most):
    """Pictures of no pixels, one pixel, thin ones, odd and even sizes."""
    odd = [(0, 0), (0, 5), (3, 0), (1, 1), (1, 2), (2, 1), (1, 200), (150, 1), (128, 32), (3, 5), (64, 64), (127, 63), (7, 7)]
    if rng.random() < 0.3:
        return odd[rng.integers(len(odd))]
    return int(rng.integers(1, most)), int(rng.integers(1, most))


def quad(rng, kit, strategy, width):
    """Pads to even sides, then slices. A difference is rounded once, a sum three times."""
    settings = {"layout": kit.pick(["rectangular", "square"])} if strategy in ("shuffle", "table", "local") else {}
    settings |= kit.group(width)
    image = floats(rng, (*sides(rng, 70), kit.pick([1, 2, 3, 4])))
    height, across = image.shape[:2]
    even = np.zeros((height + height % 2, across + across % 2, image.shape[2]))
    if image.size:
        even = np.pad(image.astype(np.float64), ((0, height % 2), (0, across % 2), (0, 0)), mode="edge")
    a, b, c, d = even[::2, ::2], even[::2, 1::2], even[1::2, ::2], even[1::2, 1::2]
    corners = {"ddx": (b - a, b - a, d - c, d - c), "ddy": (c - a, d - b, c - a, d - b), "diagonal": (d - a, c - b, c - b, d - a)}
    expected, allowed = {"sums": a + b + c + d}, {}
    magnitude = sum(np.where(np.isfinite(v), np.abs(v), 0) for v in (a, b, c, d))
    allowed["sums"] = np.where(magnitude > LARGEST, np.inf, 4 * UNIT * magnitude + 8 * SMALLEST)
    for name, parts in corners.items():
        whole = np.zeros_like(even)
        whole[::2, ::2], whole[::2, 1::2], whole[1::2, ::2], whole[1::2, 1::2] = parts
        expected[name] = whole = whole[:height, :across]
        beyond = np.isfinite(whole) & (np.abs(whole) > LARGEST)
        near = beyond & (np.abs(whole) < LARGEST * (1 + 4 * UNIT))  # may be rounded to either
        whole[beyond] = np.copysign(np.inf, whole[beyond])
        allowed[name] = np.where(near, np.inf, UNIT * np.where(beyond, 0, np.abs(whole)) + 3 * SMALLEST)
    return Problem(settings, {"image": image}, expected, allowed)


# ---- exposure ----------------------------------------------------------------------------------------------


def luminance(image):
    """In the kernels' three steps; products of two floats are exact in double."""
    if image.shape[2] < 3:
        return image[..., 0]
    red, green, blue = (np.where(np.abs(image[..., c]) < 2.0**-100, F32(0), image[..., c]).astype(float) for c in range(3))
    inner = (blue * float(F32(0.0722))).astype(F32)
    inner = (green * float(F32(0.7152)) + inner).astype(F32)
    return (red * float(F32(0.2126)) + inner).astype(F32)


def exposure(rng, kit, strategy, width):
    """Buckets by floor in double; the pixels that are left out by sorting; the mean of the others."""
    buckets, channels = kit.pick([2, 3, 64, 256, 1000]), kit.pick([1, 2, 3, 4])
    least, most = decimal(rng, -12, -1), decimal(rng, 0, 9)
    dark, bright, key = decimal(rng, 0, 0.6), decimal(rng, 0, 0.38), max(decimal(rng, 0, 2), 0.01)
    settings = {"buckets": buckets, "log_least": least, "log_most": most, "dark": dark, "bright": bright, "key": key} | kit.group(width)
    height, across = sides(rng, 50)
    image = (2.0 ** rng.uniform(-14, 10, (height, across, channels))).astype(F32)
    image = sprinkle(rng, image, SPECIAL[np.abs(SPECIAL) != LARGEST], 0.5)
    with np.errstate(all="ignore"):
        light = luminance(image).ravel()
        light = light[~np.isnan(light)]
        place = np.where(light > 0, (np.log2(np.maximum(light, 1e-45).astype(float)) - least) / (most - least) * buckets, -1)
    bucket = np.clip(np.floor(place), 0, buckets - 1).astype(int)
    near = bool((np.abs(place - np.rint(place)) < 1e-6)[(place > -0.5) & (place < buckets + 0.5)].any())
    counts = np.bincount(bucket, minlength=buckets).astype(np.uint32)
    total = len(bucket)
    cut_dark, cut_bright = (total * int(share * 2**32 + 0.5) >> 32 for share in (dark, bright))
    kept = np.sort(bucket)[cut_dark : total - cut_bright]
    factor = key / 2 ** (least + (kept + 0.5).mean() * (most - least) / buckets) if len(kept) else 1.0
    off = UNIT * (64 + 16 * (abs(least) + abs(most)) + 8 * abs(math.log2(key))) * factor if len(kept) else 0
    exposed = image.astype(float) * factor
    allowed = np.where(np.abs(exposed) > LARGEST / 2, np.inf, np.abs(image.astype(float)) * off + UNIT * np.abs(exposed) + 3 * SMALLEST)
    if channels % 2 == 0:
        exposed[..., -1], allowed[..., -1] = image[..., -1], 0
    allowed = np.where(np.isfinite(image), allowed, 0)
    if near:  # of a pixel on an edge, the double does not say which bucket it is in
        return Problem(settings, {"image": image}, {"factor": np.array([factor])}, {"factor": np.array([np.inf])})
    return Problem(settings, {"image": image}, {"counts": counts, "factor": np.array([factor]), "exposed": exposed},
                   {"factor": np.array([off]), "exposed": allowed})


# ---- mips --------------------------------------------------------------------------------------------------


@lru_cache
def cover(n):
    """How much of each of n texels is in each of half as many, in exact rationals."""
    m = max(1, n // 2)
    ratio = Fraction(n, m)
    parts = np.zeros((m, n))
    for i in range(m):
        begin, end = ratio * i, ratio * (i + 1)
        for k in range(math.floor(begin), math.ceil(end)):
            parts[i, k] = float((min(k + 1, end) - max(k, begin)) / ratio)
    return parts


def weigh(rows, columns, level):
    return np.einsum("jw,iwc->ijc", columns, np.einsum("ih,hwc->iwc", rows, level))


def spread(rows, columns, flags):
    """For each texel of the next level, whether it covers a flagged texel."""
    return weigh((rows > 0) * 1.0, (columns > 0) * 1.0, flags * 1.0) > 0


def box(rows, columns, level):
    """The mean of the finite values, and the effect of infinities and NaNs."""
    finite = np.where(np.isfinite(level), level, 0)
    mean = weigh(rows, columns, finite)
    up, down, none = (spread(rows, columns, flags) for flags in (level == np.inf, level == -np.inf, np.isnan(level)))
    mean[up], mean[down] = np.inf, -np.inf
    mean[none | up & down] = np.nan
    return mean


def extreme(rows, columns, level, least):
    level = np.stack([least.reduce(level[row > 0], axis=0) for row in rows])
    return np.stack([least.reduce(level[:, column > 0], axis=1) for column in columns], axis=1)


def mips(rng, kit, strategy, width):
    """A texel of `box` has at most 9 products with a product of two weights, and 8 sums: 12 roundings. It is undefined
    if its inputs could overflow before the division; a minimum or maximum is undefined with a NaN.
    """
    which, channels = kit.pick(["box", "min", "max"]), kit.pick([1, 2, 3, 4])
    settings = {"filter": which} | kit.group(width)
    if strategy == "tile":
        settings["rest"] = kit.pick([1, 50, 4096, 1048576])
    if strategy in ("local", "block"):
        settings["depth"] = kit.pick([0, 4, 5, 6])
    image = floats(rng, (*sides(rng, 90), channels))
    level = image.astype(np.float64)
    error, free = np.zeros_like(level), np.zeros(level.shape, bool)
    parts = [(np.zeros((0, channels)), np.zeros((0, channels)))]
    while level.size and level.shape[:2] != (1, 1):
        rows, columns = cover(level.shape[0]), cover(level.shape[1])
        free = spread(rows, columns, free)
        if which == "box":
            sizes = np.where(np.isfinite(level), np.abs(level), 0)
            error = weigh(rows, columns, error + 12 * UNIT * sizes) + 12 * SMALLEST
            free |= weigh((rows > 0) * 1.0, (columns > 0) * 1.0, sizes) > LARGEST
            level = box(rows, columns, level)
        else:
            free |= spread(rows, columns, np.isnan(level))
            level = extreme(rows, columns, level, np.fmin if which == "min" else np.fmax)
            error = np.full(level.shape, SMALLEST)
        parts.append((level.reshape(-1, channels), np.where(free, np.inf, error).reshape(-1, channels)))
    levels, allowed = (np.concatenate(part) for part in zip(*parts))
    return Problem(settings, {"image": image}, {"levels": levels}, {"levels": allowed})
