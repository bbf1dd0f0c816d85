#!/usr/bin/env python3
"""Checks that the project's English is plain: cmake/check_plain.py [ROOT] [--table] [--worst N]

Counts habits that make a reader read twice, in comments, documents and messages. Fails (status 1) if the whole tree
exceeds a bound, a folder of more than 1,500 words exceeds twice a bound, a page has more than 1,500 words, or a table
cell has more than 15 words. --table prints the rates per 1,000 words by folder, --worst N the paragraphs to rewrite.
cmake/check_plain_selftest.sh plants each habit and sees it counted.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

# Habit: (pattern, most per 1,000 words). Four well-kept C projects have 0.2 to 1.2 for all word habits together.
WORDS = {
    "behind": (r"behind", 0.15),
    "beside": (r"beside", 0.15),
    "stands": (r"(?:stands?|stood)(?! (?:for|in for|still|out))", 0.2),
    "nobody": (r"(?:nobody|somebody|anybody|whoever)", 0.2),
    "the one": (r"(?:the (?:ones?|former|latter|same one)|that one|of those|those that)", 0.5),
    "tells": (r"(?:tells?|told)", 0.5),
    "idioms": (r"(?:by lot|(?:by|in) turns|at once|all the same|as it is|as well as it can|as good as|that is all)", 0.3),
    "has it": (r"(?:(?:has|have|takes) it|goes by|comes? from|(?:makes|made) of|is had|to be had)", 0.3),
    "alone": (r"alone", 0.3),
}
CLAUSE, CLAUSE_BOUND = re.compile(r"(?:^|[.;:] )(?:What|Where|Who|Whether)\b(?=[^.?!]{3,60}\b(?:is|are|was|were|has|have|"
                                  r"goes|takes|gets|does|comes|stays|needs)\b)(?![^.!]*\?)"), 0.5
LONG, LONG_BOUND = 30, 5.5  # words in a sentence
FIGURES, FIGURES_BOUND = 5, 0.7  # numbers in a sentence
PAGE, CELL, FOLDER = 1500, 15, 1500
BOUNDS = {name: bound for name, (_, bound) in WORDS.items()}
BOUNDS |= {"clause first": CLAUSE_BOUND, "long": LONG_BOUND, "figures": FIGURES_BOUND}
PATTERNS = {name: re.compile(rf"\b{pattern}\b", re.IGNORECASE) for name, (pattern, _) in WORDS.items()}
LEFT_OUT = re.compile(r"^(bench/results|docs/(pictures|handouts))/|/solutions?/|cmake/check_plain")
C_TOKEN = re.compile(r'(?P<block>/\*.*?\*/)|(?P<line>(?://[^\n]*\n[ \t]*)+)|(?P<text>"(?:[^"\\\n]|\\.)*")', re.DOTALL)


def c_prose(source):
    """Yields (offset, text) of comments, and of strings that are sentences."""
    for match in C_TOKEN.finditer(source):
        text = match.group()
        if match.lastgroup != "text":
            yield match.start(), re.sub(r"(?m)^\s*(?:/\*+|\*(?!/)|//+!?)|\*+/", " ", text)
        elif len(text.split()) >= 4 and not re.search(r"[{};=]|->", text):
            yield match.start(), text[1:-1]


def script_prose(source):
    for match in re.finditer(r'(?m)((?:^[ \t]*#.*\n)+)|(?s:"""(.*?)""")', source):
        yield match.start(), re.sub(r"(?m)^[ \t]*#!?", " ", match.group(1) or match.group(2) or "")


def page_prose(source):
    """Paragraphs and list items; no code blocks and no tables."""
    source = re.sub(r"(?ms)^(```|~~~).*?^\1", lambda code: re.sub(r"[^\n]", " ", code.group()), source)
    for match in re.finditer(r"(?:^(?!\s*$|\s*\||    )[^\n]+\n?)+", source, re.MULTILINE):
        yield match.start(), match.group()


def prose(path, source):
    if path.endswith((".c", ".h", ".cl", ".def", ".cu", ".cc")):
        return c_prose(source)
    if path.endswith((".sh", ".py", ".awk", ".cmake", "CMakeLists.txt")):
        return script_prose(source)
    return page_prose(source) if path.endswith(".md") else ()


def words(text):
    return re.findall(r"[A-Za-z][A-Za-z'-]+", text)


def habits(text):
    """Counts of each habit in a paragraph."""
    text = re.sub(r"`[^`]*`", "CODE", text)
    text = re.sub(r"\]\([^)]*\)|https?://\S+", "]", text)
    text = " ".join(text.split())
    sentences = re.split(r"(?<=[.!?;:]) (?=[A-Z`\"(])", text)
    counts = collections.Counter({name: len(pattern.findall(text)) for name, pattern in PATTERNS.items()})
    counts["clause first"] = len(CLAUSE.findall(text))
    counts["long"] = sum(len(sentence.split()) > LONG for sentence in sentences)
    counts["figures"] = sum(len(re.findall(r"(?<![\w^])\d[\d.,]*", sentence)) > FIGURES for sentence in sentences)
    counts["words"] = len(words(text))
    return counts


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0] if len(parts) == 2 else "."


def tracked(root):
    listed = subprocess.run(["git", "-c", "safe.directory=*", "-C", root, "ls-files"], capture_output=True, text=True)
    found = listed.stdout.split("\n") if listed.returncode == 0 else [
        str(path.relative_to(root)) for path in pathlib.Path(root).rglob("*") if path.is_file()]
    return [path for path in found if path and not LEFT_OUT.search(path) and (pathlib.Path(root) / path).is_file()]


def page_faults(path, source, count):
    if path.startswith("docs/") and count > PAGE:
        yield f"{path}: {count} words on a page; at most {PAGE}"
    for number, line in enumerate(source.split("\n"), 1):
        if line.lstrip().startswith("|"):
            for cell in line.strip().strip("|").split("|"):
                if len(words(re.sub(r"`[^`]*`|\]\([^)]*\)", " ", cell))) > CELL:
                    yield f"{path}:{number}: a table cell of more than {CELL} words: {cell.strip()[:60]}"


def over(counts, factor):
    """The bounds that these counts exceed."""
    for name, bound in BOUNDS.items():
        rate = 1000 * counts[name] / max(1, counts["words"])
        if rate > factor * bound:
            yield f"'{name}' {rate:.2f} per 1,000 words; at most {factor * bound:.2f}"


def look(root):
    folders, faults, paragraphs = collections.defaultdict(collections.Counter), [], []
    for path in tracked(root):
        try:
            source = (pathlib.Path(root) / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        count = 0
        for offset, text in prose(path, source):
            counts = habits(text)
            count += counts["words"]
            folders[folder_of(path)].update(counts)
            bad = sum(counts.values()) - counts["words"]
            if bad:
                line = source.count("\n", 0, offset) + 1
                paragraphs.append((bad / (counts["words"] + 25), f"{path}:{line}: {' '.join(text.split())[:300]}"))
        if path.endswith(".md"):
            faults.extend(page_faults(path, source, count))
    return folders, faults, paragraphs


def print_table(folders, total):
    print(f"{'':24}{'words':>8}" + "".join(f"{name:>9}"[-9:] for name in (*BOUNDS, "all")))
    for folder, counts in [*sorted(folders.items(), key=lambda item: -item[1]["words"]), ("all", total)]:
        rates = [1000 * counts[name] / max(1, counts["words"]) for name in BOUNDS]
        print(f"{folder:24}{counts['words']:8}" + "".join(f"{rate:9.2f}" for rate in (*rates, sum(rates))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("root", nargs="?", default=".")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--worst", type=int, default=0)
    wanted = parser.parse_args()
    folders, faults, paragraphs = look(wanted.root)
    total = sum(folders.values(), collections.Counter())
    if total["words"] == 0:
        sys.exit(f"{wanted.root}: no prose to check")
    for _, where in sorted(paragraphs, reverse=True)[:wanted.worst]:
        print(where)
    if wanted.table:
        print_table(folders, total)
    faults += [f"the whole tree: {fault}" for fault in over(total, 1)]
    faults += [f"{folder}: {fault}" for folder, counts in sorted(folders.items()) if counts["words"] > FOLDER
               for fault in over(counts, 2)]
    print("\n".join(faults) if faults else f"plain: {total['words']} words within all bounds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
