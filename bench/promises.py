#!/usr/bin/env python3
"""Prints the table of docs/promises.md from recorded files of `crosslane promises`.

bench/promises.py FILE.json...            the table
bench/promises.py --check PAGE FILE...    status 1 unless PAGE contains it
A column is a device; several widths of one device count together, the worst answer first.
"""
import json
import sys

WEIGHT = ["impossible", "holds", "found", "unproven", "broken", "failed"]
WORDS = {"impossible": "-", "unproven": "?", "failed": "failed"}


def answer(row):
    """(weight, text) of a row."""
    promise = row.get("promise")
    outcome = promise["outcome"] if promise else "impossible" if row["status"] == "unsupported" else "failed"
    if outcome == "holds":
        text = "holds"
    elif outcome == "broken":
        text = f"broken: {promise['broken']:,} of {promise['tries']:,}"
    elif outcome == "found":
        text = promise["answer"]
    else:
        text = WORDS[outcome]
    return WEIGHT.index(outcome), text


def column(path):
    """(title, {question: text}) of a file with one device."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    device = document["devices"][0]
    title = f"{document.get('label') or device['name']}, {device['driver_version']}"
    worst = {}
    for row in document["records"]:
        if row["kind"] == "promise":
            worst[row["op"]] = max(worst.get(row["op"], (-1, "")), answer(row))
    return title, {op: text for op, (_, text) in worst.items()}


def table(paths):
    columns = [column(path) for path in paths]
    questions = list(dict.fromkeys(op for _, answers in columns for op in answers))
    lines = ["| question | " + " | ".join(title for title, _ in columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for op in questions:
        lines.append("| `" + op + "` | " + " | ".join(answers.get(op, "-") for _, answers in columns) + " |")
    return "\n".join(lines) + "\n"


def main(words):
    if words[:1] == ["--check"] and len(words) > 2:
        with open(words[1], encoding="utf-8") as page:
            if table(words[2:]) in page.read():
                return 0
        print(f"{words[1]} differs from its recorded files; its table should be:\n{table(words[2:])}", file=sys.stderr)
        return 1
    if not words or words[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    print(table(words), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
