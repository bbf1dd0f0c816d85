#!/usr/bin/env python3
"""usage: verdict.py CROSSLANE [--show]

Recomputes from the JSON every statement of `crosslane compare`'s verdict: who is faster, how many times, the interval,
the strategies, the reasons and the omissions. An unknown statement is a failure.

Then it must detect changed numbers and exchanged letters and names. Limit fields are also shuffled among rows; each
reason must then still be true, or be gone.
"""
import functools
import json
import math
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

from changed import changed_numbers, exchanged, shuffled
from intervals import alternate, interval_of, ratio_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results"
TWO = RESULTS / "two-cores"
SETS = [
    [RESULTS / "nvidia-h100" / "histogram.json", RESULTS / "nvidia-h200" / "histogram.json"],
    [TWO / "Intel-CPU-runtime.json", TWO / "PoCL-3.1.json"],
    [TWO / "PoCL-3.1.json", TWO / "PoCL-6.0.json"],
    [TWO / "Intel-CPU-runtime.json", TWO / "rusticl.json"],
    [TWO / "PoCL-6.0.json", TWO / "rusticl.json", TWO / "Intel-CPU-runtime.json"],
]
LETTERS = "ABCDEFGH"


# ---- the records -----------------------------------------------------------------------------------------------------

class Fields(dict):
    """A missing field counts as null."""

    def __missing__(self, name):
        return None


def read(file):
    return json.loads(pathlib.Path(file).read_text(), object_hook=Fields)


def timed(document):
    """Its rows with a time."""
    return [row for row in document["records"] if row["kind"] == "bench" and row["status"] == "ok"]


APART = {"lanes", "probes"}  # their strategies compute different things: there is no best one


def problem_of(row):
    """These files have one size of each."""
    return row["algorithm"], row["type"], row["distribution"]


def bests_of(documents):
    """problem -> each device's best row or None."""
    found = {}
    for place, document in enumerate(documents):
        wrong = {(r["algorithm"], r["strategy"], r["backend"], r["width_requested"]) for r in document["records"]
                 if r["status"] == "mismatch"}
        for row in timed(document):
            if row["algorithm"] in APART:
                continue
            if (row["algorithm"], row["strategy"], row["backend"], row["width_requested"]) in wrong:
                continue
            bests = found.setdefault(problem_of(row), [None] * len(documents))
            if bests[place] is None or row["median_ns"] < bests[place]["median_ns"]:
                bests[place] = row
    return {problem: bests for problem, bests in found.items() if sum(b is not None for b in bests) > 1}


def name_of(row):
    width = row["width_requested"]
    if not width:
        return row["strategy"]
    return f"{row['strategy']} at {'emul ' if row['backend'] == 'local' else ''}{width}"


def sound(row):
    """True if a row's limit follows from its fields and its fraction is below 1."""
    limit, fraction = row["limit_ns"], row["fraction"]
    if not limit or not fraction or not 0 < fraction < 1:
        return False
    parts = {"launch": row["floor_ns"],
             "bandwidth": row["bytes"] and row["bandwidth_bytes_per_s"] and 1e9 * row["bytes"] / row["bandwidth_bytes_per_s"],
             "arithmetic": row["operations"] and row["arithmetic_ops_per_s"]
             and 1e9 * row["operations"] / row["arithmetic_ops_per_s"]}
    part = parts.get(row["limited_by"])
    return bool(part) and abs(part / limit - 1) <= 0.1 and abs(limit / fraction / row["median_ns"] - 1) <= 0.1


# ---- numbers as they are read ----------------------------------------------------------------------------------------

def near(text, value, parts=0.006):
    return abs(float(text) - value) <= max(parts * abs(value), 0.0051)


def time_is(text, ns):
    number, unit = text.split()
    return abs(float(number) * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[unit] / ns - 1) <= 0.006


def percent_is(text, fraction):
    return abs(float(text.rstrip("%")) - 100 * fraction) <= (0.051 if "." in text else 0.51)


KINDS = {"memory": "bandwidth", "launch": "launch", "arithmetic": "arithmetic"}
T, P, K, R = r"([\d.]+ [num]?s)", r"([\d.]+%)", r"(memory|launch|arithmetic)", r"([\d.]+)"


