#!/usr/bin/env python3
"""usage: page.py CROSSLANE

Recomputes from the JSON every cell of the heat table (problems by devices) in `crosslane report`'s page. A cell has the
ratio to the fastest, shade, time, strategy, width and the faster device. Then it must
detect changed numbers, shades, names and letters, a missing row and a missing heading scope.
"""
import html.parser
import pathlib
import re
import subprocess
import sys
import tempfile
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import intervals  # noqa: E402
import verdict  # noqa: E402

SHADES = [1.02, 1.25, 1.5, 2, 4, 10, float("inf")]


class Table(html.parser.HTMLParser):
    """Rows of the tables of class heat: lists of cells with tag, attributes and text."""

    def __init__(self, text):
        super().__init__()
        self.inside, self.rows, self.captions, self.cell, self.caption = False, [], [], None, False
        for table in re.findall(r'<table class="heat">.*?</table>', text, re.S):
            self.feed(table)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "table":
            self.inside = "heat" in (attributes.get("class") or "").split()
        elif self.inside and tag == "tr":
            self.rows.append([])
        elif self.inside and tag in ("td", "th"):
            self.cell = [tag, attributes, ""]
            self.rows[-1].append(self.cell)
        elif self.inside and tag == "caption":
            self.captions.append("")
            self.caption = True

    def handle_endtag(self, tag):
        if tag == "table":
            self.inside = False
        if tag in ("td", "th"):
            self.cell = None
        if tag == "caption":
            self.caption = False

    def handle_data(self, data):
        if self.caption:
            self.captions[-1] += data
        elif self.cell is not None:
            self.cell[2] += data


def reads(text, value):
    digit = 10.0 ** -len(text.partition(".")[2])
    return abs(float(text) - value) <= 0.5001 * digit


