#!/usr/bin/env python3
"""usage: random_calls.py [CALLS [SEED [MODULE_FOLDER]]]

Makes random calls of the Python module (default 1000, seed 52), right and wrong, on the first device. A right call must
agree with NumPy; a wrong one must raise crosslane.Error with one line. With pyopencl also tests buffers, several queues
and contexts, and threads. Memory must not grow. A separate process makes the calls, so that a crash or a hang is one
failure. MODULE_FOLDER: another version of the module; right calls that it refuses are no failures. Status 1: something
failed.
"""
import collections
import faulthandler
import functools
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
CALLS, SEED = [int(text) for text in (sys.argv[1:3] + ["1000", "52"][len(sys.argv[1:3]):])]
FOLDER = sys.argv[3] if len(sys.argv) > 3 else str(ROOT / "host" / "python")
QUIET, MOST_GROWTH = 120, 128 << 20  # seconds that a call may take; bytes that memory may grow after the first fifth
SHOWN = 20


def parent():
    """Starts workers; each continues after the call at which the last one died."""
    first, failures, refused = 0, collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        at, shown = pathlib.Path(folder) / "at", 0
        while first < CALLS:
            at.write_bytes(struct.pack("q", first))
            worker = subprocess.Popen([sys.executable, __file__, str(CALLS), str(SEED), FOLDER, str(at)], stdout=subprocess.PIPE, text=True)
            hung, done = [], threading.Event()
            threading.Thread(target=watch, args=(worker, at, hung, done), daemon=True).start()
            for line in worker.stdout:
                kind, name, words = line.rstrip("\n").split("\t", 2)
                refused += kind == "refused"
                failures[name] += kind == "failed"
                shown += kind == "failed"
                if kind == "failed" and shown <= SHOWN:
                    print(f"random_calls: {name}: {words}")
            status = worker.wait()
            done.set()
            last = struct.unpack("q", at.read_bytes()[:8])[0]
            if status == 0:
                break
            failures["crash" if not hung else "hang"] += 1
            print(f"random_calls: call {last}: {'no answer' if hung else f'ended with status {status}'}")
            first = last + 1
    total = sum(failures.values())
    print(f"{CALLS} calls, seed {SEED}: {total} failed", dict(failures), f"{refused} right calls were refused" if refused else "")
    return total > 0 or refused > 0


def watch(worker, at, hung, done):
    before = None
    while not done.wait(QUIET):
        now = at.read_bytes()
        if now == before:
            hung.append(True)
            worker.kill()
            return
        before = now


if len(sys.argv) < 5:
    sys.exit(parent())

sys.path.insert(0, FOLDER)
import numpy as np
import crosslane

try:
    import pyopencl as cl
    import pyopencl.array
except ImportError:
    cl = None
WRONG = object()  # what a call that has to be refused gives
KINDS = [np.uint32, np.int32, np.uint64, np.int64, np.float32, np.float64]
Case = collections.namedtuple("Case", "name run want")  # want: {field: array} or WRONG


def length(r):
    return int(r.integers(0, 40)) if r.random() < 0.3 else int(r.integers(1, 5001))


def numbers(r, kind, n, most=100):
    return r.integers(0, most, n).astype(kind)


def form(r, x):
    which = r.integers(0, 6)
    if which == 0:
        return np.repeat(x, 2)[::2]
    if which == 1:
        return x.astype(x.dtype.newbyteorder(">"))
    if which == 2:
        return x[::-1][::-1]
    return x


# ---- right calls ---------------------------------------------------------------------------------------------------------

def reduced(r):
    x = numbers(r, KINDS[r.integers(0, 6)], max(1, length(r)))
    word, right = [("add", np.sum), ("min", np.min), ("max", np.max)][r.integers(0, 3)]
    return Case("reduce", lambda: crosslane.reduce(form(r, x), operator=word), {"result": right(x).astype(x.dtype)})


def scanned(r):
    x, start, given = numbers(r, KINDS[r.integers(0, 6)], length(r)), int(r.integers(0, 50)), r.random() < 0.3
    before = np.full(1, start if given else 0, x.dtype)
    sums, kind = before + np.cumsum(x, dtype=x.dtype), ["inclusive", "exclusive"][r.integers(0, 2)]
    want = sums if kind == "inclusive" else (sums - x).astype(x.dtype)
    more = {"initial": before} if given else {}
    if r.random() < 0.2:
        out = np.zeros_like(x)
        return Case("scan, out=", lambda: crosslane.scan(x, kind=kind, out=out, **more) is out and out, {"y": want})
    return Case("scan", lambda: crosslane.scan(form(r, x), kind=kind, **more), {"y": want})