class Recording:
    """Caches files and the values computed from them."""

    def __init__(self, files):
        self.documents, self.judged = [read(file) for file in files], {}
        self.bests = bests_of(self.documents)


class Verdict:
    def __init__(self, recording, text):
        self.failures, self.statements = [], 0
        self.documents, self.bests, self.judged = recording.documents, recording.bests, recording.judged
        head, _, rest = text.partition("\n\n")
        self.names = [line[3:] for line in head.split("\n")]
        for letter, line in zip(LETTERS, head.split("\n")):
            self.check(line.startswith(letter + ": "), f"a device's letter: {line}")
        self.check(len(self.names) == len(self.documents), "as many names as devices")
        self.lines = []
        for line in rest.split("\n"):
            indent = len(line) - len(line.lstrip())
            begins = indent == 0 or (indent == 2 and re.match(r"  (why: |limit: |best of those measured; |mixed in |undecided in |too few )", line)) \
                or (indent == 2 and any(line[2:].startswith(n + " in ") for n in self.names) and self.lines
                    and not re.match(r"\w+: ", self.lines[-1]))
            if begins and line:
                self.lines.append(line)
            elif line:
                self.lines[-1] += " " + line.strip()

    def check(self, true, what):
        self.statements += 1
        if not true:
            self.failures.append(what)

    def device(self, name, where):
        self.check(name in self.names, f"{where}: a device: {name}")
        return self.names.index(name) if name in self.names else 0

    # ---- who -----------------------------------------------------------------------------------------------------

    @staticmethod
    def order(bests):
        """The fastest, the fastest other, all others."""
        left, order = [i for i, best in enumerate(bests) if best], []
        while left:
            order.append(functools.reduce(lambda first, i: i if ratio_of(bests[i], bests[first]) > 1 else first, left))
            left.remove(order[-1])
        return order

    def judge(self, problem):
        """The devices in order, the ratio of the first two, its interval, and the winner, or 'none' or 'unknown'."""
        if problem in self.judged:
            return self.judged[problem]
        bests = self.bests[problem]
        order = Verdict.order(bests)
        fast, slow = bests[order[0]], bests[order[1]]
        interval = interval_of(fast, slow)
        winner = order[0]
        for other in order[1:]:
            one = interval_of(fast, bests[other])
            if one is None:
                winner = "unknown"
            elif ratio_of(fast, bests[other]) <= 1.02 or not one[2]:
                winner = "none"
                break
        self.judged[problem] = order, ratio_of(fast, slow), interval, winner
        return self.judged[problem]

    def interval(self, text, interval, where):
        ends = text.split(" to ")
        self.check(near(ends[0], interval[0]) and near(ends[-1], interval[1]), f"{where}: the interval {text} is {interval}")

    def by(self, text, problem, where):
        order = self.judge(problem)[0]
        fast, slow = (name_of(self.bests[problem][i]) for i in order[:2])
        said = "both by " + fast if fast == slow else f"by {fast} against {slow}"
        self.check(text == said, f"{where}: '{text}' is '{said}'")

    def one(self, text, problem):
        where, several = problem[0], len(self.documents) > 2
        order, ratio, interval, winner = self.judge(problem)
        others = re.findall(rf"; (.+?) takes {R} times as long(?=;|$)", text)
        text = re.sub(rf"(; .+? takes {R} times as long)+$", "", text) if several else text
        self.check(len(others) == (len(order) - 2 if several else 0), f"{where}: all others are told")
        for name, times in others:
            at = self.device(name, where)
            self.check(at in order[2:] and near(times, ratio_of(self.bests[problem][order[0]], self.bests[problem][at])), f"{where}: {name} {times}")
        pair = re.fullmatch(rf"(.+) and (.+) (take the same time to 2%|cannot be distinguished in this noise) \(([\d.]+(?: to [\d.]+)?) times\)", text)
        wins = re.fullmatch(rf"(.+?) is {R} times as fast(?: as the next, (.+))? \(([\d.]+(?: to [\d.]+)?)\), ((?:both )?by .+)", text)
        few = re.fullmatch(rf"too few samples; by the medians (.+) takes {R} times as long as (.+)", text)
        if wins:
            self.check(self.device(wins[1], where) == order[0], f"{where}: {wins[1]} is not the fastest")
            self.check(bool(wins[3]) == several and (not several or self.device(wins[3], where) == order[1]), f"{where}: the next")
            self.check(near(wins[2], ratio), f"{where}: {wins[2]} times is {ratio}")
            self.check(interval is not None and interval[2] and ratio > 1.02, f"{where}: it is not faster")
            if interval:
                self.interval(wins[4], interval, where)
            self.by(wins[5], problem, where)
        elif pair:
            same = ratio <= 1.02 and interval is not None and 1 / 1.1 <= interval[0] and interval[1] <= 1.1
            self.check([self.device(pair[1], where), self.device(pair[2], where)] == order[:2], f"{where}: the order")
            self.check(same == pair[3].startswith("take"), f"{where}: '{pair[3]}' at {ratio}")
            self.check(ratio <= 1.02 or (interval is not None and not interval[2]), f"{where}: they can be told apart")
            if interval:
                self.interval(pair[4], interval, where)
        elif few:
            self.check(interval is None and near(few[2], ratio) and [self.device(few[3], where), self.device(few[1], where)] == order[:2],
                       f"{where}: too few samples")
        else:
            self.check(False, f"{where}: not understood: {text}")

    def several(self, algorithm, problems, text):
        judged = {p: self.judge(p) for p in problems}
        wins = {i: [p for p in problems if judged[p][3] == i] for i in range(len(self.documents))}
        left = {"neither": sum(judged[p][3] == "none" for p in problems), "few": sum(judged[p][3] == "unknown" for p in problems)}
        for part in re.split(r"; (?!u|and )", text):
            first = re.fullmatch(rf"(.+) is (?:faster|the fastest) in (\d+) of (\d+) problems, ([\d.]+(?: to [\d.]+)?) times as fast(?: as the next)?", part)
            later = re.fullmatch(rf"(.+) in (\d+), ([\d.]+(?: to [\d.]+)?) times \(.+\)", part)
            none = re.fullmatch(r"(?:neither|no one alone)(?: is faster)? in (\d+)(?: of (\d+) problems)?", part)
            if first or later:
                m = first or later
                won = wins.pop(self.device(m[1], algorithm), [])
                ratios = [judged[p][1] for p in won]
                ends = m[4 if first else 3].split(" to ")
                self.check(len(won) == int(m[2]) and (not first or int(m[3]) == len(problems)), f"{algorithm}: {m[1]} won {len(won)}")
                self.check(bool(ratios) and near(ends[0], min(ratios)) and near(ends[-1], max(ratios)), f"{algorithm}: {ends} times")
            elif none:
                self.check(int(none[1]) == left.pop("neither") and int(none[2] or len(problems)) == len(problems), f"{algorithm}: {part}")
            else:
                self.check(False, f"{algorithm}: not understood: {part}")
        self.check(not any(wins.values()) and not any(left.values()), f"{algorithm}: something is not told of")

    # ---- why -----------------------------------------------------------------------------------------------------

    def why(self, text, problem):
        where = f"{problem[0]}: why"
        order = self.judge(problem)[0]
        fast, slow = (self.bests[problem][i] for i in order[:2])
        letters = [LETTERS[i] for i in order[:2]]
        ratio = ratio_of(fast, slow)
        known = sound(fast) and sound(slow) and abs(
            slow["limit_ns"] / fast["limit_ns"] * fast["fraction"] / slow["fraction"] / ratio - 1) <= 0.1
        missing = re.match(r"(\w+) (not measured|skipped|unsupported|failed|wrong) on (\w); ", text)
        theirs = [r for r in self.documents[order[1]]["records"] if r["kind"] == "bench" and problem_of(r)[0] == problem[0]
                  and r["strategy"] == fast["strategy"]]
        timed = any(r["status"] == "ok" and problem_of(r) == problem for r in theirs)
        self.check(timed == (missing is None), f"{where}: whether {fast['strategy']} has a time there")
        if missing:
            words = {"skipped": "skipped", "unsupported": "unsupported", "error": "failed", "mismatch": "wrong"}
            said = {words[r["status"]] for r in theirs if r["status"] != "ok"} or {"not measured"}
            self.check(missing[1] == fast["strategy"] and missing[2] in said and missing[3] == letters[1], f"{where}: {missing[0]}")
            text = text[missing.end():]
        if text == "the records do not say":
            self.check(not known, f"{where}: the records do say")
            return "the records do not say"
        self.check(known, f"{where}: the records do not say, and yet: {text}")
        if not known:
            return "?"
        limits, reached = slow["limit_ns"] / fast["limit_ns"], fast["fraction"] / slow["fraction"]
        share = math.log(limits) / math.log(limits * reached)
        alike = fast["limited_by"] == slow["limited_by"]
        said = {"limits": False, "reached": False}
        for clause in re.split(r"; |, (?=but )|(?<=\)): ", text):
            self.clause(clause, where, fast, slow, letters, said)
        self.check(said["limits"] or share <= 0.5, f"{where}: the limits carry it, and are not said")
        self.check(said["reached"] or share >= 0.5, f"{where}: the fractions carry it, and are not said")
        if share <= 0.5:
            return "the faster device uses its hardware better"
        if max(fast["fraction"], slow["fraction"]) < 0.5:
            return "neither device is limited by its hardware"
        return {"bandwidth": "the memory is faster", "launch": "the launch is shorter", "arithmetic": "the arithmetic is faster"}[
            fast["limited_by"]] if alike else "the limits are of two kinds"

    def clause(self, text, where, fast, slow, letters, said):
        one, two = letters
        kind = lambda word, row: KINDS[word] == row["limited_by"]
        rules = [
            (rf"about the same limit \({K}, {T}\)", lambda m: kind(m[1], fast) and kind(m[1], slow) and time_is(m[2], fast["limit_ns"])
             and abs(fast["limit_ns"] / slow["limit_ns"] - 1) <= 0.1),
            (rf"(\w) reaches {P} of (?:it|its limit), (\w) {P}", lambda m: (m[1], m[3]) == (one, two)
             and percent_is(m[2], fast["fraction"]) and percent_is(m[4], slow["fraction"])),
            (rf"(\w) reaches {P} of its limit \({K}, {T}\), (\w) {P} of its own \({K}, {T}\)", lambda m: (m[1], m[5]) == (one, two)
             and percent_is(m[2], fast["fraction"]) and percent_is(m[6], slow["fraction"]) and kind(m[3], fast) and kind(m[7], slow)
             and time_is(m[4], fast["limit_ns"]) and time_is(m[8], slow["limit_ns"])),
            (rf"(both are bound by )?the launch: (\w)'s takes {T}, (\w)'s {T}", lambda m: (m[2], m[4]) == (one, two)
             and kind("launch", fast) and kind("launch", slow) and time_is(m[3], fast["floor_ns"]) and time_is(m[5], slow["floor_ns"])
             and (not m[1] or min(fast["fraction"], slow["fraction"]) >= 0.5)),
            (rf"(\w)'s limit is {T} \({K}\), (\w)'s {T} \({K}\)", lambda m: (m[1], m[4]) == (one, two) and kind(m[3], fast)
             and kind(m[6], slow) and time_is(m[2], fast["limit_ns"]) and time_is(m[5], slow["limit_ns"])),
            (rf"both are bound by {K}", lambda m: kind(m[1], fast) and kind(m[1], slow) and min(fast["fraction"], slow["fraction"]) >= 0.5),
            (rf"(\w)'s (memory|arithmetic) is {R} times as fast", lambda m: m[1] == one and kind(m[2], fast) and kind(m[2], slow)
             and near(m[3], slow["limit_ns"] / fast["limit_ns"])
             and abs(fast["bandwidth_bytes_per_s" if m[2] == "memory" else "arithmetic_ops_per_s"]
                     / slow["bandwidth_bytes_per_s" if m[2] == "memory" else "arithmetic_ops_per_s"] / float(m[3]) - 1) <= 0.25),
            (r"but neither comes near it", lambda m: max(fast["fraction"], slow["fraction"]) < 0.5),
            (r"(\w)'s sub-groups are native, (\w)'s emulated", lambda m: (m[1], m[2]) == (one, two) and fast["width_requested"] > 0
             and fast["backend"] != "local" and slow["backend"] == "local"),
            (r"though (\w)'s sub-groups are emulated, (\w)'s native", lambda m: (m[1], m[2]) == (one, two)
             and fast["backend"] == "local" and slow["backend"] != "local" and slow["width_requested"] > 0),
            (r"on (\w) ((?:\w+ (?:derived|demoted)(?:, )?)+)", lambda m: self.operations(m[1], m[2], fast, slow, letters)),
        ]
        for pattern, holds in rules:
            match = re.fullmatch(pattern, text)
            if match:
                said["limits"] |= any(word in text for word in ("launch: ", "limit is", "times as fast"))
                said["reached"] |= "reaches" in text
                self.check(holds(match), f"{where}: not true: {text}")
                return
        self.check(False, f"{where}: not understood: {text}")

    def operations(self, letter, text, fast, slow, letters):
        if letter not in letters:
            return False
        row = (fast, slow)[letters.index(letter)]
        records = self.documents[LETTERS.index(letter)]["records"]
        forms = {r["op"]: r["form"] for r in records if r["kind"] == "probe" and r["backend"] == row["backend"]
                 and r["width_requested"] == row["width_requested"] and r["op_type"] in ("u32", row["type"])}
        return all(forms.get(op) in ((form, "absent") if form == "derived" else (form,))
                   for op, form in (part.split() for part in text.split(", ")))

    # ---- all of it -----------------------------------------------------------------------------------------------

    def left_out(self, text, problems):
        """Strategies named as skipped or failed have no time."""
        for device in text.split("best of those measured; ")[1].split("; "):
            name, _, rest = device.partition(": ")
            if rest:
                place = self.device(name, "left out")
            for strategy, width in re.findall(r"(?<!\d )\b(\w+)(?: at (\d+))?(?=,| and \d+ more| skipped| not measured| unsupported| failed| wrong)",
                                              rest or device):
                rows = [r for r in self.documents[place]["records"] if r["kind"] == "bench" and problem_of(r)[0] == problems[0][0]
                        and r["strategy"] == strategy and (not width or r["width_requested"] == int(width))]
                self.check(not any(r["status"] == "ok" for r in rows), f"{problems[0][0]}: {name} did time {strategy} {width}")
                self.check("not measured" in text or rows, f"{problems[0][0]}: {name} has no row of {strategy}")

    def words(self, line):
        """Exactly the words in use are explained."""
        used = " ".join(other for other in self.lines if other != line)
        for word, sign in (("by NAME", "(, |both |best )by "), ("emul 8", " at emul "), ("at 32", r" at \d"),
                           ("(1.15 to 1.72)", r" \([\d.]+( to [\d.]+)?( times)?\)(, (both )?by |;|$)"), ("mixed", "  mixed in "),
                           ("undecided", "  undecided in "), ("derived", " derived"),
                           ("demoted", " demoted"), ("best of those measured", "best of those measured")):
            self.check((f"{word}:" in line) == bool(re.search(sign, used)), f"{word}: {line}")
        for example in ("emul 8: sub-groups of 8 lanes", "at 32: with sub-groups of 32 lanes",
                        "(1.15 to 1.72): the ratio's interval, 99% or more sure"):
            self.check(example.split(": ")[0] + ": " not in line or example in line, line)

    def processors(self, line):
        """The files list the same devices, with at least as many processors."""
        devices = [self.documents[LETTERS.index(letter)]["devices"] for letter in re.findall(r"\b[A-Z]\b", line)]
        self.check(all(d == devices[0] for d in devices) and sum(d["type"] == "cpu" for d in devices[0]) >= len(devices), line)

    def listed(self, text, name):
        """How many times as fast, if only one device won; how many problems each won."""
        text, _, wins = text.partition(" (")
        algorithm, _, times = text.partition(" ")
        won = [self.judge(p) for p in self.bests if p[0] == algorithm]
        counts = {}
        for _, _, _, winner in won:
            if winner in range(len(self.names)):
                counts[winner] = counts.get(winner, 0) + 1
        if wins and name in self.names:
            self.check(wins == f"in {counts.get(self.names.index(name), 0)} of {len(won)})", f"{name}: {text} ({wins}")
        elif name in self.names:
            self.check(counts.get(self.names.index(name)) == len(won), f"{name}: {text} in all of {len(won)}")
        elif name == "mixed":
            said = {LETTERS.index(letter): int(count) for letter, count in re.findall(r"([A-Z]) in (\d+)", wins)}
            self.check(said == counts and f" of {len(won)}" in wins, f"{name}: {text} ({wins} are {counts}")
        else:
            self.check(not wins, f"{name}: {text} ({wins}")
        ratios = [ratio for _, ratio, _, winner in won if winner in range(len(self.names)) and self.names[winner] == name]
        self.check(bool(times) == (name in self.names), f"{name}: {text}")
        if times:
            ends = times.split(" to ")
            self.check(bool(ratios) and near(ends[0], min(ratios)) and near(ends[-1], max(ratios)), f"{name}: {text} is {ratios}")
        return algorithm

    def overall(self, lines, judged, carriers):
        groups = {}
        for algorithm, winners in judged.items():
            key = "mixed" if len(winners) > 1 else self.names[min(winners)] if winners else None
            groups.setdefault(key, []).append(algorithm)
        said = {}
        for line in lines:
            match = re.fullmatch(r"  (.+?) in (\d+): (.+)", line)
            if line.startswith("  why: "):
                for count, carrier, names in re.findall(r"(?=())(?:  why: |; )([\w ,]+?) in \d+: ([\w, ]+)", line):
                    self.check(sorted(names.split(", ")) == sorted(carriers.pop(carrier, [])), f"{carrier}: {names}")
                for count, names in re.findall(r" in (\d+): ([\w, ]+)", line):
                    self.check(int(count) == len(names.split(", ")), f"{count}: {names}")
            elif match:
                said[match[1]] = [self.listed(part, match[1]) for part in re.split(r", (?![A-Z] in \d)", match[3])]
                self.check(int(match[2]) == len(said[match[1]]), f"a count: {line}")
            elif not re.fullmatch(r"  .+ in none", line):
                self.check(False, f"not understood: {line}")
        self.check(not carriers, f"not told of: {carriers}")
        none = said.pop("undecided", []) + said.pop("too few samples", [])
        self.check(sorted(none) == sorted(groups.pop(None, [])), "undecided")
        self.check({k: sorted(v) for k, v in said.items()} == {k: sorted(v) for k, v in groups.items()}, f"all together: {said}")

    def run(self):
        algorithms = {}
        for problem in self.bests:
            algorithms.setdefault(problem[0], []).append(problem)
        judged = {a: {self.judge(p)[3] for p in problems} - {"none", "unknown"} for a, problems in algorithms.items()}
        carriers, told, head = {}, set(), []
        for line in self.lines:
            algorithm, _, text = line.partition(": ")
            if algorithm in algorithms:
                problems = algorithms[algorithm]
                told.add(algorithm)
                self.one(text, problems[0]) if len(problems) == 1 else self.several(algorithm, problems, text)
            elif line.startswith("words: "):
                self.words(line)
            elif re.fullmatch(r"[A-Z]( and [A-Z])+ are one processor with different drivers", line):
                self.processors(line)
            elif line.startswith("  limit: "):
                self.check(bool(head) and not told, f"out of its place: {line}")
                self.check(line.endswith("; 50% of it means twice that time"), line)
            elif not told and line.startswith("  "):
                head.append(line)
            elif line.startswith("  why: "):
                text = line[7:]
                order = self.judge(problems[0])
                problem = problems[0]
                if len(problems) > 1:
                    match = re.match(rf"(most|.+) in (?:\w+, )?(\w+): .*? \({R} times, ([^)]*)\): ", text)
                    problem = next((p for p in problems if match and p[2] == match[2]), problems[0])
                    order = self.judge(problem)
                    self.check(match and near(match[3], order[1]), f"{problem}: {text}")
                    if match:
                        self.by(match[4], problem, f"{problem}")
                        text = text[match.end():]
                    self.check(order[1] == max(self.judge(p)[1] for p in problems if self.judge(p)[3] == order[3]), f"{problem}: not the most")
                carrier = self.why(text, problem)
                best = max(judged[problem[0]], key=lambda i: sum(self.judge(p)[3] == i for p in problems), default=None)
                if order[3] == best:
                    carriers.setdefault(carrier, []).append(problem[0])
            elif line.startswith("  best of those"):
                self.left_out(line, problems)
            else:
                match = re.fullmatch(r"(\d+) algorithms, each device at its best: which is faster, and how many times:", line)
                self.check(match and int(match[1]) == len(algorithms), f"not understood: {line}")
        self.check(told == set(algorithms), f"not told of: {set(algorithms) - told}")
        if len(algorithms) > 1:
            self.overall(head, judged, carriers)
        return self


