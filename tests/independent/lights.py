"""Problems of check_exec.py with lights: sums of many, and one of four kinds for each point."""

import numpy as np
from problem import F32, LARGEST, SMALLEST, UNIT, Problem, size, sprinkle
from rounding import Rounded, columns, dot

# ---- lights4 -----------------------------------------------------------------------------------------------


def place_lights(rng, lights, point):
    """Among the points, far away, huge, tiny around a point; and invalid lights."""
    light = np.concatenate([rng.random((lights, 3)), rng.uniform(0.05, 1.5, (lights, 1))], axis=1).astype(F32)
    way = rng.integers(6)
    if way == 0:
        light[:, 3] = F32(10.0) ** rng.integers(-15, 15, lights).astype(F32)
    elif way == 1:
        light[:, :3] *= F32(10.0) ** F32(rng.integers(-8, 19))
        light[:, 3] *= F32(10.0) ** F32(rng.integers(-8, 18))
    if way < 3 and lights and len(point):
        light[:, :3] = point[rng.integers(0, len(point), lights)]
    light[rng.random(lights) < 0.1, 3] = rng.choice(np.array([0, -0.0, -1, -np.inf, np.nan, -1e-40], F32))
    return sprinkle(rng, light, np.array([np.nan, np.inf, -np.inf, 3e38, 1e-40, 0]), 0.15)


def light_sums(point, light, color, signed):
    """The sum of colour times 1 - d^2 / r^2 and its error bound, infinite if undefined.

    The root form has an error of at most 24 UNIT in d^2 / r^2 (a root twice, d^2, r^2 and a quotient), the other form 14
    UNIT of 1 + d^2 / r^2. Both add a difference, a product and a sum over the lights. Clamped forms are within a UNIT of
    0 outside. Underflow adds SMALLEST to d^2 or r^2, or to colour / r^2.
    """
    radius = light[:, 3].astype(float)
    on = radius > 0
    square = ((point[:, None, :].astype(float) - light[None, on, :3]) ** 2).sum(-1)
    reach = radius[on] ** 2
    ratio = square / reach
    weight = 1 - ratio if signed else np.maximum(1 - ratio, 0)
    terms = weight[..., None] * color[on].astype(float)
    size_of = np.abs(color[on].astype(float))
    near = 1 + (ratio if signed else np.minimum(ratio, 1.01))
    lost = 8 * SMALLEST * (1 / reach + near / reach)
    counted = square if signed else np.minimum(square, reach)
    allowed = (UNIT * (32 + on.sum()) * near + lost) @ size_of + (8 * SMALLEST * (counted + reach)).sum(1)[:, None]
    # A step overflows: d^2, r^2, their ratio, colour / r^2; then its product.
    wide = ~(square <= LARGEST) | ~(reach <= LARGEST) | (signed & ~(ratio * 4 <= LARGEST)) | (reach < 2 * SMALLEST)
    free = wide[..., None] | ~(size_of / reach[:, None] * 4 <= LARGEST) & ~np.isnan(size_of) | np.isinf(size_of)
    beyond = ~((point.astype(float) ** 2).sum(axis=1) <= LARGEST)  # of what is no light, too
    free = free.any(axis=1) | beyond[:, None]
    magnitude = (np.where(np.isnan(size_of), 0, size_of)[None] * (near[..., None])).sum(1)
    free |= magnitude > LARGEST / 4
    return terms.sum(1), np.where(free, np.inf, allowed + SMALLEST)


def lights4(rng, kit, strategy, width):
    attenuation = kit.pick(["clamped", "signed"])
    points, lights = size(rng, width, 60), int(rng.choice([0, 1, 3, 4, 5, size(rng, width, 70), 4 * width + 1]))
    point = rng.random((points, 3)).astype(F32)
    light = place_lights(rng, lights, point)
    color = rng.uniform(-0.2, 1, (lights, 3)).astype(F32)
    color = sprinkle(rng, color, np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-40, 0]), 0.15)
    point = sprinkle(rng, point, np.array([np.nan, np.inf, 3e38, -1e15, 1e-40]), 0.15)
    expected, allowed = light_sums(point, light, color, attenuation == "signed")
    given = {"points": point, "lights": light, "colors": color}
    return Problem({"attenuation": attenuation} | kit.group(width), given, {"result": expected}, {"result": allowed})


