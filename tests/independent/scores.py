#!/usr/bin/env python3
"""usage: scores.py CROSSLANE

Recomputes every cell of `crosslane compare`'s table from the recorded JSON: the faster device, the ratio, the order,
causes and wins. For one device, every cell of the two tables that end `crosslane show`. Then changes each number and
each name, and fails unless it detects the change.
"""
import math
import re
import subprocess
import sys

from changed import changed_numbers
from verdict import APART, KINDS, SETS, TWO, Recording, Verdict, name_of, near, percent_is, problem_of, ratio_of, read, \
    sound, time_is, timed

CLOSE = "too close to call; try --samples 40"


def costs(row):
    """The least time that each resource allows, in ns."""
    def over(amount, rate):
        return 1e9 * amount / rate if amount and rate else 0.0
    return {"launch": row["floor_ns"] or 0.0, "memory": over(row["bytes"], row["bandwidth_bytes_per_s"]),
            "arithmetic": over(row["operations"], row["arithmetic_ops_per_s"])}


def reached(row):
    return max(costs(row).values()) / row["median_ns"]


class Table:
    """Parses the table of two devices and collects its faults."""

    def __init__(self, recording, text):
        self.recording, self.failures = recording, []
        machines = [document["machine"] for document in recording.documents]
        self.same_processor = len({machine["processor"] for machine in machines}) == 1 and \
            {document["devices"][0]["type"] for document in recording.documents} == {"cpu"}
        self.judge = Verdict.judge.__get__(recording)  # needs bests and judged only
        head, titles, *rest = text.split("\n")
        self.names = re.match(r"2 devices, \d+ algorithms? {2,}(.*) and (.*)", head).groups()
        places = [titles.index(word) for word in ("faster", "times", "why")]
        rows = rest[:next(i for i, line in enumerate(rest) if re.search(r" wins? \d+,", line))]
        self.rows = [(line.split()[0], line[places[0]:places[1]].strip(), line[places[1]:places[1] + 5].strip(),
                      line[places[2]:], line[places[1] + 5:places[2]].strip()) for line in rows]
        self.full = float(re.search(r"\nbar: logarithm of times, full at ([\d.]+)", text)[1])
        self.counted = re.sub(r"\s+", " ", " ".join(rest[len(rows):])).split(". ")[0]
        self.check(int(re.search(r", (\d+) alg", head)[1]) == len(self.rows), head)

    def check(self, true, what):
        if not true:
            self.failures.append(what)

    def why(self, text, fast, slow, ratio, where):
        mine, other = costs(fast), costs(slow)
        bound, first = max(mine, key=mine.get), max(other, key=other.get)

        def explained(factor):
            return abs(math.log(factor / ratio)) <= math.log(1.1)
        words = re.match(r"(\w+): ([\d.]+) times the (bandwidth|rate)$", text)
        launch = re.match(r"launch: (.*), not (.*)$", text)
        part = re.match(r"(\w+): ([\d.]+) times(?:, ([\d.]+%) of limit, not ([\d.]+%)|; (\w+) limits the faster)$", text)
        cause, _, rest = text.partition(": ")
        share = re.match(r"([\d.]+%) of its limit, not ([\d.]+%)$", rest)
        far = re.match(r"([\d.]+%), ([\d.]+%) of unequal limits$", rest)
        if words:
            true = words[1] == first and near(words[2], other[first] / mine[first]) and explained(other[first] / mine[first])
        elif part:
            other_limit = bound != first and reached(fast) >= 0.5
            true = part[1] == first and near(part[2], other[first] / mine[first]) and not explained(other[first] / mine[first])
            true = true and (part[5] == bound if other_limit else part[3] and percent_is(part[3], mine[first] / fast["median_ns"])
                             and percent_is(part[4], reached(slow)))
        elif launch:
            true = first == "launch" and time_is(launch[1], mine["launch"]) and time_is(launch[2], other["launch"]) \
                and explained(other["launch"] / mine["launch"])
        elif share or far:
            true = cause == ("compiled code" if self.same_processor else "unknown") and \
                (reached(fast) > reached(slow) and explained(reached(fast) / reached(slow))) == bool(share) and \
                percent_is((share or far)[1], reached(fast)) and percent_is((share or far)[2], reached(slow))
        else:
            emulated = slow["backend"] == "local" and text.endswith(" not emulated")
            true = text.startswith("native sub-groups") and fast["width_requested"] and fast["backend"] != "local" \
                and (emulated or (not slow["width_requested"] and text.endswith("the other uses none")))
            true = true or (text.startswith("derived: ") and fast["backend"] != "local" and slow["backend"] != "local")
        self.check(true, f"{where}: {text}")

    @staticmethod
    def undecided(judged, text):
        """True for the undecided problem with the largest ratio."""
        _, ratio, interval, _ = max((j for j in judged if j[3] == "none"), key=lambda j: j[1])
        if ratio <= 1.02 or interval[1] <= 1.1:
            return text == CLOSE
        words = re.fullmatch(r"unclear: ([\d.]+) to ([\d.]+); try( --samples 40)?", text)
        return words and near(words[1], interval[0]) and near(words[2], interval[1])

    def row(self, algorithm, faster, times, why, bar):
        problems = [p for p in self.recording.bests if p[0] == algorithm]
        judged = {p: self.judge(p) for p in problems}
        logs = [math.log(ratio_of(*self.recording.bests[p])) for p in problems]
        ratio = math.exp(abs(sum(logs) / len(logs)))
        winners = {j[3] for j in judged.values() if isinstance(j[3], int)}
        self.check(near(times, ratio), f"{algorithm}: {times} is {ratio}")
        columns = 6 * math.log(ratio) / math.log(self.full)
        self.check(abs(len(bar) - max(columns, 1)) < 0.6 if faster in self.names else not bar, f"{algorithm}: {bar}")
        if len(winners) != 1:
            self.check(faster == ("mixed" if winners else "undecided") and (winners or self.undecided(judged.values(), why)),
                       f"{algorithm}: {faster} {why}")
            return None
        winner = winners.pop()
        self.check(faster == self.names[winner], f"{algorithm}: {faster}")
        won, part = [p for p in problems if judged[p][3] == winner], re.search(r" in (\d+) of (\d+)$", why)
        why = why[:part.start()] if part else why
        self.check([int(number) for number in part.groups()] == [len(won), len(problems)] and len(won) < len(problems) if part
                   else len(won) == len(problems) or len(why) > 34, f"{algorithm}: won {len(won)} of {len(problems)}")
        typical = min(won, key=lambda p: abs(math.log(judged[p][1] / ratio)))
        self.why(why, *(self.recording.bests[typical][i] for i in (winner, 1 - winner)), judged[typical][1], algorithm)
        return winner

    def run(self):
        winners = [self.row(*row) for row in self.rows]
        self.check({row[0] for row in self.rows} == {p[0] for p in self.recording.bests}, "an algorithm is missing")
        self.check(near(f"{self.full}", max([2.0, *(float(row[2]) for row, winner in zip(self.rows, winners) if winner is not None)])), "the full bar")
        ratios = [float(row[2]) for row, winner in zip(self.rows, winners) if winner is not None]
        self.check(ratios == sorted(ratios, reverse=True) and None not in winners[:len(ratios)], "the order of the rows")
        wins = ", ".join(f"{name} wins {winners.count(place)}" for place, name in enumerate(self.names))
        self.check(self.counted.startswith(wins), f"{self.counted} is {wins}")
        left = sum(int(count) for count in re.findall(r", (\d+) (?:is|are) ", self.counted))
        self.check(left == winners.count(None), f"{self.counted}: {winners.count(None)} without a winner")
        algorithms = {row["algorithm"] for document in self.recording.documents for row in timed(document)} - APART
        apart = re.search(r", (\d+) differs? in settings", self.counted)
        self.check(int(apart[1] if apart else 0) == len(algorithms - {p[0] for p in self.recording.bests}), self.counted)
        return self