def text_of(crosslane, files):
    done = subprocess.run([crosslane, "compare", "--details", *map(str, files)], capture_output=True, text=True, check=True)
    sentences = done.stdout[re.search(r"^A: ", done.stdout, re.M).start():]  # scores.py has the table above them
    return re.split(r"\n(?=\nnote: |\nEach strategy,)", sentences)[0]


# ---- that it can fail --------------------------------------------------------------------------------------------------

def in_turns(files, rounds, folder):
    """Copies timed in alternating rounds; each sample is one of the row's, changed by up to 2%."""
    made, chance = [], random.Random(rounds)
    for place, file in enumerate(files):
        document = read(file)
        for row in timed(document):
            counts = [chance.randint(1, 3) for _ in range(rounds)]
            samples = [chance.choice(row["samples_ns"]) * chance.uniform(0.98, 1.02) for _ in range(sum(counts))]
            row.update(in_turns=True, samples_ns=samples, median_ns=statistics.median(samples), min_ns=min(samples),
                       round_samples=counts, round_began_ms=[10 * i + (place if i % 2 == 0 else 9 - place) for i in range(rounds)])
        made.append(folder / f"{place}.json")
        made[-1].write_text(json.dumps(document))
    return made


def none_of(failures, what):
    for failure in failures:
        print(f"verdict: {what}: {failure}")
    return not failures


