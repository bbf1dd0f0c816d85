#!/usr/bin/env python3
"""Compares the mip chains of real photographs, as PNG files, with NumPy.

    photo_mips.py COMMAND [PHOTO.png ...] [--out FOLDER]

Runs `crosslane exec mips` with every strategy and filter on each photograph (default: those of an installed
scikit-image). The files, one per level down to 1x1, must equal double precision within the rounding to 8 bits. FOLDER
keeps the chains of the automatic strategy. Needs NumPy and Pillow. Exit status 1 if anything differs.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

FILTERS = ("box", "min", "max")


def photographs():
    """Photographs in scikit-image's wheel, from NASA or CC0: 512x512, 600x400 and 451x300 pixels."""
    import skimage

    folder = pathlib.Path(skimage.__file__).parent / "data"
    return [folder / name for name in ("astronaut.png", "coffee.png", "chelsea.png")]


def cover(before):
    """[after, before]: how much of each texel before is in each texel after."""
    after = max(1, before // 2)
    edges = numpy.arange(after + 1) * (before / after)
    texel = numpy.arange(before)
    overlap = numpy.minimum(edges[1:, None], texel + 1) - numpy.maximum(edges[:-1, None], texel)
    return numpy.clip(overlap, 0, None)


def halve(level, how):
    rows, columns = cover(level.shape[0]), cover(level.shape[1])
    if how == "box":
        rows, columns = (c / c.sum(axis=1, keepdims=True) for c in (rows, columns))
        return numpy.einsum("ay,yxc,bx->abc", rows, level, columns, optimize=True)
    pick = numpy.min if how == "min" else numpy.max
    touched = 1e-9  # edges are rounded
    halved = numpy.stack([pick(level[row > touched], axis=0) for row in rows])
    return numpy.stack([pick(halved[:, column > touched], axis=1) for column in columns], axis=1)


def differences(place, photo, how):
    """Faults in the files picture-1.png, picture-2.png, ... of a chain."""
    level = numpy.asarray(Image.open(photo).convert("RGB"), dtype=numpy.float64)
    number = 0
    while level.shape[:2] != (1, 1):
        number += 1
        level = halve(level, how)
        file = place / f"picture-{number}.png"
        if not file.exists():
            yield f"{file.name} is missing"
            return
        got = numpy.asarray(Image.open(file), dtype=numpy.float64)
        if got.shape != level.shape:
            yield f"{file.name} is {got.shape}, expected {level.shape}"
            return
        worst = numpy.abs(got - level).max()
        if worst > 0.5 + 1e-3:
            yield f"{file.name} differs by {worst} of 255"
    if (place / f"picture-{number + 1}.png").exists():
        yield "a level behind 1x1"


def spoiled(place, photo, how):
    """A wrong texel of the second level must be one fault."""
    file = place / "picture-2.png"
    right = file.read_bytes()
    texels = numpy.array(Image.open(file))
    texels[-1, -1, 0] = (int(texels[-1, -1, 0]) + 128) % 256
    Image.fromarray(texels).save(file)
    yield from differences(place, photo, how)
    file.write_bytes(right)


def strategies(command):
    text = subprocess.run([command, "list", "mips", "--quiet"], capture_output=True, text=True, check=True).stdout
    section = text.split("  strategies\n", 1)[-1].split("\n  parameters", 1)[0]
    names = ["mips/" + row.split()[0] for row in section.splitlines() if "wrong on purpose" not in row]
    names = [name for name in names if name != "mips/auto"]
    if not names:
        sys.exit("photo_mips.py: `list mips` names no strategies")
    return ["mips"] + names


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command")
    options.add_argument("photo", nargs="*", type=pathlib.Path)
    options.add_argument("--out", type=pathlib.Path)
    given = options.parse_args()
    passed = failed = 0
    for photo in given.photo or photographs():
        for strategy in strategies(given.command):
            for how in FILTERS:
                with tempfile.TemporaryDirectory() as folder:
                    place = pathlib.Path(folder)
                    if given.out and strategy == "mips":
                        place = given.out / f"{photo.stem}-{how}"
                        place.mkdir(parents=True, exist_ok=True)
                    line = [given.command, "exec", strategy, "--in", f"image={photo}", "--out",
                            f"levels={place}/picture.png", "--set", f"filter={how}", "--quiet"]
                    run = subprocess.run(line, capture_output=True, text=True)
                    complaints = [run.stderr.strip()] if run.returncode else list(differences(place, photo, how))
                    if not complaints and not list(spoiled(place, photo, how)):
                        complaints = ["a texel that was made wrong is not found"]
                for complaint in complaints:
                    print(f"{photo.name} {strategy} {how}: {complaint}")
                failed += bool(complaints)
                passed += not complaints
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
