#!/usr/bin/env python3
"""Checks that the project's English is plain: cmake/check_plain.py [ROOT] [--table] [--worst N]

Counts habits that make a reader read twice, in comments, documents and messages. Status 1: the tree exceeds a bound, or a
large folder twice a bound; or a page, a line of a page or a table cell is too long. --table prints the rates per 1,000
words by folder, --worst N the paragraphs to rewrite.

cmake/plain_todo.txt lists folders that are not rewritten yet, with the most habits per 1,000 words that each may have.
They do not count for the other bounds. The list may only shrink. cmake/check_plain_selftest.sh plants each fault.
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
    "stands": (r"(?:stands?|stood)(?! (?:for|in for|still|out)|-ins?)", 0.2),
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
PAGE, CELL, FOLDER, LINE = 1500, 15, 1500, 120
LATER = "cmake/plain_todo.txt"
BOUNDS = {name: bound for name, (_, bound) in WORDS.items()}
BOUNDS |= {"clause first": CLAUSE_BOUND, "long": LONG_BOUND, "figures": FIGURES_BOUND}
PATTERNS = {name: re.compile(rf"\b{pattern}\b", re.IGNORECASE) for name, (pattern, _) in WORDS.items()}
LEFT_OUT = re.compile(r"^(bench/results|docs/(pictures|handouts)|build[^/]*|\.git|\.venv)/|/solutions?/|cmake/check_plain")
C_TOKEN = re.compile(r'(?P<block>/\*.*?\*/)|(?P<line>(?://[^\n]*\n[ \t]*)+)|(?P<text>"(?:[^"\\\n]|\\.)*")', re.DOTALL)


def c_prose(source):
    """Yields (offset, text) of comments, but not of test kernels' arguments, and of strings that are sentences."""
    for match in C_TOKEN.finditer(source):
        text = match.group()
        if match.lastgroup != "text":
            yield match.start(), re.sub(r"(?m)^\s*(?:/\*+|\*(?!/)|//+!?)(?: (?:check|expect): .*)?|\*+/", " ", text)
        elif len(text.split()) >= 4 and not re.search(r"[{};=]|->| \? ", text):
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
    for offset, text in page_prose(source) if path.startswith("docs/") or path == "README.md" else ():
        for number, line in enumerate(text.split("\n"), source.count("\n", 0, offset) + 1):
            if len(line) > LINE:
                yield f"{path}:{number}: a line of {len(line)} characters; at most {LINE}"
    for number, line in enumerate(source.split("\n"), 1):
        if line.lstrip().startswith("|"):
            for cell in line.strip().strip("|").split("|"):
                if len(words(re.sub(r"`[^`]*`|\]\([^)]*\)", " ", cell))) > CELL:
                    yield f"{path}:{number}: a table cell of more than {CELL} words: {cell.strip()[:60]}"


def over(counts, factor):
    """The habits whose bounds are exceeded, with rate and bound."""
    for name, bound in BOUNDS.items():
        rate = 1000 * counts[name] / max(1, counts["words"])
        if rate > factor * bound:
            yield name, rate, factor * bound


def all_habits(counts):
    return 1000 * sum(counts[name] for name in BOUNDS) / max(1, counts["words"])


def look(root):
    """Counts by folder, faults of pages and cells, and paragraphs: (rate, place, folder, counts, text)."""
    folders, faults, paragraphs = collections.defaultdict(collections.Counter), [], []
    for path in tracked(root):
        try:
            source = (pathlib.Path(root) / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        count, folder = 0, folder_of(path)
        for offset, text in prose(path, source):
            counts = habits(text)
            count += counts["words"]
            folders[folder].update(counts)
            bad = sum(counts.values()) - counts["words"]
            if bad:
                place = f"{path}:{source.count(chr(10), 0, offset) + 1}"
                paragraphs.append((bad / (counts["words"] + 25), place, folder, counts, " ".join(text.split())))
        if path.endswith(".md"):
            faults.extend(page_faults(path, source, count))
    return folders, faults, sorted(paragraphs, key=lambda paragraph: paragraph[:2], reverse=True)


def bound_faults(what, counts, factor, paragraphs):
    """Each exceeded bound, at the paragraph with the most habits of its kind."""
    for name, rate, bound in over(counts, factor):
        place = next(paragraph[1] for paragraph in paragraphs if paragraph[3][name])
        yield f"{place}: '{name}' {rate:.2f} per 1,000 words of {what}; at most {bound:.2f}"


def read_todo(text):
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {folder: float(most) for folder, most in lines}


def todo_before(root):
    """The list before its last change in the repository, if any."""
    git = ["git", "-c", "safe.directory=*", "-C", root]
    commits = subprocess.run([*git, "log", "-2", "--format=%H", "--", LATER], capture_output=True, text=True).stdout.split()
    if subprocess.run([*git, "diff", "--quiet", "HEAD", "--", LATER], capture_output=True).returncode == 0:
        commits = commits[1:]
    old = commits and subprocess.run([*git, "show", f"{commits[0]}:{LATER}"], capture_output=True, text=True)
    return read_todo(old.stdout) if old and old.returncode == 0 else None


def todo_faults(todo, before, folders):
    for folder, most in todo.items():
        if before is not None and most > before.get(folder, -1):
            yield f"{LATER}: {folder} {most}: the list may only shrink"
        if not list(over(folders[folder], 2)):
            yield f"{LATER}: {folder} meets the bounds: remove its line"
        if all_habits(folders[folder]) > most:
            yield f"{LATER}: {folder} has {all_habits(folders[folder]):.1f} habits per 1,000 words; at most {most}"


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
    for _, place, _, _, text in paragraphs[:wanted.worst]:
        print(f"{place}: {text[:300]}")
    if wanted.table:
        print_table(folders, total)
    path = pathlib.Path(wanted.root) / LATER
    todo = read_todo(path.read_text(encoding="utf-8")) if path.is_file() else {}
    done = {folder: counts for folder, counts in sorted(folders.items()) if folder not in todo}
    of_done = [paragraph for paragraph in paragraphs if paragraph[2] in done]
    faults += bound_faults("the whole tree", sum(done.values(), collections.Counter()), 1, of_done)
    for folder, counts in done.items():
        if counts["words"] > FOLDER:
            faults += bound_faults(folder, counts, 2, [paragraph for paragraph in of_done if paragraph[2] == folder])
    faults += todo_faults(todo, todo_before(wanted.root), folders)
    print("\n".join(faults) if faults else f"plain: {total['words']} words within all bounds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
