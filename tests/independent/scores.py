#!/usr/bin/env python3
"""usage: scores.py CROSSLANE

Recomputes every cell of `crosslane compare`'s table from the recorded JSON: the faster device, the ratio, the order,
each cause's numbers and the wins. Then changes each number and each name, and fails unless it detects the change.
"""
import math
import re
import subprocess
import sys

from changed import changed_numbers
from verdict import SETS, Recording, Verdict, near, percent_is, ratio_of, time_is

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
        self.judge = Verdict.judge.__get__(recording)  # needs bests and judged only
        head, titles, *rest = text.split("\n")
        self.names = re.match(r"2 devices, \d+ algorithms? {2,}(.*) and (.*)", head).groups()
        places = [titles.index(word) for word in ("faster", "times", "why")]
        rows = rest[:next(i for i, line in enumerate(rest) if re.search(r" wins? \d+,", line))]
        self.rows = [(line.split()[0], line[places[0]:places[1]].strip(), line[places[1]:places[1] + 5].strip(),
                      line[places[2]:]) for line in rows]
        self.counted = re.sub(r"\s+", " ", " ".join(rest[len(rows):])).split(". ")[0]
        self.check(int(re.search(r", (\d+) alg", head)[1]) == len(self.rows), head)

    def check(self, true, what):
        if not true:
            self.failures.append(what)

    def why(self, text, fast, slow, where):
        mine, other = costs(fast), costs(slow)
        words = re.match(r"(\w+): ([\d.]+) times the (bandwidth|rate)$", text)
        launch = re.match(r"launch: (.*), not (.*)$", text)
        share = re.match(r"reaches ([\d.]+%) of its limit, the other ([\d.]+%)$", text)
        lower = re.match(r"reaches ([\d.]+%) of a ([\d.]+) times lower limit$", text)
        beats = re.match(r"beats its limit; the other reaches ([\d.]+%)$", text)
        if words:
            true = near(words[2], other[words[1]] / mine[words[1]])
        elif launch:
            true = time_is(launch[1], mine["launch"]) and time_is(launch[2], other["launch"])
        elif share:
            true = percent_is(share[1], reached(fast)) and percent_is(share[2], reached(slow))
        elif lower:
            true = percent_is(lower[1], reached(fast)) and near(lower[2], max(other.values()) / max(mine.values()))
        elif beats:
            true = reached(fast) > 1 and percent_is(beats[1], reached(slow))
        else:
            emulated = slow["backend"] == "local" and text.endswith(" not emulated")
            true = text.startswith("native sub-groups") and fast["width_requested"] and fast["backend"] != "local" \
                and (emulated or (not slow["width_requested"] and text.endswith("the other has none")))
            true = true or (text.startswith("derived: ") and fast["backend"] != "local" and slow["backend"] != "local")
        self.check(true, f"{where}: {text}")

    def row(self, algorithm, faster, times, why):
        problems = [p for p in self.recording.bests if p[0] == algorithm]
        judged = {p: self.judge(p) for p in problems}
        logs = [math.log(ratio_of(*self.recording.bests[p])) for p in problems]
        ratio = math.exp(abs(sum(logs) / len(logs)))
        winners = {j[3] for j in judged.values() if isinstance(j[3], int)}
        self.check(near(times, ratio), f"{algorithm}: {times} is {ratio}")
        if len(winners) != 1:
            self.check(faster == ("mixed" if winners else "-") and (winners or why == CLOSE), f"{algorithm}: {faster} {why}")
            return None
        winner = winners.pop()
        self.check(faster == self.names[winner], f"{algorithm}: {faster}")
        widest = max((p for p in problems if judged[p][3] == winner), key=lambda p: judged[p][1])
        self.why(why, self.recording.bests[widest][winner], self.recording.bests[widest][1 - winner], algorithm)
        return winner

    def run(self):
        winners = [self.row(*row) for row in self.rows]
        self.check({row[0] for row in self.rows} == {p[0] for p in self.recording.bests}, "an algorithm is missing")
        ratios = [float(row[2]) for row, winner in zip(self.rows, winners) if winner is not None]
        self.check(ratios == sorted(ratios, reverse=True) and None not in winners[:len(ratios)], "the order of the rows")
        wins = ", ".join(f"{name} wins {winners.count(place)}" for place, name in enumerate(self.names))
        self.check(self.counted.startswith(wins), f"{self.counted} is {wins}")
        left = sum(int(count) for count in re.findall(r", (\d+) (?:is|are) ", self.counted))
        self.check(left == winners.count(None), f"{self.counted}: {winners.count(None)} without a winner")
        return self


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
        body, end = text.partition("\nlimit:")[0].partition("\n\n")[0], "\nlimit:"
        first, second = (re.escape(name) for name in table.names)
        swapped = re.sub(rf"^(\w+ +)({first}|{second})(?= )", lambda m: m[1] + table.names[m[2] == table.names[0]], body, flags=re.M)
        for other, what in [*changed_numbers(body.replace(" --samples 40", "")), (swapped, "names exchanged")]:
            changes += 1
            well.append(caught(recording, other + end))
            if not well[-1]:
                print(f"scores: a change is not seen: {what}")
    print(f"scores: {changes} changes; {sum(well)} passed, {len(well) - sum(well)} failed")
    return not all(well)


if __name__ == "__main__":
    sys.exit(main())
