"""Problems of check_exec.py that pack floats into fields of words."""

import math
from functools import lru_cache

import numpy as np
from problem import F32, Problem, size

# ---- tilelights --------------------------------------------------------------------------------------------


def kept_lights(depth, light, tile, near, far, slope):
    """Per tile and light: it reaches a drawn pixel; it meets the tile's frustum with a tenth more radius."""
    height, width = depth.shape
    z = near * far / (far - depth.astype(float) * (far - near))
    x = slope[0] * ((2 * np.arange(width) + 1) / width - 1) * z
    y = slope[1] * ((2 * np.arange(height)[:, None] + 1) / height - 1) * z
    drawn = (depth >= 0) & (depth <= 1)
    must, may = [], []
    c, r = light[:, :3].astype(float), light[:, 3].astype(float)
    for top in range(0, height, tile[1]):
        for left in range(0, width, tile[0]):
            part = np.s_[top : top + tile[1], left : left + tile[0]]
            on = drawn[part]
            p = np.stack([x[part][on], y[part][on], z[part][on]], -1)
            must.append((((p[:, None] - c) ** 2).sum(-1) < r**2).any(0) & (r > 0))
            if not len(p):
                may.append(np.zeros(len(light), bool))
                continue
            d = depth[part][on].astype(float)
            ends = np.clip([d.min() - 4e-5, d.max() + 4e-5], 0, 1)
            low, high = near * far / (far - ends * (far - near))
            meets = (c[:, 2] + 1.1 * r >= 0.99 * low) & (c[:, 2] - 1.1 * r <= 1.01 * high) & (r > 0)
            for k, first, size, most in ((0, left, tile[0], width), (1, top, tile[1], height)):
                for edge, sign in ((first, 1), (min(first + size, most), -1)):
                    s = slope[k] * (2 * edge / most - 1)
                    meets &= sign * (c[:, k] - s * c[:, 2]) >= -1.1 * r * math.sqrt(1 + s * s) - 1e-4
            may.append(meets)
    shape = len(must), len(light)  # also without tiles or lights
    return np.array(must, bool).reshape(shape), np.array(may, bool).reshape(shape)


def tilelights(rng, kit, strategy, width):
    """Lights that reach a pixel must be kept, those far from the tile must not; bits, list and count agree."""
    encoding, tile = kit.pick(["direct", "ratio", "word"]), kit.pick([(16, 16), (8, 8), (5, 7)])
    across, down, lights = size(rng, width, 60), size(rng, width, 40), int(rng.choice([1, 2, 31, 32, 33, size(rng, width, 150)]))
    near, far, slope = 0.25, float(rng.choice([50, 1000])), (1.0, 0.5)
    distance = rng.uniform(0.3, 20, (down, across))
    depth = (far * (distance - near) / (distance * (far - near))).astype(F32)
    depth[rng.random(depth.shape) < rng.choice([0, 0.3, 1])] = 2
    light = np.concatenate([rng.uniform(-10, 10, (lights, 2)), rng.uniform(-2, 22, (lights, 1)), rng.uniform(0.02, 5, (lights, 1))], 1).astype(F32)
    must, may = kept_lights(depth, light, tile, near, far, slope)

    def judge(got):
        tiles = len(must)
        if tiles == 0:
            return None if got["bits"].size == got["list"].size == got["count"].size == 0 else "results without tiles"
        bits = np.unpackbits(np.ascontiguousarray(got["bits"], "<u4").view(np.uint8), axis=-1, bitorder="little")
        kept = bits.reshape(tiles, bits.size // tiles)[:, :lights].astype(bool)
        if (must & ~kept).any():
            return f"{int((must & ~kept).sum())} lights that reach a pixel are lost"
        if (kept & ~may).any():
            return f"{int((kept & ~may).sum())} lights far from their tile are kept"
        order = np.where(kept, np.arange(lights), 2**32 - 1)
        order.sort(axis=1)
        if not (got["count"] == kept.sum(1)).all() or not (got["list"] == order).all():
            return "count or list differ from the bits"
        return None

    settings = {"tile_width": tile[0], "tile_height": tile[1], "encoding": encoding, "near": near, "far": far, "slope_x": slope[0], "slope_y": slope[1]}
    empty = np.zeros(0, np.uint32)
    return Problem(settings | kit.group(width), {"depth": depth, "lights": light}, {"bits": empty, "count": empty, "list": empty}, judge=judge)


# ---- normal24 ----------------------------------------------------------------------------------------------

FORMS = {  # mantissa bits of each component, the word's layout: place of each, sign, exact 1
    "unorm24": ([23], [0], False, True), "sign25": ([23], [0], True, True), "snorm24": ([22], [0], True, True),
    "half11": ([10], [0], False, True), "bfloat8": ([7], [0], False, True),
    "depth_stencil": ([23], [8], False, True), "half3": ([9, 9, 8], [0, 11, 22], True, True),
    "half3_open": ([9, 9, 9], [0, 10, 20], True, False),
}  # fmt: skip


def draw_fractions(rng, shape, bits):
    """Inside, halfway between two steps and a float away, any, special."""
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
    """The index in a rising table of x rounded down, up, or to nearest."""
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
    """A tile's word and decoded value, by a search of all decodable values."""
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
