"""The options that checks in headless Chromium share: COMMAND [--chromium PROGRAM] [--shots FOLDER]."""
import argparse
import pathlib
import shutil


def read_options(parser=None):
    """Makes COMMAND absolute and creates the folder of --shots."""
    parser = parser or argparse.ArgumentParser()
    parser.add_argument("command", type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--shots", type=pathlib.Path)
    options = parser.parse_args()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    return options


def is_skipped(options):
    """Reports a machine without Chromium or clang."""
    if shutil.which(options.chromium) and (shutil.which("clang-15") or shutil.which("clang")):
        return False
    print("skipped: no %s or no clang" % options.chromium)
    return True
