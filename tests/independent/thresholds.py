"""Problems whose answer depends on how a number is read: compact and histogram with thresholds and bounds as text.

Expected values are computed with integers and fractions.Fraction: an integer element is compared with the exact number,
a float with the nearest float.
"""

from fractions import Fraction

import numpy as np
from prefix import KEEP_ORDER
from problem import Problem

F32 = np.float32
KINDS = {"u32": np.uint32, "i32": np.int32, "u64": np.uint64, "f32": F32}


def nearest_f32(number):
    """Ties to even, from the fraction itself; values rounded past the largest float are infinite."""
    size = abs(number)
    if size == 0:
        return F32(0)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = Fraction(2) ** (max(exponent, -126) - 23)
    steps = round(size / unit)  # Python's round of a fraction takes ties to even
    if steps * unit >= Fraction(2) ** 128:
        return F32(np.inf if number > 0 else -np.inf)
    return F32(float(steps * unit) * (1 if number > 0 else -1))  # at most 24 bits: a double holds it


def digits(number, places):
    """The number's decimal text, cut after so many places."""
    scaled = int(abs(number) * 10**places)
    whole, part = divmod(scaled, 10**places)
    text = f"{whole}.{part:0{places}d}" if places else str(whole)
    return ("-" if number < 0 else "") + text


def near(rng, center):
    """The number, or one that differs by units, tenths, or only in the 20th or 40th place."""
    step = Fraction(int(rng.integers(-2, 3)), 10 ** int(rng.choice([0, 1, 20, 40])))
    number = Fraction(center) + step
    text = digits(number, int(rng.choice([0, 1, 30, 150])))
    if rng.random() < 0.1:
        text = rng.choice(["0.5", "-0.5", "-1", "1e30", "-1e30", "1e-30", "4294967295.5", "18446744073709551615",
                           "18446744073709551614.5", "18446744073709551616", "9007199254740993", "999999999999999999",
                           "1000000000000000001", "1.000000059604644775390626", "1.000000059604644775390625",
                           "340282366920938463463374607431768211456", "340282356779733661637539395458142568447.9"])
    return str(text)


def draw_elements(rng, kind, n):
    """Numbers around a few centers, including ends of the type."""
    if kind == "f32":
        bits = rng.integers(0, 0x7F800000, n, np.uint32) | (rng.integers(0, 2, n, np.uint32) << np.uint32(31))
        x = bits.view(F32)
        x[rng.random(n) < 0.2] = F32(1)
        return x
    info = np.iinfo(KINDS[kind])
    centers = [info.min, info.max, 0, 2**24, 2**31, 2**53, 10**18, 2**63, int(rng.integers(0, 2**63))]
    around = [int(rng.choice(np.arange(len(centers)))) for _ in range(n)]
    values = [centers[c] + int(rng.integers(-3, 4)) for c in around]
    return np.array([min(max(v, info.min), info.max) for v in values], KINDS[kind])


def compact(rng, _kit, strategy, _width):
    kind = str(rng.choice(list(KINDS)))
    x = draw_elements(rng, kind, int(rng.choice([1, 7, 300, 5000])))
    keep = str(rng.choice(["below", "above"]))
    center = Fraction(float(x[0])) if kind == "f32" else int(x[rng.integers(len(x))])
    if kind == "f32":  # often the middle between two floats, or just beside it
        other = Fraction(float(np.nextafter(x[0], F32(0))))
        center = (center + other) / 2 if rng.random() < 0.7 else center
        shift = Fraction(int(rng.integers(-1, 2)), 10**45) * abs(center)
        text = digits(center + shift, 200)
    else:
        text = near(rng, center)
    number = Fraction(text)
    if kind == "f32":
        threshold = nearest_f32(number)
        mask = x < threshold if keep == "below" else x > threshold
    else:
        mask = np.array([v < number if keep == "below" else v > number for v in x.tolist()], bool)
    unordered = () if strategy in KEEP_ORDER else ("kept",)
    return Problem({"keep": keep, "threshold": text}, {"x": x}, {"kept": x[mask]}, unordered=unordered)


def histogram(rng, _kit, _strategy, _width):
    """Integers in even parts of a range with decimal ends."""
    kind = str(rng.choice(["u8", "u32"]))
    top = 256 if kind == "u8" else 2**32
    buckets = int(rng.choice([2, 3, 10, 18, 100, 256]))
    step = Fraction(int(rng.integers(1, 50)), int(rng.choice([1, 2, 10, 100, 10**15])))
    lower = Fraction(digits(Fraction(int(rng.integers(-10, 100))) + Fraction(int(rng.integers(0, 11)), 10), 1))
    lower += Fraction(int(rng.integers(-1, 2)), 10**18)
    upper = lower + buckets * step
    upper = Fraction(top) if upper > top or rng.random() < 0.1 else upper
    samples = rng.integers(0, min(top, 400), int(rng.choice([10, 2000]))).astype(KINDS.get(kind, np.uint8))
    counts = np.zeros(buckets, np.uint32)
    for sample in samples.tolist():
        if lower <= sample < upper:
            counts[int((sample - lower) * buckets / (upper - lower))] += 1
    settings = {"function": "even", "buckets": buckets, "lower": digits(lower, 18), "upper": digits(upper, 18)}
    return Problem(settings, {"samples": samples}, {"counts": counts})
