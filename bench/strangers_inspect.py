#!/usr/bin/env python3
"""usage: strangers_inspect.py CROSSLANE OUT TARGET,... [--option TEXT]... -- FOLDER...

Compiles other people's kernels for absent devices: `crosslane inspect` of each *.cl below a FOLDER (a repository, fetched
beforehand). A file that does not compile is compiled again with the options that the lines `help:` name. OUT gets a line
of JSON per file and target. Prints a row per repository and target: files, how many compile without the layer, with it,
and with those options too. Then each first error with its count."""
import collections
import json
import pathlib
import re
import subprocess
import sys

USES = re.compile(r"\bsub_group_|\bintel_sub_group_|get_sub_group_|get_num_sub_groups")
LIMIT = 300


def inspect(crosslane, path, target, options, folder):
    words = [crosslane, "inspect", str(path), "--for", target, f"--include={path.parent}", f"--include={folder}", *options]
    try:
        p = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=LIMIT)
        return p.returncode, p.stdout + p.stderr
    except subprocess.TimeoutExpired:
        return 124, f"took more than {LIMIT} s\n"


def first_error(path, said):
    """Without names and line numbers, so that alike errors count together."""
    lines = [line for line in said.splitlines() if " lanes: " in line] or said.splitlines() or [""]
    line = re.sub(r"^.* lanes: ", "", lines[0]).replace(str(path), "FILE")
    return re.sub(r":\d+(:\d+)?", "", line)[:150]


LAYER = re.compile(r"crosslane's layer .* provides ")


def named(said):
    """The options that lines `help:` give in full, each once."""
    lines = [line for line in said.splitlines() if line.startswith("help: ")]
    return list(dict.fromkeys(word for line in lines for word in re.findall(r"--set \w+=1\b|--option=-Xclang --option=\S+", line)))


def try_file(crosslane, path, target, options, folder):
    """Status and text of the last try, and how it compiled: plain, layer, help, or not at all."""
    given, by = list(options), "plain"
    status, said = inspect(crosslane, path, target, given, folder)
    while status and (asked := [word for phrase in named(said) if phrase not in " ".join(given) for word in phrase.split()]):
        given, by = [*given, *asked], "help"
        status, said = inspect(crosslane, path, target, given, folder)
    return status, said, "no" if status else "layer" if by == "plain" and LAYER.search(said) else by


def main():
    at = sys.argv.index("--")
    crosslane, out, targets, options = sys.argv[1], open(sys.argv[2], "w", encoding="utf-8"), sys.argv[3].split(","), sys.argv[4:at]
    errors, how = collections.Counter(), collections.Counter()
    for folder in map(pathlib.Path, sys.argv[at + 1:]):
        files = [p for p in sorted(folder.rglob("*.cl")) if USES.search(p.read_text(encoding="utf-8", errors="replace"))]
        for path in files:
            for target in targets:
                status, said, by = try_file(crosslane, path, target, options, folder)
                how[folder.name, target, by] += 1
                if status:
                    errors[target, first_error(path, said)] += 1
                row = {"file": str(path), "target": target, "status": status, "by": by, "said": said}
                print(json.dumps(row), file=out, flush=True)
    print("| repository | target | files | without the layer | with it | with the options of `help:` too |\n|---|---|---|---|---|---|")
    for folder, target in dict.fromkeys(key[:2] for key in how):
        counts = [how[folder, target, by] for by in ("plain", "layer", "help", "no")]
        print(f"| {folder} | {target} | {sum(counts)} | {counts[0]} | {sum(counts[:2])} | {sum(counts[:3])} |")
    for (target, line), count in errors.most_common():
        print(f"{count:4} {target:8} {line}")


main()
