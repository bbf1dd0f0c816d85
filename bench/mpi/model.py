#!/usr/bin/env python3
"""The cost of a run over ranks: bench/mpi/model.py BUILD MPIRUN OUT.json [--ranks 1,2,4] [--seconds S] [--largest N]
                                                             [--cores-shared CORES]
                          bench/mpi/model.py --show OUT.json

Runs crosslane_mpi_scaling with each number of ranks. Fits the constants of the model of docs/machines.md and writes them
as JSON. Prints measured and predicted times, then the prediction for 1024 ranks:

    all(P, n) = launch + host + bytes(n) * k / bandwidth + round * ceil(log2 P) + byte * message * ceil(log2 P)

k is 1 if each rank has its own device. With --cores-shared all ranks compute on one CPU, and k is max(1, P / CORES).
launch and bandwidth are fitted to the seconds on the device, round and byte to the seconds between ranks; host is
the rest of the call. The least time over the runs counts. Ranks that share cores wait for the scheduler, so messages are
fitted to runs with a core per rank.
"""
import json
import math
import os
import subprocess
import sys


def rounds(ranks):
    return math.ceil(math.log2(ranks)) if ranks > 1 else 0


def sharing(ranks, cores):
    return max(1.0, ranks / cores) if cores else 1.0


def line(points):
    """a, b >= 0 of y = a u + b v by least squares of relative errors; points are (u, v, y)."""
    uu = uv = vv = uy = vy = 0.0
    for u, v, y in points:
        u, v = u / y, v / y
        uu, uv, vv, uy, vy = uu + u * u, uv + u * v, vv + v * v, uy + u, vy + v
    det = uu * vv - uv * uv
    if det > 1e-12 * uu * vv:
        a, b = (uy * vv - vy * uv) / det, (vy * uu - uy * uv) / det
        if a >= 0 and b >= 0:
            return a, b
        if a < 0:
            return 0.0, vy / vv
    return (uy / uu if uu else 0.0), 0.0


def name(row):
    return f"{row['algorithm']} {row['settings'].split()[0]}"