# ---- objects -----------------------------------------------------------------------------------------------


def vectors(point, light):
    """Direction times attenuation, [points, lights, 3], in double."""
    to = light[None, :, :3].astype(float) - point[:, None, :]
    far = np.sqrt((to**2).sum(-1))
    weight = np.maximum(1 - far**2 / light[None, :, 3].astype(float) ** 2, 0)
    return to * (weight / np.maximum(far, 1e-300))[..., None]


def all_lights(point, normal, light, color):
    return np.maximum((vectors(point.astype(float), light) * normal[:, None].astype(float)).sum(-1), 0) @ color.astype(float)


def merge_bound(point, light, color):
    """The bound on one direction's error for any normal of length 1: the largest of the three channels."""
    middle = ((point.min(0) + point.max(0)) * F32(0.5)).astype(float)
    radius = np.sqrt(((point - middle) ** 2).sum(-1)).max()
    to = light[:, :3] - middle
    far = np.sqrt((to**2).sum(-1))
    reach = light[:, 3].astype(float)
    at = vectors(middle[None], light)[0]
    length = np.sqrt((at**2).sum(-1))
    sine = np.minimum(radius / np.maximum(far, 1e-300), 1)
    chord = np.where(far > radius, np.sqrt(2 - 2 * np.sqrt(1 - sine**2)), 2)
    move = np.where(far > reach + radius, 0, np.minimum((2 * far + radius) * radius / reach**2, 1) + length * chord)
    vector = color.T.astype(float) @ at  # [channel, 3]
    total = vector.sum(0)
    along = total / max(np.sqrt((total**2).sum()), 1e-300)
    beside = vector - np.maximum(vector @ along, 0)[:, None] * along
    weight = color.T @ length
    spread = np.sqrt(np.maximum(weight**2 - (vector**2).sum(-1), 0)) / 2
    return float((color.T @ move + spread + np.sqrt((beside**2).sum(-1))).max()), float(weight.max())


def draw_objects(rng, objects, each, lights, spread, distance):
    """Objects of `each` points within `spread`, lights at about `distance` of the middle."""
    point = (rng.uniform(-0.1, 0.1, (objects, 1, 3)) + spread * rng.uniform(-0.5, 0.5, (objects, each, 3))).reshape(-1, 3).astype(F32)
    normal = rng.normal(size=point.shape)
    normal = (normal / np.sqrt((normal**2).sum(-1, keepdims=True)) * (1 - 1e-6)).astype(F32)
    place = rng.normal(size=(lights, 3))
    place *= distance / np.maximum(np.sqrt((place**2).sum(-1, keepdims=True)), 1e-3)
    light = np.concatenate([place, distance * rng.uniform(0.8, 3, (lights, 1))], axis=1).astype(F32)
    return point, normal, light, rng.uniform(0, 1, (lights, 3)).astype(F32)


def objects(rng, kit, strategy, width):
    each = kit.pick([1, 2, 16, 50])
    count, lights = int(rng.integers(1, 8)), int(rng.integers(1, 2 * width + 3))
    point, normal, light, color = draw_objects(rng, count, each, lights, rng.choice([0.01, 0.3]), rng.choice([0.2, 1, 20]))
    points = int(rng.integers(len(point) - each + 1, len(point) + 1))  # the last object may be shorter
    point, normal = point[:points], normal[:points]
    tolerance = float(rng.choice([0, 0.05, 1, 1e9]))
    expected = all_lights(point, normal, light, color)
    allowed = np.full(expected.shape, UNIT * (64 + lights) * 4 * color.astype(float).sum(0))
    if strategy in ("direction", "auto"):
        for first in range(0, points, each):
            bound, weight = merge_bound(point[first : first + each], light, color)
            if bound * 0.99 <= tolerance:
                allowed[first : first + each] += bound + UNIT * 32 * (lights + 32) * weight
    given = {"points": point, "normals": normal, "lights": light, "colors": color}
    return Problem({"object": each, "tolerance": tolerance} | kit.group(width), given, {"result": expected}, {"result": allowed})


# ---- scalarize ---------------------------------------------------------------------------------------------


