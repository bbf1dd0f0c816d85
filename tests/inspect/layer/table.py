#!/usr/bin/env python3
"""Writes or checks the table in kernels/sg/README.md: instructions of each operation as compiled.

    table.py CROSSLANE README                 writes the section (cmake --build DIR --target update_sg_table)
    table.py CROSSLANE README --check TYPE    compares the numbers of uint, ulong or float: "N passed, M failed", and
                                              the columns that were not compared

A column is a target with its compilers' versions. It is not compared or changed if its tools are missing or have
another version. Exit status 1: a number differs; 3: no column could be compared.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HEADING, NEXT = "### As compiled\n", "### Work-group operations\n"
TARGETS = [("gfx1030", 32), ("tgllp", 16), ("sm_90", 32)]
TYPES = ["uint", "ulong", "float"]
# Kernel of operations.cl and its name in the table. ASKED include a comparison. The type matters only for VALUES.
VALUES = [
    ("shuffle", "`shuffle`, any lane"), ("shuffle_3", "`shuffle`, lane 3"), ("broadcast", "`broadcast`"),
    ("shuffle_xor", "`shuffle_xor`, any mask"), ("shuffle_xor_1", "`shuffle_xor`, 1"),
    ("shuffle_up", "`shuffle_up`, any distance"), ("shuffle_up_1", "`shuffle_up`, 1"),
    ("shuffle_down", "`shuffle_down`, any distance"), ("shuffle_down_1", "`shuffle_down`, 1"),
    ("rotate", "`rotate`, any distance"), ("quad_broadcast", "`quad_broadcast`, any lane"),
    ("reduce_add", "`reduce_add`"), ("reduce_mul", "`reduce_mul`"), ("reduce_min", "`reduce_min`"),
    ("scan_inclusive_add", "`scan_inclusive_add`"), ("scan_exclusive_add", "`scan_exclusive_add`"),
    ("scan_exclusive_mul", "`scan_exclusive_mul`"), ("scan_exclusive_min", "`scan_exclusive_min`"),
    ("cluster_reduce_add", "`cluster_reduce_add` of 4"), ("segment_reduce_add", "`segment_reduce_add`"),
    ("partition_reduce_add", "`partition_reduce_add`"), ("all_equal", "`all_equal`"), ("match_any", "`match_any`")]
ASKED = [("any", "`any`"), ("all", "`all`"), ("ballot", "`ballot`"), ("first", "`first`"), ("last", "`last`"),
         ("elect", "`elect`"), ("count", "`mask_count` of a ballot"),
         ("count_below", "`mask_count_below` of a ballot, this lane"), ("nth", "`mask_nth` of a ballot"),
         ("broadcast_first", "`broadcast_first`")]
REST = [("lane", "`lane`"), ("elect_1", "`elect` of 1")]
ROWS = VALUES + ASKED + REST
TEXT = """
Each number is the number of instructions that an operation adds to a kernel, without waits and hints, and without the
comparison that makes a predicate. Three numbers are for uint / ulong / float. Arguments differ from lane to lane unless
the table says otherwise. `crosslane inspect` counts them ([operations.cl](../../tests/inspect/layer/operations.cl));
[probes](../probes/README.md) measures their time. `cmake --build DIR --target update_sg_table` writes this section.
"""


def inspect(crosslane, target, width, kind):
    """{kernel: instructions} and the compiler; or None and the reason."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "numbers.json")
        words = [crosslane, "inspect", os.path.join(HERE, "operations.cl"), "--for", target, "--width", str(width),
                 "--set", "T=" + kind, "--json", out]
        done = subprocess.run(words + (["--set", "MOVES=1"] if kind != "uint" else []), stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, universal_newlines=True, check=False)
        if done.returncode == 3:
            return None, done.stderr.strip()
        if done.returncode != 0:
            sys.exit(f"{target}, {kind}: exit status {done.returncode}: {done.stderr.strip()[:800]}")
        with open(out, encoding="utf-8") as file:
            entry = json.load(file)["inspections"][0]
        return {k["kernel"][len("op_"):]: k["instructions"] - k["other"] for k in entry["kernels"]}, entry["compiler"]


