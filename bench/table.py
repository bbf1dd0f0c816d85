#!/usr/bin/env python3
"""The table of all algorithms: bench/table.py TABLE.json [PAGE.md]

TABLE.json is what `bench/record.sh BUILD FOLDER table` has recorded, its files joined by bench/thin.py. Prints for each algorithm, of
its problems in their order, what `auto` takes, its microseconds in batches and the share of the limit: cells of the table in
docs/performance.md. With PAGE the rows of its table are to have these cells.
probes is left out: it is no problem of a size, its time is one operation's.
Exit status: 0, 1 if a row differs or an algorithm has none, 2 bad usage or input file.
"""
import itertools
import json
import sys


def cells(rows):
    """Strategies, microseconds and shares of the limit of one algorithm's problems."""
    takes = ", ".join(dict.fromkeys(r["strategy_chosen"] for r in rows))
    times = ", ".join(f"{r['median_ns'] / 1e3:#.3g}".rstrip(".") for r in rows)
    limits = itertools.groupby(rows, key=lambda r: r["limited_by"])
    shares = ", ".join(", ".join(f"{r['fraction'] * 100:.0f}" for r in same) + f"% ({limit})" for limit, same in limits)
    return [takes, times, shares]


def read(path):
    algorithms = {}
    for row in json.load(open(path, encoding="utf-8"))["records"]:
        if row["kind"] == "bench" and row["status"] == "ok" and row["strategy"] == "auto" and row["algorithm"] != "probes":
            algorithms.setdefault(row["algorithm"], []).append(row)
    return {name: cells(rows) for name, rows in algorithms.items()}


def written(path, names):
    """These three cells of a page's table, by algorithm."""
    rows, inside = {}, False
    for line in open(path, encoding="utf-8"):
        inside = line.startswith("|") and (inside or line.startswith("| | problem | takes | us |"))
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if inside and row[0] in names:
            rows[row[0]] = row[2:5]
    return rows


def main(paths):
    if len(paths) not in (1, 2):
        print(__doc__.split("\n", maxsplit=1)[0], file=sys.stderr)
        return 2
    try:
        measured = read(paths[0])
        page = written(paths[1], measured) if len(paths) == 2 else measured
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"table.py: {' '.join(paths)}: {error}; is it what record.sh's step table recorded?", file=sys.stderr)
        return 2
    for name, right in measured.items():
        print(f"{name} | {' | '.join(right)}")
    wrong = [name for name, right in measured.items() if page.get(name) != right]
    for name in wrong:
        print(f"table.py: {paths[1]}: {name}: {page.get(name, 'no row')}, measured {measured[name]}", file=sys.stderr)
    return 1 if wrong or not measured else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