def on_device(rows, cores):
    """Constants of a device and its host. A single rank needs no totals of parts."""
    own = [r for r in rows if r["n"] > 0]
    launch, per_byte = line([(1.0, r["bytes"] * sharing(r["ranks"], cores), r["device_least"]) for r in own])
    host = sorted(r["all_least"] - r["device_least"] - r["between_least"] for r in own)
    return {"launch_s": launch, "s_per_byte": per_byte, "host_s": max(0.0, host[len(host) // 2])}


def fit(rows, cores):
    """Constants of each kind of run. Kinds send different numbers of messages, but share the time of a byte."""
    model = {}
    one = [r for r in rows if r["ranks"] == 1]
    big = [r for r in rows if r["ranks"] > 1 and (not cores or r["ranks"] <= cores)]
    for kind in sorted({name(r) for r in rows}):
        alone, together = ([r for r in rows_of if name(r) == kind] for rows_of in (one, big))
        # Without elements no rank waits for a device.
        still = [r for r in big if name(r) == kind and r["n"] == 0]
        steps = [(rounds(r["ranks"]), r["message"] * rounds(r["ranks"]), r["between_least"]) for r in still]
        some = together or alone
        model[kind] = on_device(some, cores) | {"alone": on_device(alone or some, cores), "round_s": 0.0,
                                                "message": some[0]["message"], "steps": steps}
    # Compares the largest message, a histogram's, with the smallest message of a histogram.
    most = max(model.values(), key=lambda m: m["message"])
    least = min((m for k, m in model.items() if k.startswith("histogram")), key=lambda m: m["message"])
    slopes = [(a[2] - b[2]) / (a[1] - b[1]) for a, b in zip(most["steps"], least["steps"])]
    byte = max(0.0, sorted(slopes)[len(slopes) // 2]) if slopes else 0.0
    for m in model.values():
        left = [(y - byte * v) / u for u, v, y in m.pop("steps")]
        m["round_s"] = max(0.0, sum(left) / len(left)) if left else 0.0
    return {"kinds": model, "s_per_message_byte_and_round": byte}


def predict(model, kind, bytes_moved, ranks, cores, message):
    m = model["kinds"][kind]
    here = m["alone"] if ranks == 1 else m
    device = here["launch_s"] + here["host_s"] + here["s_per_byte"] * bytes_moved * sharing(ranks, cores)
    between = (m["round_s"] + model["s_per_message_byte_and_round"] * message) * rounds(ranks)
    return device, between


def per_element(rows, kind, ranks):
    """Bytes that a device moves; a single rank needs no total of a scan."""
    own = [r for r in rows if name(r) == kind and r["n"] > 0]
    alike = [r for r in own if (r["ranks"] > 1) == (ranks > 1)]
    return (alike or own)[0]["bytes"] / (alike or own)[0]["n"]


def show(document):
    rows, model, cores = document["rows"], document["model"], document["cores_shared"]
    print("| run | launch, us | host, us | GB/s | a round of messages, us |")
    print("|---|---|---|---|---|")
    both = [(k + w, m) for k, of in model["kinds"].items()
            for w, m in (("", of), (", alone", of["alone"] | {"round_s": 0.0}))]
    for kind, m in both:
        speed = f"{1e-9 / m['s_per_byte']:.2f}" if m["s_per_byte"] else "-"
        print(f"| {kind} | {m['launch_s'] * 1e6:.0f} | {m['host_s'] * 1e6:.0f} | {speed} | {m['round_s'] * 1e6:.1f} |")
    print(f"\nA byte of a message, per round: {model['s_per_message_byte_and_round'] * 1e9:.3f} ns\n")
    print("| run | n of a rank | ranks | median, us | least, us | predicted, us | predicted : least | in MPI |")
    print("|---|---|---|---|---|---|---|---|")
    for r in rows:
        if r["n"] == 0:
            continue
        device, between = predict(model, name(r), r["bytes"], r["ranks"], cores, r["message"])
        print(f"| {name(r)} | {r['n']} | {r['ranks']} | {r['all'] * 1e6:.0f} | {r['all_least'] * 1e6:.0f} | "
              f"{(device + between) * 1e6:.0f} | {(device + between) / r['all_least']:.2f} | "
              f"{100 * r['between_least'] / r['all_least']:.0f} % |")
    print("\nPredicted for devices of their own, as fast as this one, and messages as fast as here:\n")
    print("| run | n in all | 1 rank, us | 64 ranks | 1024 ranks | speed-up by 1024 | in MPI |")
    print("|---|---|---|---|---|---|---|")
    for kind in model["kinds"]:
        for n in (1 << 24, 1 << 30, 1 << 36):
            wide = 2 if kind.startswith("histogram") and n >= 1 << 32 else 1  # counts in 64 bits
            times = {p: predict(model, kind, per_element(rows, kind, p) * n / p, p, 0,
                                wide * model["kinds"][kind]["message"])
                     for p in (1, 64, 1024)}
            total = {p: sum(t) for p, t in times.items()}
            print(f"| {kind} | 2^{int(math.log2(n))} | {total[1] * 1e6:.0f} | {total[64] * 1e6:.0f} | "
                  f"{total[1024] * 1e6:.0f} | {total[1] / total[1024]:.0f} | {100 * times[1024][1] / total[1024]:.0f} % |")


def main():
    words = sys.argv[1:]
    if words[:1] == ["--show"]:
        with open(words[1]) as f:
            show(json.load(f))
        return
    build, mpirun, out = words[:3]
    counts = [int(w) for w in words[words.index("--ranks") + 1].split(",")] if "--ranks" in words else [1, 2, 4]
    seconds = words[words.index("--seconds") + 1] if "--seconds" in words else "0.5"
    largest = words[words.index("--largest") + 1] if "--largest" in words else "4194304"
    # 0: every rank has its own device. Else limit the driver to one core per rank (docs/machines_measured.md).
    cores = int(words[words.index("--cores-shared") + 1]) if "--cores-shared" in words else 0
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    version = subprocess.run([mpirun, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    over = ["--oversubscribe"] if "Open MPI" in version or "OpenRTE" in version else []
    rows = []
    for ranks in counts:
        done = subprocess.run([mpirun, *over, "-n", str(ranks), f"{build}/crosslane_mpi_scaling", seconds, largest],
                              capture_output=True, text=True, env=environment)
        if done.returncode:
            sys.exit(f"{ranks} ranks: {done.stderr.strip()}")
        rows += [json.loads(text) for text in done.stdout.splitlines()]
    document = {"mpi": version, "cores_shared": cores, "rows": rows, "model": fit(rows, cores)}
    with open(out, "w") as f:
        json.dump(document, f, indent=1)
        f.write("\n")
    show(document)


if __name__ == "__main__":
    main()