def main():
    crosslane, show, well = sys.argv[1], "--show" in sys.argv, []
    statements = changes = reasons = 0
    recordings = [Recording(files) for files in SETS]
    for files, recording in zip(SETS, recordings):
        text = text_of(crosslane, files)
        if show:
            print(text)
        verdict = Verdict(recording, text).run()
        statements += verdict.statements
        well.append(none_of(verdict.failures, ", ".join(f.name for f in files)))
    with tempfile.TemporaryDirectory() as folder:
        for rounds in (10, 8, 7):
            files = in_turns(SETS[1], rounds, pathlib.Path(folder))
            recording = Recording(files)
            by_rounds = sum(alternate(*bests) for bests in recording.bests.values())
            verdict = Verdict(recording, text_of(crosslane, files)).run()
            statements += verdict.statements
            well.append(none_of([*verdict.failures, *(["no rounds are compared"] if by_rounds == 0 else [])], f"{rounds} rounds"))
    for files, recording in zip(SETS[:2], recordings):
        text = text_of(crosslane, files)
        for other, what in [*changed_numbers(text), *exchanged(text)]:
            if other == text:
                continue
            changes += 1
            try:
                caught = bool(Verdict(recording, other).run().failures)
            except (ValueError, KeyError, IndexError, AttributeError):
                caught = True
            well.append(none_of([] if caught else [what], "a change is not seen"))
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(3):
            files = shuffled([read(f) for f in SETS[1]], seed, pathlib.Path(folder), timed)
            text = text_of(crosslane, files)
            verdict = Verdict(Recording(files), text).run()
            reasons += len(re.findall(r"^  why: (?!the records do not say)", text, re.M))
            well.append(none_of(verdict.failures, f"shuffled {seed}"))
    print(f"verdict: {statements} statements, {changes} changes, {reasons} reasons of shuffled records; "
          f"{sum(well)} passed, {len(well) - sum(well)} failed")
    return not all(well)


if __name__ == "__main__":
    sys.exit(main())