def shade(kind, light, point, normal):
    """The light that arrives from lights of one kind, each at its own point."""
    p, up, aim = columns(point), columns(normal), columns(light[:, 4:7])
    one, zero = Rounded(np.ones(len(light))), Rounded(np.zeros(len(light)))
    if kind == 2:
        return (-dot(up, aim)).positive()
    number = [Rounded(light[:, k]) for k in range(16)]
    at = columns(light)
    if kind == 3:
        to = [a - b for a, b in zip(p, at)]
        for first in (8, 12):
            axis, half = number[first : first + 3], number[first + 3]
            along = dot(to, axis).clip(-half, half)
            at = [a + along * x for a, x in zip(at, axis)]
    to = [a - b for a, b in zip(at, p)]
    square = dot(to, to)
    far = square.clip(Rounded(np.full(len(light), 1e-12)), Rounded(np.full(len(light), LARGEST))).root()
    reached = far / number[3]
    result = (one - reached * reached).positive() * (dot(to, up) / far).positive()
    cosine = -dot(to, aim) / far
    if kind == 1:
        result = result * ((cosine - number[8]) / (number[9] - number[8])).clip(zero, one)
    return result * cosine.positive() if kind == 3 else result


def directions(rng, count):
    v = rng.normal(size=(count, 3))
    return (v / np.linalg.norm(v, axis=1, keepdims=True)).astype(F32)


def draw_lights(rng, lights, kind):
    light = np.zeros((lights, 16), F32)
    light[:, :3], light[:, 3] = rng.random((lights, 3)), rng.uniform(0.5, 2, lights)
    light[:, 4:7], light[:, 8:11], light[:, 12:15] = directions(rng, lights), directions(rng, lights), directions(rng, lights)
    light[:, 11], light[:, 15] = rng.uniform(0, 0.3, (2, lights))
    spot = kind == 1
    light[spot, 8] = rng.uniform(-0.9, 0.8, spot.sum())
    light[spot, 9] = light[spot, 8] + rng.choice([0.01, 0.1, 0.2, -0.1], spot.sum()).astype(F32)
    way = rng.integers(5)
    if way == 0:
        light[:, 3] *= F32(10.0) ** F32(rng.integers(-3, 9))
    elif way == 1:
        light[:, :3] *= F32(10.0) ** F32(rng.integers(-3, 9))
    return light


def scalarize(rng, kit, strategy, width):
    """Allows twice the bound, since a kernel may order the steps differently."""
    settings = {"key": kit.pick(["kind", "light"])} if strategy in ("waterfall", "fast") else {}
    settings |= kit.group(width)
    n, lights = size(rng, width, 400), int(rng.choice([0, 1, 2, 5, 19, 257]))
    point, normal = rng.random((n, 3)).astype(F32), directions(rng, n)
    kind = rng.integers(0, rng.choice([1, 2, 4, 6]), lights).astype(np.uint32)
    kind = sprinkle(rng, kind, np.array([2**32 - 1, 2**31, 4]), 0.2)
    which = rng.integers(0, lights + 2, n).astype(np.uint32)
    which = sprinkle(rng, which, np.array([2**32 - 1, 2**31, max(lights - 1, 0), lights]), 0.2)
    if rng.random() < 0.3:
        which = np.sort(which)
    light = draw_lights(rng, lights, kind)
    if rng.random() < 0.2 and lights and n:
        point[:] = light[which % lights, :3]  # in the centre
    odd = np.array([np.nan, np.inf, 0, 1e-40, 3e38])
    point, light = sprinkle(rng, point, odd, 0.1), sprinkle(rng, light, odd, 0.1)
    expected, allowed = np.zeros(n), np.zeros(n)
    of = np.minimum(which, max(lights - 1, 0))
    kinds = np.where(which < lights, kind[of], 9) if lights else np.full(n, 9)
    for k in range(4):
        mine = kinds == k
        result = shade(k, light[of[mine]], point[mine], normal[mine])
        expected[mine], allowed[mine] = result.value, 2 * result.error
    allowed = np.where(np.isnan(expected), np.inf, allowed)
    given = {"points": point, "normals": normal, "which": which, "kinds": kind, "lights": light}
    return Problem(settings, given, {"result": expected}, {"result": allowed})
