#!/usr/bin/env python3
"""Compares host/src/base/number.c with Python's float() and repr() on random texts, and with NumPy if installed.

usage: tests/independent/numbers/check.py [COUNT [SEED [LOCALE]]]      needs cc; prints the seed; exit status 1: they
differ
"""
import math
import os
import random
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
LOCALE = sys.argv[3:4]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")


def any_double(rng):
    while True:
        value = struct.unpack("<d", struct.pack("<Q", rng.getrandbits(64)))[0]
        if math.isfinite(value):
            return value


def digits(rng, most):
    return "".join(rng.choice("0123456789") for _ in range(rng.randint(1, most)))


def halfway(rng):
    """The exact decimal text halfway between two neighbours, sometimes with one more digit far to the right."""
    value = rng.random() * 10.0 ** rng.randint(-30, 30)
    middle = (Fraction(value) + Fraction(math.nextafter(value, math.inf))) / 2
    places = middle.denominator.bit_length() - 1
    text = str(middle.numerator * 5**places).zfill(places + 1)
    text = text[: len(text) - places] + "." + text[len(text) - places :]
    return text + rng.choice(["", "0" * rng.randint(0, 900) + "1"])


def single(rng):
    while True:
        value = struct.unpack("<f", struct.pack("<I", rng.getrandbits(32)))[0]
        if math.isfinite(value):
            return repr(value)


KINDS = [
    lambda r: repr(any_double(r)),
    lambda r: r.choice(["", "-", "+"]) + digits(r, 40) + "." + digits(r, 40),
    lambda r: "%s.%se%d" % (digits(r, 20), digits(r, 20), r.randint(-345, 320)),
    halfway,
    single,
    lambda r: "%.*g" % (r.randint(1, 25), any_double(r)),
    lambda r: repr(any_double(r) * 2.0**-1050 * 2.0**30),
]


def significant(text):
    return len(text.split("e")[0].lstrip("-").replace(".", "").strip("0"))


def main():
    rng = random.Random(SEED)
    texts = [KINDS[i % len(KINDS)](rng) for i in range(COUNT)]
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "read")
        source = os.path.join(ROOT, "host", "src")
        here = os.path.join(ROOT, "tests", "numbers", "read.c")
        subprocess.run(["cc", "-std=c11", "-I", source, "-o", program, here,
                        os.path.join(source, "number.c"), "-lm"], check=True)
        lines = subprocess.run([program] + LOCALE, input="\n".join(texts) + "\n", capture_output=True,
                               text=True, check=True).stdout.splitlines()
    try:
        import numpy
        others = numpy.array([t.encode() for t in texts]).astype(numpy.float64)
    except ImportError:
        others = None
    wrong = 0 if len(lines) == len(texts) else 1
    for i, (text, line) in enumerate(zip(texts, lines)):
        bits, back = line.split(" ")
        value = float(text)
        right = int(bits, 16) == struct.unpack("<Q", struct.pack("<d", value))[0]
        right = right and float(back) == value and significant(back) <= max(significant(repr(value)), 1)
        if others is not None:
            right = right and others[i] == value
        if not right:
            wrong += 1
            if wrong < 10:
                print("%.100s: %s %s, Python has %r" % (text, bits, back, value))
    print("seed %d: %d texts%s, %d wrong" % (SEED, len(texts), "" if others is None else ", NumPy too", wrong))
    return 1 if wrong else 0


sys.exit(main())