def column(crosslane, target, width, types):
    """{type: [number of each row]} and the compiler; or None and the reason."""
    numbers = {}
    for kind in types:
        counts, compiler = inspect(crosslane, target, width, kind)
        if counts is None:
            return None, compiler
        numbers[kind] = [counts[kernel] - counts["nothing"] for kernel, _ in VALUES]
        if kind == "uint":
            for rows, base in ((ASKED, "asks"), (REST, "nothing")):
                numbers[kind] += [counts[kernel] - counts[base] for kernel, _ in rows]
    return numbers, compiler


def cells_of(numbers):
    cells = []
    for place, first in enumerate(numbers["uint"]):
        each = [str(numbers[kind][place]) for kind in TYPES if place < len(VALUES)]
        cells.append(" / ".join(each) if len(set(each)) > 1 else str(first))
    return cells


def read_section(text):
    """{target: [cells]} and {target: compiler} of the section."""
    cells, compilers = {}, {}
    rows = [[c.strip() for c in line.strip("|\n").split("|")] for line in text.splitlines() if line.startswith("| ")]
    for place, head in enumerate(rows[0][1:] if rows else [], 1):
        cells[head.split(",")[0]] = [row[place] for row in rows[1:]]
    for target, compiler in re.findall(r"^- (\w+): (.*)$", text, flags=re.M):
        compilers[target] = compiler
    return cells, compilers


def write_section(cells, compilers):
    shown = [(t, w) for t, w in TARGETS if t in cells]
    lines = ["| operation | " + " | ".join(f"{t}, {w} lanes" for t, w in shown) + " |", "|---" * (len(shown) + 1) + "|"]
    for place, (_, name) in enumerate(ROWS):
        lines.append(f"| {name} | " + " | ".join(cells[t][place] for t, _ in shown) + " |")
    return HEADING + TEXT + "\n" + "\n".join(lines) + "\n\n" + "\n".join(f"- {t}: {compilers[t]}" for t, _ in shown) + "\n\n"


def compare(target, kind, numbers, cells):
    """Prints the numbers of a type that differ from the section, and counts both kinds."""
    wrong = abs(len(cells) - len(ROWS))
    for (_, name), number, cell in zip(ROWS, numbers, cells):
        each = cell.split(" / ")
        told = each[TYPES.index(kind)] if len(each) > 1 else cell
        if told != str(number):
            wrong += 1
            print(f"FAIL {target}: {name} of {kind}: {number}, the section says {told}")
    return len(numbers) - wrong, wrong


def main():
    crosslane, readme = sys.argv[1], sys.argv[2]
    kind = sys.argv[4] if sys.argv[3:4] == ["--check"] else None
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    begin, end = text.index(HEADING), text.index(NEXT)
    cells, compilers = read_section(text[begin:end])
    passed = failed = 0
    for target, width in TARGETS:
        numbers, compiler = column(crosslane, target, width, [kind] if kind else TYPES)
        if numbers is None or (kind and compiler != compilers.get(target)):
            print(f"{target}: not compared: {compiler}; the section has {compilers.get(target, 'none')}")
        elif kind:
            right, wrong = compare(target, kind, numbers[kind], cells[target])
            passed, failed = passed + right, failed + wrong
        else:
            cells[target], compilers[target] = cells_of(numbers), compiler
    if kind:
        print(f"{passed} passed, {failed} failed")
        sys.exit(1 if failed else 0 if passed else 3)
    with open(readme, "w", encoding="utf-8") as file:
        file.write(text[:begin] + write_section(cells, compilers) + text[end:])


if __name__ == "__main__":
    main()