class Alone:
    """Parses the tables of one device and collects their faults."""

    def __init__(self, document, text):
        self.failures, self.rows, wrong = [], {}, {(r["algorithm"], r["strategy"], r["backend"], r["width_requested"])
                                                   for r in document["records"] if r["status"] == "mismatch"}
        for row in timed(document):
            if row["algorithm"] not in APART and \
                    (row["algorithm"], row["strategy"], row["backend"], row["width_requested"]) not in wrong:
                self.rows.setdefault(problem_of(row), []).append(row)
        titles, *lines = re.search(r"^problem (?:.*\n)*?(?=of limit: )", text, re.M)[0].rstrip().split("\n")
        places = [titles.index(word) for word in ("best ", "of limit", "next ")]
        self.bests = [(line[:places[0]].strip(), line[places[0]:places[1]].strip(), line[places[1]:places[2]].strip(),
                       line[places[2]:].strip()) for line in lines]
        self.head, self.titles, *self.widths = re.search(r"^Times by (?:.+\n)*", text, re.M)[0].rstrip().split("\n")

    def check(self, true, what):
        if not true:
            self.failures.append(what)

    @staticmethod
    def next_of(rows, best):
        """The fastest of another strategy; of one strategy only, at another width."""
        def ran(row):
            return row["strategy_chosen"] or row["strategy"]

        def lanes(row):
            return row["width_requested"], row["backend"] == "local"
        others = [row for row in rows if ran(row) != ran(best)] or [row for row in rows if lanes(row) != lanes(best)]
        return min(others, key=lambda row: row["median_ns"], default=None)

    @staticmethod
    def name(row):
        return name_of(row).replace(" at emul", " emul")

    def row(self, problem, best, limit, following):
        algorithm = re.match(r"\w+", problem)[0]
        rows = max((rows for (name, *_), rows in self.rows.items() if name == algorithm),
                   key=lambda rows: min(row["median_ns"] for row in rows))
        first = min(rows, key=lambda row: row["median_ns"])
        for name, value in re.findall(r"(\w+)=(\S+)", problem):
            self.check(str(first["params"][name]) == value, problem)
        name, time = re.fullmatch(r"(.*?) +([\d.]+ [num]?s)", best).groups()
        self.check(name == self.name(first) and time_is(time, first["median_ns"]), f"{problem}: {best}")
        share = re.fullmatch(r"(\d+%) (\w+)", limit)
        self.check(percent_is(share[1], first["fraction"]) and KINDS[share[2]] == first["limited_by"] if share
                   else limit == "unknown" and not sound(first), f"{problem}: {limit}")
        second = self.next_of(rows, first)
        words = re.fullmatch(r"([\d.]+) +(.*)", following)
        self.check(words and words[2] == self.name(second) and near(words[1], second["median_ns"] / first["median_ns"])
                   if second else following == "none", f"{problem}: next {following}")
        return algorithm

    def width(self, line, charts, longest):
        lanes, rest = re.match(r"(none|(?:emul )?\d+) +(.*)", line).groups()
        cells = re.findall(r"([\d.]+ [num]?s) +(best|[\d.]+) +(#+)", rest)
        self.check(len(cells) == len(charts), line)
        for (time, times, bar), chart, most in zip(cells, charts, longest):
            self.check(lanes in chart, line)
            best, slowest, here = min(chart.values()), max(chart.values()), chart.get(lanes, 1)
            self.check(time_is(time, here) and (here == best if times == "best" else near(times, here / best)), line)
            self.check(abs(len(bar) / most - here / slowest) <= 1 / most, line)
        return lanes

    def run(self):
        told = {self.row(*row) for row in self.bests}
        self.check(told == {name for name, *_ in self.rows}, "an algorithm is missing")
        charts = []
        for algorithm, name, value in re.findall(r"(\w+) \((\w+)=(\d+)\)", self.head):
            times = {}
            for row in max((rows for (other, *_), rows in self.rows.items() if other == algorithm),
                           key=lambda rows: min(row["median_ns"] for row in rows)):
                self.check(str(row["params"][name]) == value, self.head)
                lanes = f"{'emul ' if row['backend'] == 'local' else ''}{row['width_requested'] or 'none'}"
                times[lanes] = min(times.get(lanes, row["median_ns"]), row["median_ns"])
            charts.append(times)
        scales = re.findall(r" 0 to ([\d.]+ [num]?s)", self.titles)
        self.check(len(scales) == len(charts) and all(map(time_is, scales, (max(chart.values()) for chart in charts))), self.titles)
        bars = [re.findall("#+", line) for line in self.widths]
        longest = [max(len(line[k]) for line in bars) for k in range(len(charts))]
        self.check({self.width(line, charts, longest) for line in self.widths} == set(charts[0]) | set(charts[-1]), "a width is missing")
        return self