def sorted_(r):
    x, how = numbers(r, KINDS[r.integers(0, 6)], length(r), 1000), r.integers(0, 4)
    order = np.argsort(x, kind="stable")
    if how == 0:
        values = numbers(r, KINDS[r.integers(0, 6)], x.size)
        return Case("sort, values", lambda: crosslane.sort(x, values), {"sorted_keys": x[order], "sorted_values": values[order]})
    if how == 1:
        return Case("sort, in place", lambda: crosslane.sort(x, in_place=True), {"sorted_keys": x[order].copy()})
    return Case("sort", lambda: crosslane.sort(form(r, x)), {"sorted_keys": x[order]})


def compacted(r):
    x, at, how = numbers(r, KINDS[r.choice([0, 1, 2, 4])], length(r)), int(r.integers(0, 100)), r.integers(0, 4)
    if how == 0:
        flags = r.random(x.size) < 0.5
        return Case("compact, flags", lambda: crosslane.compact(x, flags), {"kept": x[flags]})
    if how == 1:
        room = int(r.integers(0, 50))
        kept = x[x < at]
        return Case("compact, capacity", lambda: crosslane.compact(x, keep="below", threshold=at, capacity=room),
                    {"kept": kept[:room], "count": np.uint32(kept.size)})
    word, kept = [("below", x[x < at]), ("above", x[x > at])][r.integers(0, 2)]
    return Case("compact", lambda: crosslane.compact(form(r, x), keep=word, threshold=at), {"kept": kept})


def expanded(r):
    x = numbers(r, np.uint32, length(r))
    repeat = numbers(r, np.uint32, x.size, 4)
    return Case("expand", lambda: crosslane.expand(x, repeat), {"out": np.repeat(x, repeat)})


def counted(r):
    x, buckets = numbers(r, np.uint8, length(r), 200), 256
    return Case("histogram", lambda: crosslane.histogram(x, buckets=buckets), {"counts": np.bincount(x, minlength=buckets).astype(np.uint32)})


def listed(r):
    x = numbers(r, np.int64, int(r.integers(1, 40)))
    return Case("a list", lambda: crosslane.scan(x.tolist(), type="u32"), {"y": np.cumsum(x, dtype=np.uint32)})


# ---- wrong calls ---------------------------------------------------------------------------------------------------------

def odd(r):
    """No array, number or word for the call."""
    return [object(), {}, {1}, "foo", b"foo", 1j, None, float("nan"), [[1], [1, 2]], np.datetime64(1, "s"), lambda: 0, "max\0min",
            2**70, -1, True, np.zeros(3, complex), np.array("x"), type, ..., slice(3)][r.integers(0, 20)]


def refused(r):
    x, n = numbers(r, np.uint32, int(r.integers(2, 30))), int(r.integers(1, 1000))
    masked, thing = np.ma.array(x, mask=r.random(x.size) < 0.5), odd(r)
    choices = [
        ("a masked array", lambda: crosslane.reduce(masked)),
        ("masked values", lambda: crosslane.sort(x, masked)),
        ("a type that there is not", lambda: crosslane.scan(x.astype(np.float16))),
        ("two dimensions", lambda: crosslane.scan(np.ones((2, n), np.uint32))),
        ("an unknown parameter", lambda: crosslane.reduce(x, **{f"dump{n}": n})),
        ("a size that differs", lambda: crosslane.sort(x, np.ones(x.size + n, np.uint32))),
        ("lanes past 32 bits", lambda: crosslane.reduce(x, lanes=2**32 * n + 8)),
        ("lanes that are true", lambda: crosslane.reduce(x, lanes=True)),
        ("a word with an end", lambda: crosslane.reduce(x, operator=f"max\0{n}")),
        ("a device that is false", lambda: crosslane.reduce(x, device=False)),
        ("a folder that is not there", lambda: crosslane.device().using(kernel_dir=f"/none{n}")),
        ("an option that there is not", lambda: crosslane.device().using(**{f"foo{n}": 1})),
        ("a backend that there is not", lambda: crosslane.device().widths(f"foo{n}")),
        ("values that are dropped", lambda: crosslane.sort(x, x, value="none")),
        ("a threshold that is not read", lambda: crosslane.compact(x, keep="nonzero", threshold=n)),
        ("too many copies", lambda: crosslane.expand(x[:2], np.full(2, 2**31 + n, np.uint32), capacity=8)),
        ("a number that does not fit", lambda: crosslane.scan([-n], type="u32")),
        ("a plan without sizes", lambda: crosslane.device().plan("scan", type="uint32")),
        ("a device past the last", lambda: crosslane.reduce(x, device=1000 + n)),
        ("an algorithm that there is not", lambda: crosslane.trace(f"scan{n}", x)),
        ("events that are a number", lambda: crosslane.reduce(x, wait_for=n)),
        ("an odd array", lambda: crosslane.reduce(0.5 if thing is None else thing)),
        ("an odd word", lambda: crosslane.reduce(x, operator=[] if thing is None or isinstance(thing, (int, float)) else thing)),
        ("an odd strategy", lambda: crosslane.reduce(x, strategy=[] if thing is None else thing)),
        ("an odd type", lambda: crosslane.reduce(x, type=0 if thing is None else thing)),
        ("odd lanes", lambda: crosslane.reduce(x, lanes=thing)),
        ("odd items", lambda: crosslane.reduce(x, items=thing)),
        ("an odd queue", lambda: crosslane.reduce(x, queue=0.5 if thing is None else thing)),
        ("an odd device", lambda: crosslane.reduce(x, device=0.5 if thing is None else thing)),
        ("an odd output", lambda: crosslane.scan(x, y=0.5 if thing is None else thing)),
    ]
    if r.random() < 0.02:
        choices = [("events that are numbers", lambda: crosslane.reduce(x, wait_for=[n]))]
    return Case(*choices[r.integers(0, len(choices))], WRONG)


