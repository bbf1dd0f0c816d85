"""Parts of check_exec.py's problems, and the comparison of results with NumPy's."""

import math
from dataclasses import dataclass, field

import numpy as np

F32 = np.float32
UNIT = 2.0**-24  # half the distance of floats at 1
SMALLEST = 2.0**-126  # results below may be flushed to 0
LARGEST = float(np.finfo(F32).max)
SPECIAL = np.array(
    [0.0, -0.0, 1.0, -1.0, 1e-45, -1e-45, 1.1754942e-38, 1.17549435e-38, LARGEST, -LARGEST, np.inf, -np.inf, np.nan], F32
)


@dataclass
class Problem:
    settings: dict  # of --set
    given: dict  # arrays of --in
    expected: dict  # what each --out has to be
    allowed: dict = field(default_factory=dict)  # how far off each element may be; infinite: not defined
    unordered: tuple = ()  # outputs of which only the set counts
    judge: object = None  # in place of the comparison: takes all outputs, returns what is wrong


class Kit:
    """Choices that a kernel is compiled for, which takes a second. Few kits are spread evenly: choice k of kit i is at
    the fraction i sqrt(prime k), modulo 1, of its list.
    """

    def __init__(self, number, seed):
        self.number, self.seed, self.calls = number, seed, 0

    def pick(self, values):
        prime = (2, 3, 5, 7, 11, 13, 17, 19)[self.calls]
        self.calls += 1
        return values[int((self.number * math.sqrt(prime) + self.seed * 0.37) % 1 * len(values))]

    def group(self, width):
        """Work-group sizes: one sub-group, several, the most; 0 is automatic."""
        several = [g for g in (width, 3 * width, 256) if g % width == 0 and 8 <= g <= 1024]
        group = self.pick([0, 0, *several])
        return {"group": group} if group else {}


def decimal(rng, low, high):
    """A number of few digits, or any float, in [low, high]."""
    if rng.random() < 0.5:
        return round(float(rng.uniform(low, high)), int(rng.integers(0, 4)))
    return float(F32(rng.uniform(low, high)))


def size(rng, width, most):
    """None, one, about a sub-group, primes, about a work-group, any."""
    edges = [0, 1, width - 1, width, width + 1, 2 * width + 1, 13, 127, 251, 255, 256, 257, 509, 1009, most]
    edges = [n for n in edges if n <= most]
    return int(rng.choice(edges)) if rng.random() < 0.7 else int(rng.integers(0, most + 1))


def floats(rng, shape):
    """Harmless, any magnitude, all equal, huge, denormal, whole; often with special values."""
    way = rng.integers(8)
    if way < 3:
        x = rng.uniform(-1, 1, shape)
    elif way == 3:
        x = rng.integers(0, 2**32, shape, np.uint32).view(F32)
    elif way == 4:
        x = np.full(shape, rng.choice(SPECIAL))
    elif way == 5:
        x = LARGEST * rng.uniform(0.2, 1, shape) * rng.choice([-1, 1], shape)
    elif way == 6:
        x = rng.uniform(-1, 1, shape) * 10.0 ** rng.integers(-44, -36)
    else:
        x = rng.integers(-9, 10, shape)
    return sprinkle(rng, x.astype(F32), SPECIAL, 0.4)


def sprinkle(rng, x, values, chance):
    """Sometimes replaces a few or many elements of x by `values`."""
    if rng.random() < chance:
        where = rng.random(x.shape) < rng.choice([0.01, 0.1, 0.5])
        x[where] = rng.choice(values, int(where.sum())).astype(x.dtype)
    return x


def words(rng, shape, most=2**32 - 1):
    """32-bit integers: any, few different ones, all equal, both ends."""
    way = rng.integers(4)
    if way == 0:
        x = rng.integers(0, int(rng.integers(1, 9)), shape)
    elif way == 1:
        x = np.full(shape, rng.integers(0, most + 1))
    else:
        x = rng.integers(0, most + 1, shape)
    return sprinkle(rng, x.astype(np.uint32), np.array([0, 1, most - 1, most]), 0.4)


# ---- comparing ---------------------------------------------------------------------------------------------


def equal_bits(a, b):
    return (a == b) | ((a != a) & (b != b))


def right(got, expected, allowed):
    if expected.dtype.kind in "iub" or np.ndim(allowed) == 0 and allowed == 0:
        return equal_bits(got, expected)
    off = np.abs(got.astype(np.float64) - expected.astype(np.float64))
    return np.isinf(allowed) | equal_bits(got.astype(np.float64), expected.astype(np.float64)) | (off <= allowed)


def compare(problem, got):
    """The fault or None; how many values were compared; how many are undefined."""
    if problem.judge:
        return problem.judge(got), sum(a.size for a in got.values()), 0
    compared = undefined = 0
    for name, expected in problem.expected.items():
        result, allowed = got[name], problem.allowed.get(name, 0)
        if result.shape != expected.shape:
            return f"'{name}' has the shape {result.shape}, expected {expected.shape}", compared, undefined
        if expected.dtype.kind in "iu" and result.dtype != expected.dtype:
            return f"'{name}' is {result.dtype}, expected {expected.dtype}", compared, undefined
        if name in problem.unordered:
            result, expected = np.sort(result), np.sort(expected)
        wrong = ~right(result, expected, allowed)
        free = int(np.isinf(np.broadcast_to(allowed, expected.shape)).sum())
        compared, undefined = compared + expected.size - free, undefined + free
        if wrong.any():
            first = tuple(int(i) for i in np.argwhere(wrong)[0])
            bound = np.broadcast_to(allowed, expected.shape)[first]
            text = f"{int(wrong.sum())} elements of '{name}', the first is {first}: {expected[first]} expected"
            return f"{text} +- {bound}, got {result[first]}", compared, undefined
    return None, compared, undefined


def spoil(rng, problem, got):
    """The outputs with one element wrong by as little as must be detected, or None."""
    sizes = {name: array.size for name, array in got.items() if array.size}
    if not sizes:
        return None
    name = str(rng.choice(list(sizes)))
    array = got[name].copy()
    allowed = np.broadcast_to(problem.allowed.get(name, 0), array.shape).ravel()
    defined = np.flatnonzero(~np.isinf(allowed))
    if not len(defined):
        return None
    at = int(rng.choice(defined))
    flat = array.reshape(-1)
    if array.dtype.kind in "iu":
        flat[at] ^= array.dtype.type(1)
    elif not np.isfinite(flat[at]):
        flat[at] = 0
    else:
        kind = array.dtype.type
        flat[at] = np.nextafter(kind(float(flat[at]) + 2.5 * float(allowed[at])), kind(np.inf))
    return got | {name: flat.reshape(array.shape)}
