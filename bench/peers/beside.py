#!/usr/bin/env python3
"""Compares with CUB: `bench/peers/beside.py OURS.json... CUB.txt...`

OURS are results files of `crosslane bench` of reduce, scan, compact, sort, topk and runs, CUB the output of `cub`, a pair
for each round. Prints for each problem that both have the medians over the rounds, in batches and as single calls, and
CUB's time divided by ours; then geometric means, without rows whose empty launch takes as long as CUB's whole call.
Problems of compact match only if they keep as many elements. Rows without a partner are named. Exit status: 0, 1 if a
row of ours has no partner, 2 bad usage or input file.
"""
import json
import math
import statistics
import sys

NAMES = {"cub::DeviceReduce::Reduce": "reduce", "cub::DeviceScan::InclusiveScan": "scan", "cub::DeviceSelect::If": "compact",
         "cub::DeviceRadixSort": "sort", "cub::DeviceTopK::MaxPairs": "topk", "cub::DeviceRunLengthEncode::Encode": "runs"}
SIZES = {"u32": 4, "i32": 4, "f32": 4, "u64": 8}
# Of DeviceSelect::If: the share that is kept, our distribution, and how many neighbours share their fate.
KEPT = {"half": (1 / 2, "uniform", 1), "rare": (1 / 1024, "uniform", 1), "runs": (1 / 2, "runs", 300)}


def kept(row):
    """The kind of a problem of compact, by the share that was written; None: none of CUB's."""
    n = row["params"]["n"]
    share = row["bytes"] / (n * SIZES[row["type"]]) - 1.0
    # Random inputs keep more or less (3 standard deviations); the count is written too.
    for kind, (of, distribution, together) in KEPT.items():
        if row["distribution"] == distribution and abs(share - of) <= 3.0 * math.sqrt(of * together / n) + 4.0 / n:
            return kind
    return None


def kind_of(row):
    """The kind of a row's problem in CUB's words."""
    of, params = row["algorithm"], row["params"]
    if of == "compact":
        return kept(row)
    if of == "sort":
        return "keys" if params["value"] == "none" else "pairs"
    return f"k{params['k']:.0f}" if of == "topk" else row["distribution"] if of == "runs" else params["operator"]


def add(times, key, batched, alone, floor=0.0):
    times.setdefault(key, []).append((batched, alone, floor))


def read_ours(path, times, alone):
    for row in json.load(open(path, encoding="utf-8"))["records"]:
        if row["kind"] != "bench" or row["status"] != "ok" or row["algorithm"] not in NAMES.values():
            continue
        kind = kind_of(row)
        name = (row["algorithm"], row["type"], kind, int(row["params"]["n"]))
        if kind is None:
            alone.append(f"{path}: {name[0]} {name[1]} n={name[3]} threshold={row['params']['threshold']:.0f}: no problem of CUB's keeps as much")
        else:
            add(times, name, row["median_ns"] / 1e3, row.get("single_event_ns", math.nan) / 1e3, row["floor_ns"] / 1e3)


def read_cub(path, times):
    for line in open(path, encoding="utf-8"):
        row = json.loads(line) if line.startswith("{") else {}
        if row.get("what") in NAMES and row["right"]:
            add(times, (NAMES[row["what"]], row["type"], row["kind"], row["n"]), row["batched_us"], row["median_us"])


def mean(ratios):
    ratios = [r for r in ratios if r == r]
    return f"{math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}, least {min(ratios):.2f}" if ratios else "unknown"


def main(paths):
    if not paths or not all(p.endswith((".json", ".txt")) for p in paths):
        print(__doc__.split("\n", maxsplit=1)[0], file=sys.stderr)
        return 2
    ours, cub, without, groups = {}, {}, [], {}
    for path in paths:
        try:
            if path.endswith(".json"):
                read_ours(path, ours, without)
            else:
                read_cub(path, cub)
        except (OSError, ValueError, KeyError) as error:
            print(f"beside.py: {path}: {error}; a results file of crosslane bench (.json), or what cub printed (.txt)?", file=sys.stderr)
            return 2
    without += [f"{' '.join(map(str, k))}: CUB's is missing" for k in ours if k not in cub]
    for key in sorted(k for k in ours if k in cub):
        batched, alone, floor = (statistics.median(column) for column in zip(*ours[key]))
        peer, peer_alone, _ = (statistics.median(column) for column in zip(*cub[key]))
        counts = floor < 0.98 * peer
        print(f"{key[0]} {key[1]} {key[2]} {key[3]}: {batched:.1f}, CUB {peer:.1f}, {peer / batched:.2f}; "
              f"alone {alone:.1f}, CUB {peer_alone:.1f}, {peer_alone / alone:.2f}" + ("" if counts else "; an empty launch takes as long"))
        for group in ([key[0]] if counts else []) + ([f"{key[0]} from 2^22 on"] if counts and key[3] >= 1 << 22 else []):
            groups.setdefault(group, []).append((peer / batched, peer_alone / alone))
    for group, ratios in sorted(groups.items()):
        print(f"{group}: {len(ratios)} problems, batched {mean([r for r, _ in ratios])}; alone {mean([r for _, r in ratios])}")
    for line in without:
        print(f"beside.py: {line}", file=sys.stderr)
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