# ---- on the device -------------------------------------------------------------------------------------------------------

@functools.lru_cache(maxsize=1)
def contexts():
    """Two, kept: on some drivers a queue does not keep its context alive."""
    chosen = [one for platform in cl.get_platforms() for one in platform.get_devices()][:1]
    return cl.Context(chosen), cl.Context(chosen)


@functools.lru_cache(maxsize=1)
def places():
    """Two in-order and two out-of-order queues of each context."""
    order = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    return [[cl.CommandQueue(context, properties=properties) for properties in (0, 0, order, order)] for context in contexts()]


def on_device(r):
    """A chain of two runs on queues of one context, ordered only by the arrays' events."""
    queues = places()[r.integers(0, 2)]
    one, two = (queues[i] for i in r.integers(0, 4, 2))
    x = numbers(r, KINDS[r.integers(0, 4)], max(1, length(r)), 50)
    skip = int(r.choice([0, 0, 256]))
    whole = np.concatenate([np.zeros(skip, x.dtype), x])

    def run():
        given, middle, out = cl.array.to_device(one, whole)[skip:], cl.array.empty(one, x.size, x.dtype), cl.array.empty(two, x.size, x.dtype)
        start = cl.UserEvent(one.context) if r.random() < 0.3 else None
        if start:
            given.add_event(cl.enqueue_copy(one, given.base_data, whole.copy(), is_blocking=False, wait_for=[start]))
        waits = [None, (), iter([])][r.integers(0, 3)]
        crosslane.scan(given, y=middle, queue=one, **({} if waits is None else {"wait_for": waits}))
        event = crosslane.sort(middle, sorted_keys=out, order="descending", queue=two)
        if start:
            one.flush()
            two.flush()
            start.set_status(cl.command_execution_status.COMPLETE)
        event.wait()
        return out.get(two)

    return Case("a chain on queues", run, {"": np.sort(np.cumsum(x, dtype=x.dtype))[::-1]})


def in_buffers(r):
    queue, x = places()[r.integers(0, 2)][r.integers(0, 2)], numbers(r, np.uint32, max(1, length(r)))
    flags, part = cl.mem_flags, r.random() < 0.5
    word = ["u32", "uint32"][r.integers(0, 2)]

    def run():
        given = cl.Buffer(queue.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=np.concatenate([np.zeros(1024, np.uint32), x]))
        out = cl.Buffer(queue.context, flags.READ_WRITE, 8192 + x.nbytes)
        source = given[4096:4096 + x.nbytes]
        target = out[8192:8192 + x.nbytes] if part else out
        crosslane.scan(source, y=target, queue=queue, n=x.size, type=word if word == "uint32" else np.uint32).wait()
        found = np.empty_like(x)
        cl.enqueue_copy(queue, found, out, src_offset=8192 if part else 0)
        return found

    return Case("sub-buffers", run, {"": np.cumsum(x, dtype=np.uint32)})


