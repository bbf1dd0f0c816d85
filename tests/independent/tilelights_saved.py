#!/usr/bin/env python3
"""How many light evaluations a tile's depths save: the table of kernels/minmax/README.md.

    tests/independent/tilelights_saved.py PATH_OF_CROSSLANE [--device D] [--seed S]

A picture of 320 x 192 pixels in tiles of 16 x 16 shows walls at distances in a range, with 512 lights near them. Prints
the share of all (pixel, light) evaluations that the kept lights leave out, for each encoding. Needs NumPy. Exit
status 1 if an encoding drops a light that reaches a pixel.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from packed import kept_lights

F32 = np.float32
WIDTH, HEIGHT, TILE, LIGHTS = 320, 192, 16, 512
SCENES = [("0.1 to 1000", "2 to 40", 0.1, 1000, 2, 40), ("0.1 to 1000", "100 to 400", 0.1, 1000, 100, 400),
          ("10 to 1000", "10.1 to 12", 10, 1000, 10.1, 12)]  # fmt: skip


def draw(rng, near, far, first, last):
    """Walls of 40 x 24 pixels with a slope, and lights whose radius is 2% of their distance."""
    wall = np.kron(rng.uniform(first, last, (HEIGHT // 24, WIDTH // 40)), np.ones((24, 40)))
    distance = wall * (1 + 0.01 * np.sin(np.arange(WIDTH) / 7))
    y, x = rng.integers(0, HEIGHT, LIGHTS), rng.integers(0, WIDTH, LIGHTS)
    z = distance[y, x] * rng.uniform(0.96, 1.04, LIGHTS)
    light = np.stack([(2 * x / WIDTH - 1) * z, 0.6 * (2 * y / HEIGHT - 1) * z, z, 0.02 * z], -1)
    return (far * (distance - near) / (distance * (far - near))).astype(F32), light.astype(F32)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("crosslane")
    parser.add_argument("--device", default="0")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    wrong = 0
    print("| near to far | distances | lights per tile that reach a pixel | saved by `direct` | saved by `ratio` | saved by `word` |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="crosslane-") as name:
        folder = pathlib.Path(name)
        for planes, words, near, far, first, last in SCENES:
            depth, light = draw(rng, near, far, first, last)
            np.save(folder / "depth.npy", depth)
            np.save(folder / "lights.npy", light)
            must = kept_lights(depth, light, (TILE, TILE), near, far, (1.0, 0.6))[0].sum(1)
            cells = []
            for encoding in ("direct", "ratio", "word"):
                line = [options.crosslane, "exec", "tilelights", "--device", options.device, "--quiet"]
                line += ["--in", f"depth={folder / 'depth.npy'}", "--in", f"lights={folder / 'lights.npy'}"]
                for setting in (f"near={near}", f"far={far}", "slope_x=1", "slope_y=0.6", f"encoding={encoding}"):
                    line += ["--set", setting]
                subprocess.run([*line, "--out", f"count={folder / 'count.npy'}"], check=True)
                count = np.load(folder / "count.npy")
                wrong += int((count < must).sum())
                cells.append(f"{100 * (1 - count.mean() / LIGHTS):.2f}%")
            print(f"| {planes} | {words} | {must.mean():.1f} | {' | '.join(cells)} |")
    if wrong:
        print(f"tilelights_saved.py: {wrong} tiles keep too few lights", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
