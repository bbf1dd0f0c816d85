#!/usr/bin/env python3
"""usage: strangers.py CROSSLANE OUT FOLDER...

Runs other people's kernels on the checking device: every kernel of each *.cl below a FOLDER (a repository, fetched
beforehand), with generic arguments. OUT gets each call with its output. Prints a row per repository: kernels, how many
compile, run to their end, and have findings."""
import pathlib
import re
import subprocess
import sys

USES = re.compile(r"\bsub_group_|\bintel_sub_group_|get_sub_group_|get_num_sub_groups")
FOUND = re.compile(r": [1-9]\d* findings? at ")
LOCAL, GROUPS, ELEMENTS = 64, 2, 1 << 18


def run(crosslane, *words):
    try:
        p = subprocess.run([crosslane, "check", *words], capture_output=True, text=True, errors="replace", timeout=120)
        return p.returncode, p.stdout + p.stderr
    except subprocess.TimeoutExpired:
        return 124, "took more than 120 s\n"


def value(name, type_):
    """Offsets are 0, strides in bytes a row of 64 floats, everything else is small and even."""
    if "*" in type_:
        return f"random:{'u32' if 'f' not in type_ else 'f32'}[{ELEMENTS}]"
    if re.match(r"off", name):
        return "0"
    return "256" if re.match(r"nb", name) else "1" if re.match(r"(r|ne1|ne0)[123]$", name) else "64"


def arguments(space, type_, name):
    return f"--arg={name}=local:4096" if space == "__local" else f"--arg={name}={value(name, type_)}"


def kernels_of(crosslane, path, options):
    """Each kernel's name and arguments, as the command lists them; None: it does not compile."""
    status, said = run(crosslane, str(path), *options)
    if status:
        return None, said
    found, words = [], []
    for line in said.splitlines():
        parameter = re.match(r"    (__\w+ )?(.*?) (\w+)$", line)
        if line.startswith("kernel "):
            words = []
            found.append((line.split()[1], words))
        elif parameter:
            words.append(arguments((parameter[1] or "").strip(), parameter[2], parameter[3]))
    return found, said


def main():
    crosslane, out = sys.argv[1], open(sys.argv[2], "w", encoding="utf-8")
    print("| repository | kernels | compile | run | with findings |\n|---|---|---|---|---|")
    for folder in map(pathlib.Path, sys.argv[3:]):
        count = {"kernels": 0, "compile": 0, "run": 0, "found": 0}
        for path in sorted(folder.rglob("*.cl")):
            text = path.read_text(encoding="utf-8", errors="replace")
            if not USES.search(text):
                continue
            options = ["--option=-cl-std=CL3.0", f"--include={path.parent}", f"--include={folder}"]
            found, said = kernels_of(crosslane, path, options)
            count["kernels"] += len(re.findall(r"\b(?:__)?kernel\s+(?:\w+\s*\([^)]*\)+\s*)*void\b", text)) if found is None else len(found)
            if found is None:
                print(f"==== {path}: does not compile\n{said[:600]}", file=out)
                continue
            for name, words in found:
                count["compile"] += 1
                call = [str(path), "--kernel", name, f"--local={LOCAL}", f"--groups={GROUPS}", "--width=16,64", "--schedules=2"]
                status, said = run(crosslane, *call, *options, *words)
                count["run"] += status == 0 or bool(FOUND.search(said))
                count["found"] += bool(FOUND.search(said))
                print(f"==== {status} {' '.join(call + words)}\n{said[:6000]}", file=out, flush=True)
        print(f"| {folder.name} | {count['kernels']} | {count['compile']} | {count['run']} | {count['found']} |", flush=True)


main()