def threads(r):
    """Four concurrent threads, each with its own queue or NumPy arrays, with the same plan."""
    queues, x = places()[r.integers(0, 2)], numbers(r, np.uint32, 500 + int(r.integers(0, 3)))
    found = [None] * 4

    def one(i):
        try:
            if i % 2:
                found[i] = crosslane.sort(x)
            else:
                out = cl.array.empty(queues[i], x.size, x.dtype)
                crosslane.sort(cl.array.to_device(queues[i], x), sorted_keys=out).wait()
                found[i] = out.get(queues[i])
        except Exception as error:
            found[i] = error

    def run():
        all_ = [threading.Thread(target=one, args=(i,)) for i in range(4)]
        for thread in all_:
            thread.start()
        for thread in all_:
            thread.join()
        for error in found:
            if isinstance(error, Exception):
                raise error
        return np.stack([getattr(one, "sorted_keys", one) for one in found])

    return Case("threads", run, {"": np.stack([np.sort(x)] * 4)})


def wrong_on_device(r):
    here, there = places()
    queue, x = here[r.integers(0, 2)], numbers(r, np.uint32, int(r.integers(2, 30)))
    n = x.size

    def scan(given=None, out=None, **how):
        given = cl.array.to_device(queue, x) if given is None else given
        return crosslane.scan(given, y=cl.array.empty(queue, n, np.uint32) if out is None else out, **how).wait()

    choices = [
        ("buffers without sizes", lambda: scan(cl.array.to_device(queue, x).data, queue=queue, type="uint32", out=cl.Buffer(queue.context, 1, 1 << 26))),
        ("buffers without a type", lambda: scan(cl.array.to_device(queue, x.astype(np.float32)).data, cl.array.to_device(queue, x).data, queue=queue, n=n)),
        ("a buffer of another context", lambda: scan(out=cl.array.empty(there[0], n, np.uint32))),
        ("a NumPy array among others", lambda: scan(out=np.zeros_like(x))),
        ("a stride", lambda: scan(given=cl.array.to_device(queue, np.repeat(x, 2))[::2])),
        ("an output of another length", lambda: scan(out=cl.array.empty(queue, n + 1, np.uint32))),
        ("an output of another type", lambda: scan(out=cl.array.empty(queue, n, np.int32))),
        ("an odd event", lambda: scan(wait_for=0.5)),
        ("an array of floats in a plan of whole numbers", lambda: crosslane.device(queue).plan("scan", type="uint32", n=n)(
            queue, x=cl.array.to_device(queue, x.astype(np.float32)), y=cl.array.empty(queue, n, np.uint32)).wait()),
    ]
    if r.random() < 0.02:
        def released():
            buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, x.nbytes)
            buffer.release()
            scan(buffer, queue=queue, n=n, type="uint32")
        choices = [("a released buffer", released)]
    return Case(*choices[r.integers(0, len(choices))], WRONG)


# ---- judging -------------------------------------------------------------------------------------------------------------

def agrees(got, want):
    for field, right in want.items():
        found = getattr(got, field, got) if field else got
        found, right = np.asarray(found), np.asarray(right)
        if found.dtype != right.dtype or not np.array_equal(found.reshape(-1), right.reshape(-1)):
            return False
    return True


def judge(case, own):
    """None, or the reason: (failed or refused, words)."""
    try:
        got = case.run()
    except crosslane.Error as error:
        if case.want is not WRONG:
            return "failed" if own else "refused", f"refused: {error}"
        return None if str(error) and "\n" not in str(error) else ("failed", "no single line")
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"
    if case.want is WRONG:
        return "failed", "was taken"
    return None if agrees(got, case.want) else ("failed", f"is not what NumPy has: {got}"[:200])


def memory():
    try:
        words = pathlib.Path("/proc/self/statm").read_text().split()
    except OSError:
        return 0
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE")


def worker():
    faulthandler.enable()
    kinds = [reduced, scanned, sorted_, compacted, expanded, counted, listed, refused, refused]
    kinds += [on_device, on_device, in_buffers, wrong_on_device, threads] if cl else []
    own, start = FOLDER == str(ROOT / "host" / "python"), None
    with open(sys.argv[4], "r+b", buffering=0) as at:
        for call in range(struct.unpack("q", at.read(8))[0], CALLS):
            os.pwrite(at.fileno(), struct.pack("q", call), 0)
            r = np.random.default_rng([SEED, call])
            case = kinds[r.integers(0, len(kinds))](r)
            failure = judge(case, own)
            if failure:
                print(failure[0], case.name, f"call {call}: {failure[1]}".replace("\n", " "), sep="\t", flush=True)
            if call == CALLS // 5 and CALLS >= 5000:  # before, drivers still compile and fill caches
                start = memory()
    if start is not None and memory() - start > MOST_GROWTH:
        print("failed", "memory", f"grew by {(memory() - start) >> 20} MiB", sep="\t", flush=True)


worker()
