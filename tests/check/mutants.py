#!/usr/bin/env python3
"""usage: mutants.py list | run CROSSLANE [PART/PARTS] [OPTION...] | test CROSSLANE

Mutants of the suite's kernels: each barrier, fence and collective removed or moved by one line, each index off by one.
`run` verifies each on the checking device (or as OPTION says), and prints per mutant: reported, wrong, neither, or not
compiled. `test` runs three whose verdict is known. Needs clang.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

KERNELS = Path(__file__).resolve().parents[2] / "kernels"
BARRIER = r"(?:barrier|sg_barrier_\w+|sg_group_barrier_\w+|(?:read_|write_)?mem_fence|atomic_work_item_fence)"
COLLECTIVE = r"sg_(?:ballot|any|all|all_equal|elect|group_any|group_all|match_any|last|(?:broadcast|shuffle|reduce|scan|quad)_?\w*)"
OWN_LANE = "sg_mask_lane(sg_lane({0}))"
# Of others, the value is their second argument.
WITHOUT = {"sg_ballot": f"(({{1}}) ? {OWN_LANE} : sg_mask_empty())", "sg_match_any": OWN_LANE, "sg_elect": "1"}
DECLARES = re.compile(r"(?:\b(?!return\b|else\b|case\b)[A-Za-z_]\w*\s+|\*\s*const\s+)$")
MOST_STRATEGIES = 3

Mutant = namedtuple("Mutant", "file line kind text before after")


def sources():
    for path in sorted(KERNELS.glob("*/*.cl")) + sorted(KERNELS.glob("*/*.h")):
        if path.parent.name not in ("sg", "probes") and path.name != "wrong.cl" and not path.name.endswith("_host.h"):
            yield path


def bare(text):
    """The text with comments and strings blanked."""
    pattern = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\""
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def closing(code, at):
    """The position of the bracket that closes the one there."""
    depth = 0
    for i in range(at, len(code)):
        depth += code[i] in "([{"
        depth -= code[i] in ")]}"
        if depth == 0:
            return i
    return len(code)


def arguments(code, text, begin, end):
    parts, depth, last = [], 0, begin
    for i in range(begin, end):
        depth += code[i] in "([{"
        depth -= code[i] in ")]}"
        if code[i] == "," and depth == 0:
            parts.append(text[last:i].strip())
            last = i + 1
    return parts + [text[last:end].strip()]


def removed(text, code):
    for m in re.finditer(rf"\b{BARRIER}\s*\(", code):
        end = closing(code, m.end() - 1) + 1
        yield m.start(), "removed", text[: m.start()] + "(void)0" + text[end:]
    for m in re.finditer(rf"\b({COLLECTIVE})\s*\(", code):
        end = closing(code, m.end() - 1)
        given = arguments(code, text, m.end(), end)
        instead = WITHOUT.get(m.group(1), "({1})" if len(given) > 1 else "({0})")
        yield m.start(), "removed", text[: m.start()] + instead.format(*given) + text[end + 1 :]


def moved(text, code):
    lines, bares = text.split("\n"), code.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    is_code = [bool(b.strip()) and not b.lstrip().startswith("#") for b in bares]
    for i, b in enumerate(bares):
        call = re.search(rf"\b(?:{BARRIER}|{COLLECTIVE})\s*\(", b)
        if not call or not is_code[i] or not b.rstrip().endswith(";") or b.lstrip().startswith(("for", "while", "return")):
            continue
        for way, word in ((-1, "moved up"), (1, "moved down")):
            other = i + way
            while 0 <= other < len(lines) and not is_code[other]:
                other += way
            if not 0 <= other < len(lines) or lines[other].endswith("\\"):
                continue
            changed = list(lines)
            changed[i], changed[other] = changed[other], changed[i]
            yield starts[i] + call.start(), word, "\n".join(changed)


def off_by_one(text, code):
    for n, m in enumerate(re.finditer(r"[\w\])]\[", code)):
        at = m.end() - 1
        end = closing(code, at)
        name = re.search(r"[\w.]*$", code[:at]).start()
        line = code.rfind("\n", 0, at) + 1
        if DECLARES.search(code[line:name]) or not code[at + 1 : end].strip():
            continue
        index = f"[({text[at + 1 : end]}) {'+' if n % 2 == 0 else '-'} 1]"
        yield at, "index + 1" if n % 2 == 0 else "index - 1", text[:at] + index + text[end + 1 :]


def mutants():
    for path in sources():
        text = path.read_text()
        code = bare(text)
        found = [m for make in (removed, moved, off_by_one) for m in make(text, code)]
        for at, kind, changed in sorted(found, key=lambda m: m[0]):
            line = text.count("\n", 0, at)
            yield Mutant(path, line + 1, kind, changed, text.split("\n")[line].strip(), changed.split("\n")[line].strip())


def functions(code):
    """(begin, end, name, whether it is a kernel) of each function and macro."""
    for m in re.finditer(r"^#define (\w+).*(?:\\\n.*)*", code, flags=re.M):
        yield m.start(), m.end(), m.group(1), False
    plain = re.sub(r"^#.*(?:\\\n.*)*", lambda m: re.sub(r"[^\n]", " ", m.group()), code, flags=re.M)
    for m in re.finditer(r"^[A-Za-z_][^;{}]*?\b(\w+)\s*\([^;{}]*\)\s*\{", plain, flags=re.M):
        yield m.start(), closing(plain, m.end() - 1), m.group(1), bool(re.match(r"SG_KERNEL|_*kernel", m.group()))


class Callers:
    def __init__(self):
        self.code = {path: bare(path.read_text()) for path in sources()}
        self.parts = {path: list(functions(code)) for path, code in self.code.items()}

    def kernels(self, path, line):
        """(folder, name) of the kernels that reach a line."""
        at = sum(len(part) + 1 for part in self.code[path].split("\n")[: line - 1])
        todo = [part for part in self.parts[path] if part[0] <= at + 1 <= part[1] + 1][-1:]
        seen, found = set(), []
        while todo:
            _, _, name, is_kernel = todo.pop(0)
            if name in seen:
                continue
            seen.add(name)
            if is_kernel:
                found.append(name)
                continue
            for where, parts in self.parts.items():
                todo += [p for p in parts if re.search(rf"\b{name}\b", self.code[where][p[0] : p[1]]) and p[2] != name]
        return found


def strategies(crosslane, algorithm, known={}):
    if algorithm not in known:
        text = subprocess.run([crosslane, "list", algorithm], capture_output=True, text=True, check=True).stdout
        names = re.findall(r"^    (\w+) +(?!.*\(wrong on purpose\))", text.split("  parameters")[0], re.M)
        known[algorithm] = [name for name in names if name != "auto"]
    return known[algorithm]


def targets(crosslane, mutant, callers):
    """What to verify: strategies named after a kernel that reaches the line, else algorithms."""
    names = callers.kernels(mutant.file, mutant.line)
    tables = {p.stem: p.read_text() for p in KERNELS.glob("*/*.c") if not p.stem.endswith("_case")}
    tables = {a: t for a, t in tables.items() if f"xl__algorithm_{a}" in t and a != "probes"}
    chosen = []
    for name in names:
        for algorithm in tables:
            for strategy in strategies(crosslane, algorithm):
                if name in (f"{algorithm}_{strategy}", f"{algorithm}_tile_{strategy}"):
                    chosen.append(f"{algorithm}/{strategy}")
    if chosen:
        return sorted(set(chosen))[:MOST_STRATEGIES]
    folder = mutant.file.parent.name
    users = [a for a, t in tables.items() if any(n in t or n.startswith(a + "_") for n in names)]
    return users[:MOST_STRATEGIES] or [folder for _ in range(folder in tables)]


def verify(crosslane, mutant, names, options):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / mutant.file.relative_to(KERNELS)
        file.parent.mkdir()
        file.write_text(mutant.text)
        env = dict(os.environ, CROSSLANE_CHECK_STEPS="100000000")
        words = [crosslane, "verify", *names, *(options or ["--device", "check", "--width", "8"])]
        run = subprocess.run(words + ["--quiet", "--timeout", "300", "--max-launch", "1000", "--kernel-dir", folder],
                             capture_output=True, text=True, env=env)
    out = run.stdout + run.stderr
    if re.search(r"findings? of the checking device", out):
        kind = re.search(r"^ *([a-z ]+), kernel", out, re.M)
        return "reported", kind.group(1) if kind else ""
    if re.search(r"error: |cannot compile|CL_BUILD_PROGRAM_FAILURE", out):
        return "not compiled", ""
    rows = re.search(r"^(\d+) ok, (\d+) wrong, (\d+) failed", out, re.M)
    if not rows or run.returncode not in (0, 1) or rows.group(3) != "0":
        return "failed", out[-300:].replace("\n", " ")
    if rows.group(2) != "0":
        return "wrong", ""
    return ("neither", "") if rows.group(1) != "0" else ("not run", "")


def run(crosslane, part, options):
    callers, count = Callers(), {}
    turn, of = (int(n) for n in part.split("/"))
    for n, mutant in enumerate(mutants()):
        if n % of != turn % of:
            continue
        names = targets(crosslane, mutant, callers)
        verdict, kind = verify(crosslane, mutant, names, options) if names else ("not run", "")
        count[verdict] = count.get(verdict, 0) + 1
        place = f"{mutant.file.relative_to(KERNELS)}:{mutant.line}"
        print(f"{n} | {verdict} | {kind} | {mutant.kind} | {place} | {' '.join(names)} | {mutant.before} | {mutant.after}", flush=True)
    print(" ".join(f"{v}: {c}" for v, c in sorted(count.items())))


# (file, kind, text of the line, verdict)
KNOWN = (("mips/local.h", "removed", "barrier", "reported"),
         ("lanes/lanes.cl", "removed", "sg_reduce_add", "wrong"),
         ("lanes/lanes.cl", "moved down", "sg_reduce_add", "neither"))


def test(crosslane):
    if not (shutil.which("clang-15") or shutil.which("clang")):
        print("skipped: no clang")
        return True
    folder = tempfile.TemporaryDirectory(prefix="crosslane-mutants-")
    os.environ["CROSSLANE_CACHE_DIR"] = folder.name  # else each verify probes the checking device again
    callers, passed, failed = Callers(), 0, 0
    for file, kind, text, expected in KNOWN:
        found = [m for m in mutants() if str(m.file.relative_to(KERNELS)) == file and m.kind == kind and text in m.before]
        verdict = verify(crosslane, found[0], targets(crosslane, found[0], callers), [])[0] if found else "no such mutant"
        passed += verdict == expected
        if verdict != expected:
            failed += 1
            print(f"{file}, {kind} of {text}: expected {expected}, not {verdict}")
    print(f"{passed} passed, {failed} failed")
    return failed == 0


def main(words):
    if words[:1] == ["list"] and len(words) == 1:
        for n, m in enumerate(mutants()):
            print(f"{n} | {m.kind} | {m.file.relative_to(KERNELS)}:{m.line} | {m.before} | {m.after}")
    elif words[:1] == ["run"] and len(words) > 1:
        run(str(Path(words[1]).resolve()), words[2] if len(words) > 2 else "0/1", words[3:])
    elif words[:1] == ["test"] and len(words) == 2:
        return 0 if test(str(Path(words[1]).resolve())) else 1
    else:
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
