"""Problems of check_exec.py that pack floats into fields of words."""

from functools import lru_cache

import numpy as np
from problem import F32, Problem, size

# ---- normal24 ----------------------------------------------------------------------------------------------

FORMS = {  # mantissa bits of each component, the word's layout: place of each, sign, exact 1
    "unorm24": ([23], [0], False, True), "sign25": ([23], [0], True, True), "snorm24": ([22], [0], True, True),
    "half11": ([10], [0], False, True), "bfloat8": ([7], [0], False, True),
    "depth_stencil": ([23], [8], False, True), "half3": ([9, 9, 8], [0, 11, 22], True, True),
    "half3_open": ([9, 9, 9], [0, 10, 20], True, False),
}  # fmt: skip


def draw_fractions(rng, shape, bits):
    """Inside, halfway between two steps and a float away, any float, special values."""
    step = 0.5 ** (bits + 1)
    ties = (rng.integers(0, 2 ** (bits + 1) + 2, shape) * step).astype(F32)
    beside = np.nextafter(ties, F32(1) * rng.choice([-1, 2], shape).astype(F32))
    special = np.array([0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x80000000, 0, 1, 0x33800000, 0x33800001, 0xBE99999A,
                        0x7FC00000, 0xFF800000, 0x7F800000, 0xFFC00001, 0x7F7FFFFF, 0x3F7FF000, 0x3F7FE000, 0x3A000000,
                        0x007FFFFF], np.uint32).view(F32)  # fmt: skip
    pool = [
        rng.random(shape).astype(F32),
        ties,
        beside,
        rng.integers(0, 2**32, shape, np.uint32).view(F32),
        special[rng.integers(0, len(special), shape)],
    ]
    x = np.choose(rng.integers(0, len(pool), shape), pool)
    return (x * rng.choice([-1, 1], shape)).astype(F32)


def normal24(rng, kit, strategy, width):
    """rint rounds halves to even, as an addition does."""
    form = kit.pick(list(FORMS))
    bits, places, has_sign, has_one = FORMS[form]
    n = int(rng.choice([size(rng, width, 2000), 20000]))
    shape = (n, 3) if len(bits) == 3 else (n,)
    x = draw_fractions(rng, shape, int(rng.choice(bits)))
    if rng.random() < 0.1:
        x[...] = rng.choice(np.array([1, 0, -1, 0.5, np.nan, np.inf], F32))
    one = 2.0 ** np.array(bits)
    at = np.nan_to_num(x.astype(np.float64), nan=0.0, posinf=2.0, neginf=-2.0).reshape(n, len(bits))
    steps = np.rint(np.clip(at, -1.0 if has_sign else 0.0, 1.0) * one)
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
    return Problem({"form": form} | kit.group(width), given, {"code": code, "value": (steps / one).reshape(shape)})


# ---- minmax ------------------------------------------------------------------------------------------------


def find(table, x, way):
    """The index in a rising table of x rounded down, up, or to the nearer entry."""
    at = int(np.searchsorted(table, F32(x), side="right")) - 1
    if way == "down" or at == len(table) - 1:
        return at
    if way == "up":
        return at + int(table[at] < x)
    return at + int(float(table[at + 1]) - float(x) < float(x) - float(table[at]))


@lru_cache
def steps(bits):
    return np.arange(2**bits, dtype=F32) * F32(1 / (2**bits - 1))


def encode(tile, encoding, rounding):
    """A tile's word and its decoded value, found by searching all decodable values for the bounds."""
    low_bits = 15 if encoding == "word" else 16
    low_unit, high_unit = steps(low_bits), steps(32 - low_bits)
    drawn = tile[(tile >= 0) & (tile <= 1)]
    low, high, table = 2**low_bits - 1, 0, low_unit
    if len(drawn):
        nearest = rounding == "nearest"
        high = find(high_unit, drawn.max(), "near" if nearest and encoding == "direct" else "up")
        if encoding != "direct":
            table = low_unit * high_unit[high]
        low = find(table, drawn.min(), "near" if nearest else "down") if high or encoding == "direct" else 0
    return low | high << low_bits, (table[low], high_unit[high])


def draw_depths(rng, height, width):
    depth = (rng.random((height, width)) * 10.0 ** rng.integers(-9, 1)).astype(F32)
    way = rng.integers(6)
    if way < 2 and depth.size:  # nearly flat
        depth = (depth[:1, :1] + depth * F32(2.0**-20)).astype(F32)
    elif way == 2:  # steps of 16 bits, halfway between them, and the float beside
        depth = (rng.integers(0, 2**17 - 1, (height, width)) / F32(2**17 - 2)).astype(F32)
        depth = np.nextafter(depth, F32(1) * rng.integers(0, 2, depth.shape).astype(F32))
    elif way == 3:
        depth = np.full((height, width), rng.choice([0, 1, 0.5, 5e-6, 1e-40, np.nan, 2]), F32)
    odd = np.array([2, np.nan, -1, np.inf, -np.inf, -1e-40, 1.0000001, 1, -0.0, 0, 5e-6, 1e-40], F32)
    sparse = rng.random(depth.shape) < rng.choice([0, 0, 0.02, 0.95])
    depth[sparse] = odd[rng.integers(0, rng.choice([7, len(odd)]), int(sparse.sum()))]
    return depth


def minmax(rng, kit, strategy, width):
    encoding, rounding = kit.pick(["direct", "ratio", "word"]), kit.pick(["nearest", "conservative"])
    across, down = kit.pick([(16, 16), (1, 1), (64, 64), (5, 3), (64, 1), (1, 64), (16, 16), (31, 37)])
    sides = [(0, 0), (0, 9), (9, 0), (1, 1), (down, across), (down + 1, across + 1), (max(down - 1, 1), across)]
    height, most = int(rng.integers(0, 40)), int(rng.integers(0, 70))
    if rng.random() < 0.4:
        height, most = sides[rng.integers(len(sides))]
    depth = draw_depths(rng, height, most)
    rows, columns = -(-height // down), -(-most // across)
    code, bounds = np.zeros((rows, columns), np.uint32), np.zeros((rows, columns, 2))
    for r in range(rows):
        for k in range(columns):
            tile = depth[r * down : (r + 1) * down, k * across : (k + 1) * across]
            code[r, k], bounds[r, k] = encode(tile, encoding, rounding)
    settings = {"encoding": encoding, "rounding": rounding, "tile_width": across, "tile_height": down} | kit.group(width)
    return Problem(settings, {"depth": depth}, {"code": code, "bounds": bounds})
