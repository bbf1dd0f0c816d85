#!/usr/bin/env python3
"""Makes recorded results files small enough for a repository.

thin.py FILE...             rewrites each results file in place
thin.py --into OUT FILE...  joins files of one label into one, and removes the joined files

Leaves out fields that are null or that no command reads. Times and rates have 7 digits. Timed rows keep all of their
samples. Rows of verify that agree in strategy, width and outcome become one row with the measures `rows` and `cases`.
Wrong or failed rows, traces and walks over a whole domain stay.
"""
import json
import os
import statistics
import sys

UNREAD = ("work_items", "error_found", "error_allowed", "compile_ms", "cached", "registers", "spills", "waits", "shape")
SAME = ("device", "algorithm", "strategy", "backend", "width_requested", "width_measured", "status", "reason")


def rounded(value):
    """7 significant digits, whole numbers without a point."""
    if isinstance(value, list):
        return [rounded(v) for v in value]
    if not isinstance(value, float):
        return value
    value = float(f"{value:.7g}")
    return int(value) if value.is_integer() else value


def thin_row(row):
    """A row without fields that are null or unread."""
    row = {k: rounded(v) if k.endswith(("_ns", "_per_s", "fraction")) else v for k, v in row.items() if v is not None}
    if row["kind"] == "bench":
        row = {k: v for k, v in row.items() if k not in UNREAD}
    if row.get("measures") in ({}, {"launches": 1}):
        del row["measures"]
    times = row.get("samples_ns")
    if times:
        row["median_ns"] = statistics.median(times)
        row["mad_ns"] = rounded(float(statistics.median(abs(t - row["median_ns"]) for t in times)))
        row["min_ns"] = min(times)
    return row


def is_counted(row):
    return (row["kind"] == "verify" and row["status"] not in ("mismatch", "error") and not row.get("trace")
            and "walked" not in (row.get("measures") or {}))


def thin(records):
    """The remaining rows, in order; a count replaces the first of its rows."""
    kept, counts = [], {}
    for row in records:
        if not is_counted(row):
            kept.append(thin_row(row))
            continue
        key = json.dumps([row.get(name) for name in SAME])
        if key not in counts:
            counts[key] = {"kind": "verify", **{k: row[k] for k in SAME if row.get(k) is not None}, "cases": 0,
                           "measures": {"rows": 0}}
            kept.append(counts[key])
        counts[key]["cases"] += row.get("cases") or 0
        counts[key]["measures"]["rows"] += (row.get("measures") or {}).get("rows", 1)
    return kept


def load(path):
    """A results file, or None."""
    with open(path, encoding="utf-8") as stream:
        document = json.load(stream)
    return document if "records" in document and "schema" in document else None


def write(path, document):
    """A row a line, as the command writes them."""
    def text(value):
        return json.dumps(value, separators=(",", ":"))
    rows = ",\n".join(text(row) for row in thin(document["records"]))
    head = {k: v for k, v in document.items() if k not in ("records", "devices", "finished")}
    tail = {k: document[k] for k in ("devices", "finished") if k in document}
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text(head)[:-1] + ',"records":[\n' + rows + "\n]," + text(tail)[1:] + "\n")


def join(paths):
    """One document of several: the head of the first, every row, every device once."""
    documents = [load(path) for path in paths]
    if not all(documents) or len({document["label"] for document in documents}) != 1:
        sys.exit("thin.py: only results files of one label can be joined")
    devices = {device["id"]: device for document in documents for device in document["devices"]}
    records = [row for document in documents for row in document["records"]]
    return {**documents[0], "records": records, "devices": list(devices.values())}


def main():
    if sys.argv[1:2] == ["--into"]:
        out, paths = sys.argv[2], sys.argv[3:]
        document = join(paths)
        for path in paths:
            os.remove(path)
        write(out, document)
        return
    for path in sys.argv[1:]:
        document = load(path)
        if document:
            write(path, document)


main()
