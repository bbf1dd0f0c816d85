#!/usr/bin/env python3
"""Prints the table of docs/promises.md from recorded files of `crosslane promises`.

bench/promises.py [--only WORD,...] FILE.json...    the table, or its rows whose questions begin with a WORD
bench/promises.py --check PAGE FILE...             status 1 unless PAGE contains the table
bench/promises.py --check-part PAGE FILE...        status 1 unless each table of PAGE is right for its questions
A column is a device; several widths of one device count together, the worst answer first.
"""
import json
import re
import sys

WEIGHT = ["impossible", "holds", "found", "unproven", "not measured", "broken", "failed"]
WORDS = {"impossible": "-", "unproven": "?"}
# Beginnings of reasons of rows without an answer, and what the table says.
FAILURES = {"no answer": "hangs", "not measured": "not measured", "the driver's process died": "crashes"}


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
    elif outcome == "failed":
        text = next((word for begin, word in FAILURES.items() if row["reason"].startswith(begin)), "failed")
    else:
        text = WORDS[outcome]
    return WEIGHT.index(text if text in WEIGHT else outcome), text


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


def table(paths, wanted=lambda op: True):
    columns = [column(path) for path in paths]
    questions = [op for op in dict.fromkeys(op for _, answers in columns for op in answers) if wanted(op)]
    lines = ["| question | " + " | ".join(title for title, _ in columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for op in questions:
        lines.append("| `" + op + "` | " + " | ".join(answers.get(op, "-") for _, answers in columns) + " |")
    return "\n".join(lines) + "\n"


def tables_of(page):
    """The tables of a page that begin with the word question."""
    return re.findall(r"^\| question \|.*\n(?:\|.*\n)+", page, re.MULTILINE)


def complain(page, should):
    print(f"{page} differs from the recorded files; a table should be:\n{should}", file=sys.stderr)
    return 1


def check(path, files, whole):
    with open(path, encoding="utf-8") as page:
        found = tables_of(page.read())
    if whole or not found:
        return 0 if table(files) in found else complain(path, table(files))
    for text in found:
        questions = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
        if text != table(files, lambda op, questions=questions: op in questions):
            return complain(path, table(files, lambda op, questions=questions: op in questions))
    return 0


def main(words):
    if len(words) > 2 and words[0] in ("--check", "--check-part"):
        return check(words[1], words[2:], words[0] == "--check")
    beginnings = ("",)
    if len(words) > 2 and words[0] == "--only":
        beginnings = tuple(words[1].split(","))
        words = words[2:]
    if not words or words[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    print(table(words, lambda op: op.startswith(beginnings)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