def time_reads(text, ns):
    number, unit = text.split()
    return reads(number, ns / {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[unit])


class Heat:
    def __init__(self, recording, text, names):
        self.failures, self.cells = [], 0
        self.bests, self.documents, self.judged, self.names = recording.bests, recording.documents, recording.judged, names
        table = Table(text)
        self.check(len(table.captions) > 0 and all("fastest" in c for c in table.captions), "a caption")
        told = set()
        for row in table.rows:
            if [c[0] for c in row[:2]] == ["th", "th"]:
                self.titles(row)
            else:
                told.add(self.row(row))
        self.check(told == set(self.bests), f"problems that are not told of: {set(self.bests) - told}")

    def check(self, true, what):
        self.cells += 1
        if not true:
            self.failures.append(what)

    def titles(self, row):
        wanted = ["problem"] + [f"{letter}: {name}" for letter, name in zip(verdict.LETTERS, self.names)] + ["faster"]
        self.check([c[2] for c in row] == wanted, f"titles {[c[2] for c in row]}")
        self.check(all(c[0] == "th" and c[1].get("scope") == "col" for c in row), "titles head their columns")

    def row(self, row):
        def title(p):
            return f"{p[0]}{' ' + p[1] if p[1] else ''}{', ' + p[2] if p[2] else ''}:"
        found = [p for p in self.bests if row[0][2].startswith(title(p))]
        self.check(len(found) == 1 and row[0][0] == "th" and row[0][1].get("scope") == "row", f"a row's head: {row[0]}")
        if len(found) != 1 or len(row) != len(self.documents) + 2:
            self.check(False, f"a row: {row}")
            return None
        problem, bests = found[0], self.bests[found[0]]
        for n in re.findall(r"\b(\w+)=([\d.]+)", row[0][2]):
            self.check(float(n[1]) == float(bests[next(i for i, b in enumerate(bests) if b)]["params"][n[0]]), f"{problem}: {n}")
        fastest = min((b for b in bests if b), key=lambda b: b["median_ns"])
        for best, cell in zip(bests, row[1:]):
            self.cell(problem, best, cell, fastest, [b for b in bests if b])
        winner = verdict.Verdict.judge(types.SimpleNamespace(bests=self.bests, documents=self.documents, judged=self.judged), problem)[3]
        said = {"none": "=", "unknown": "?"}.get(winner) or verdict.LETTERS[winner]
        self.check(row[-1][2] == said, f"{problem}: {row[-1][2]} is faster, not {said}")
        return problem

    def cell(self, problem, best, cell, fastest, bests):
        if best is None:
            self.check(cell[2] == "no time" and "class" not in cell[1], f"{problem}: {cell[2]}")
            return
        match = re.fullmatch(r"([\d.]+) ([\d.]+ [num]?s) (.+)", cell[2])
        ratio = 1.0 if best is fastest else intervals.ratio_of(fastest, best)
        time = intervals.time_of(best, fastest, bests)
        self.check(match is not None and reads(match[1], ratio), f"{problem}: {cell[2]} is {ratio}")
        self.check(match is not None and time_reads(match[2], time), f"{problem}: {cell[2]}, {time}")
        self.check(match is not None and match[3] == verdict.name_of(best), f"{problem}: {cell[2]}, {verdict.name_of(best)}")
        shade = next(i for i, most in enumerate(SHADES) if ratio <= most)
        self.check(cell[1].get("class") == f"h{shade}", f"{problem}: shade {cell[1]} of {ratio}")


def page_of(command, files):
    with tempfile.TemporaryDirectory(prefix="crosslane-page-") as folder:
        page = pathlib.Path(folder) / "page.html"
        subprocess.run([command, "report", *map(str, files), "--out", str(page)], check=True, stdout=subprocess.DEVNULL)
        return page.read_text()


def place_in(folder, number):
    place = pathlib.Path(folder) / str(number)
    place.mkdir()
    return place


def names_of(command, files):
    text = subprocess.run([command, "compare", "--details", *map(str, files)], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^[A-H]: (.*)$", text.partition("\n\nDetails:")[0], re.M)


def plants(text):
    """Pages, each with one fault in the heat table."""
    first, end = text.index('<table class="heat">'), text.index("</table>", text.index('<table class="heat">'))
    body = text.index("<tbody>", first)
    for match in re.finditer(r"[\d.]*\d", text[body:end]):
        if text[body + match.start() - 1] in "h=" and text[body + match.start() - 2] in "\"":
            continue  # of a class
        if re.search(r"[A-Za-z_/]$", text[body:body + match.start()]):
            continue  # of a name
        number = match[0]
        other = str(float(number) * 1.5 + 1) if "." in number else str(int(number) + 1)
        yield f"number {number}", text[:body + match.start()] + other + text[body + match.end():]
    for match in re.finditer(r'class="h(\d)"', text[body:end]):
        yield "shade", text[:body + match.start(1)] + str((int(match[1]) + 3) % 7) + text[body + match.end(1):]
    for match in re.finditer(r"<td>([A-H=?])</td>", text[body:end]):
        yield "winner", text[:body + match.start(1)] + ("A" if match[1] != "A" else "B") + text[body + match.end(1):]
    table = text[first:end]
    yield "letters", text[:first] + table.replace(">A: ", ">Z: ").replace(">B: ", ">A: ").replace(">Z: ", ">B: ") + text[end:]
    yield "scope", text[:first] + table.replace('scope="row"', "", 1) + text[end:]
    yield "caption", text[:first] + re.sub(r"<caption>.*?</caption>", "", table, flags=re.S) + text[end:]
    yield "a row", text[:first] + re.sub(r"<tr><th scope=\"row\">.*?</tr>", "", table, count=1, flags=re.S) + text[end:]


def main():
    command = sys.argv[1]
    failures, cells, seen, unseen = [], 0, 0, []
    folder = tempfile.TemporaryDirectory(prefix="crosslane-page-")
    in_turns = [verdict.in_turns(verdict.SETS[which], 10 + which, place_in(folder.name, which)) for which in (1, 4)]
    for number, files in enumerate([*verdict.SETS, *in_turns]):
        recording, names = verdict.Recording(files), names_of(command, files)
        text = page_of(command, files)
        heat = Heat(recording, text, names)
        failures += heat.failures
        cells += heat.cells
        for what, changed in plants(text) if number == 1 else ():
            if Heat(recording, changed, names).failures:
                seen += 1
            else:
                unseen.append(what)
    for line in failures:
        print("wrong: " + line)
    for line in unseen:
        print("not seen: " + line)
    print(f"{cells} statements, {len(failures)} wrong; {seen} changes seen, {len(unseen)} not")
    print(f"{cells - len(failures) + seen} passed, {len(failures) + len(unseen)} failed")
    return 1 if failures or unseen or cells < 300 or seen < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
