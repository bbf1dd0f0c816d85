#!/usr/bin/env python3
"""The table of all algorithms: bench/table.py TABLE.json [PAGE.md]

TABLE.json holds the joined files (bench/thin.py) of `bench/record.sh BUILD FOLDER table`. Prints one row per problem: the
strategy that `auto` takes, its microseconds in batches, and the percentage of the device's limit. With PAGE compares these
cells with the page's table, for algorithms of TABLE.json. Exit status: 0; 1 if the page has other or no rows of an
algorithm, or TABLE.json has none; 2 bad usage or input file.
"""
import json
import sys


def cells(row):
    """Strategy, microseconds, percent of the limit, and the limit; "-" if faster than the limit."""
    fraction, limit = row.get("fraction"), row.get("limited_by")
    percent = "-" if fraction is None else f"{fraction * 100:.0f}"
    return [row["strategy_chosen"], f"{row['median_ns'] / 1e3:#.3g}".rstrip("."), percent, "-" if fraction is None else limit]


def read(path):
    algorithms = {}
    for row in json.load(open(path, encoding="utf-8"))["records"]:
        if row["kind"] == "bench" and row["status"] == "ok" and row["strategy"] == "auto" and row["algorithm"] != "probes":
            algorithms.setdefault(row["algorithm"], []).append(cells(row))
    return algorithms


def written(path, names):
    """The same cells of a page's table, by algorithm."""
    rows, inside = {}, False
    for line in open(path, encoding="utf-8"):
        inside = line.startswith("|") and (inside or line.startswith("| algorithm | problem | strategy | us |"))
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if inside and row[0] in names:
            rows.setdefault(row[0], []).append(row[2:6])
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
    for name, rows in measured.items():
        for row in rows:
            print(f"| {name} | {' | '.join(row)} |")
    wrong = [name for name, right in measured.items() if page.get(name) != right]
    for name in wrong:
        print(f"table.py: {paths[1]}: {name}: {page.get(name, 'no row')}, measured {measured[name]}", file=sys.stderr)
    return 1 if wrong or not measured else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
