#!/usr/bin/env python3
"""Measures the largest error of each component of normal24's packings of three, over all halves in [-1, 1].

    half3_components.py COMMAND

`crosslane exec normal24` encodes and decodes every half in every component with every strategy. Prints a line per form.
Exit status 1 if a largest error differs from kernels/normal24/README.md. Needs NumPy.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy

# Per component: half a step of 2^-9, 2^-9 and 2^-8, or 2^-9 where exact -1 and 1 are off by a whole step.
SAID = {"half3": [2.0**-10, 2.0**-10, 2.0**-9], "half3_open": [2.0**-9] * 3}


def all_halves():
    values = numpy.arange(1 << 16, dtype=numpy.uint16).view(numpy.float16).astype(numpy.float32)
    return values[numpy.abs(values) <= 1]  # NaN is not


def largest(command, strategy, form):
    halves = all_halves()
    # Other values in each component show a leak into the next.
    x = numpy.stack([numpy.roll(halves, 7919 * k) for k in range(3)], axis=1)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        numpy.save(place / "x.npy", x)
        subprocess.run([command, "exec", strategy, "--in", f"x={place}/x.npy", "--out", f"value={place}/decoded.npy",
                        "--set", f"form={form}", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        decoded = numpy.load(place / "decoded.npy")
    return numpy.abs(decoded.astype(numpy.float64) - x).max(axis=0).tolist()


def main():
    failed = 0
    for form, said in SAID.items():
        for strategy in ("normal24/add", "normal24/subtract", "normal24/scale"):
            found = largest(sys.argv[1], strategy, form)
            right = found == said
            failed += not right
            print(f"{strategy} {form}: {' '.join(x.hex() for x in found)}{'' if right else ': other than said'}")
    print(f"{6 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