def alone(crosslane, file):
    """The faults, and the number of changes made."""
    done = subprocess.run([crosslane, "show", str(file)], capture_output=True, text=True, check=True)
    text = re.sub("\u2588", "#", done.stdout)
    text = text[text.index(": the best strategy"):]
    document, changes = read(file), 0
    failures = Alone(document, text).run().failures
    first, legend, second = re.match(r"((?:.|\n)*?)(\nof limit: (?:.+\n)*\n)(Times by (?:.+\n)*)", text).groups()
    others = [(other + legend + second, what) for other, what in changed_numbers(first)]
    others += [(first + legend + other, what) for other, what in changed_numbers(second)]
    for other, what in others:
        changes += 1
        try:
            seen = bool(Alone(document, other).run().failures)
        except (ValueError, KeyError, IndexError, AttributeError, TypeError, ZeroDivisionError):
            seen = True
        failures += [] if seen else [f"a change is not seen: {what}"]
    return failures, changes


def caught(recording, text):
    try:
        return bool(Table(recording, text).run().failures)
    except (ValueError, KeyError, IndexError, AttributeError, ZeroDivisionError):
        return True


def main():
    well, changes = [], 0
    for files in [files for files in SETS if len(files) == 2]:
        done = subprocess.run([sys.argv[1], "compare", *map(str, files)], capture_output=True, text=True, check=True)
        text = re.sub("\u2588", "#", done.stdout)
        recording = Recording(files)
        table = Table(recording, text).run()
        for failure in table.failures:
            print(f"scores: {files[0].name}, {files[1].name}: {failure}")
        well.append(not table.failures)
        body, legend = re.match(r"((?:.+\n)+?)(?=bar: )((?:.+\n)*)", text).groups()
        full = re.search(r"full at ([\d.]+)", legend)[1]
        first, second = (re.escape(name) for name in table.names)
        swapped = re.sub(rf"^(\w+ +)({first}|{second})(?= )", lambda m: m[1] + table.names[m[2] == table.names[0]], body, flags=re.M)
        changed = [(other + legend, what) for other, what in [*changed_numbers(body.replace(" --samples 40", "")), (swapped, "names exchanged")]]
        for other, what in [*changed, (body + legend.replace(full, "9.99"), "the full bar")]:
            changes += 1
            well.append(caught(recording, other))
            if not well[-1]:
                print(f"scores: a change is not seen: {what}")
    for file in (TWO / "PoCL-3.1.json", TWO / "Intel-CPU-runtime.json"):
        failures, made = alone(sys.argv[1], file)
        for failure in failures:
            print(f"scores: {file.name}: {failure}")
        changes += made
        well.append(not failures)
    print(f"scores: {changes} changes; {sum(well)} passed, {len(well) - sum(well)} failed")
    return not all(well)


if __name__ == "__main__":
    sys.exit(main())
