#!/usr/bin/env python3
"""Measures how much the forms of lights4 differ from the textbook's: the table of kernels/lights4/README.md.

    tests/independent/lights4_difference.py PATH_OF_CROSSLANE [--device D] [--width W] [--seed S]

Each problem has one light of colour 1, so the table's unit is 2^-24 of that colour, and radius 0.7: division by a power
of two is exact. Points are in four ranges of distance. Prints the largest difference from `textbook` and, in brackets,
the largest error against double precision. Needs NumPy. Exit status 1 if an error
exceeds 16 (1 + d^2 / r^2) units, or if light reaches a point that the form promises dark.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

F32 = np.float32
UNIT = 2.0**-24
POINTS = 20000
RADIUS = float(F32(0.7))
RANGES = [("near the middle", 0.0, 0.25), ("inside", 0.25, 0.99), ("at the rim", 0.99, 1.01), ("outside", 1.01, 4.0)]
FORMS = ["textbook", "transposed", "rest", "broadcast", "lanes"]


def place_points(rng, low, high):
    """Points around (1/3, 1/3, 1/3), at low to high radii, and d^2 / r^2 of each."""
    way = rng.normal(size=(POINTS, 3))
    way *= (RADIUS * rng.uniform(low, high, POINTS) / np.linalg.norm(way, axis=1))[:, None]
    centre = F32(1 / 3)
    points = (way + float(centre)).astype(F32)
    light = np.array([[centre, centre, centre, RADIUS]], F32)
    ratio = ((points.astype(float) - float(centre)) ** 2).sum(axis=1) / RADIUS**2
    return points, light, ratio


def run(options, form, attenuation, folder):
    line = [options.crosslane, "exec", f"lights4/{form}", "--device", options.device, "--width", options.width]
    for name in ("points", "lights", "colors"):
        line += ["--in", f"{name}={folder / name}.npy"]
    line += ["--set", f"attenuation={attenuation}", "--out", f"result={folder / 'result.npy'}", "--quiet"]
    subprocess.run(line, check=True)
    return np.load(folder / "result.npy")[:, 0].astype(float)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("crosslane")
    parser.add_argument("--device", default="0")
    parser.add_argument("--width", default="8")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    wrong = 0
    print("| points | attenuation | " + " | ".join(f"`{form}`" for form in FORMS) + " |")
    print("|" + "---|" * (2 + len(FORMS)))
    with tempfile.TemporaryDirectory(prefix="crosslane-") as name:
        folder = pathlib.Path(name)
        for words, low, high in RANGES:
            points, light, ratio = place_points(rng, low, high)
            for array, values in (("points", points), ("lights", light), ("colors", np.ones((1, 3), F32))):
                np.save(folder / f"{array}.npy", values)
            for attenuation in ("clamped", "signed"):
                exact = np.maximum(1 - ratio, 0) if attenuation == "clamped" else 1 - ratio
                results = {form: run(options, form, attenuation, folder) for form in FORMS}
                cells = []
                for form in FORMS:
                    error = np.abs(results[form] - exact)
                    apart = np.abs(results[form] - results["textbook"]).max() / UNIT
                    wrong += int((error > 16 * UNIT * (1 + ratio)).sum())
                    if form != "transposed" and attenuation == "clamped":
                        wrong += int((results[form][ratio > 1.001] != 0).sum())
                    cells.append(f"{apart:.2f} ({error.max() / UNIT:.2f})")
                print(f"| {words} | {attenuation} | " + " | ".join(cells) + " |")
    if wrong:
        print(f"{wrong} elements are wrong", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
