#!/usr/bin/env python3
"""The error of one direction per object, compared with its bound: the table of kernels/lights4/README.md.

    tests/independent/objects_bound.py PATH_OF_CROSSLANE [--device D] [--width W] [--seed S]

Objects of 64 points are lit by 1 to 16 lights at three distances; every object is merged. Prints the largest error, its
object's bound, and the largest share of a bound. Exit status 1 if an error exceeds its bound. Needs
NumPy.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from lights import all_lights, draw_objects, merge_bound

EACH, OBJECTS = 64, 40


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("crosslane")
    parser.add_argument("--device", default="0")
    parser.add_argument("--width", default="8")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    wrong = 0
    print("| lights | distance, object sizes | largest error | its bound | largest share of a bound |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="crosslane-") as name:
        folder = pathlib.Path(name)
        for lights in (1, 2, 16):
            for distance in (2, 10, 100):
                arrays = dict(zip(("points", "normals", "lights", "colors"), draw_objects(rng, OBJECTS, EACH, lights, 1, distance)))
                line = [options.crosslane, "exec", "objects/direction", "--device", options.device, "--width", options.width, "--quiet"]
                for array, values in arrays.items():
                    np.save(folder / f"{array}.npy", values)
                    line += ["--in", f"{array}={folder / array}.npy"]
                line += ["--set", f"object={EACH}", "--set", "tolerance=1e9", "--out", f"result={folder / 'result.npy'}"]
                subprocess.run(line, check=True)
                error = np.abs(np.load(folder / "result.npy") - all_lights(*arrays.values()))
                error = error.reshape(OBJECTS, -1).max(1)
                parts = arrays["points"].reshape(OBJECTS, EACH, 3)
                bound = np.array([merge_bound(part, arrays["lights"], arrays["colors"])[0] for part in parts])
                wrong += int((error > bound + 1e-4).sum())
                worst = int(error.argmax())
                print(f"| {lights} | {distance} | {error[worst]:.3f} | {bound[worst]:.3f} | {(error / bound).max():.2f} |")
    if wrong:
        print(f"objects_bound.py: {wrong} errors exceed their bound", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
