#!/usr/bin/env python3
"""usage: check.py [--whole]

Compares the Python module with NumPy on every listed device; tests wrong input and the notebook. --whole requires NumPy,
pyopencl and two devices, and compares more. Otherwise missing parts are named; without NumPy: "skipped". Planted wrong
kernels, a wrong struct layout and a wrong notebook must be detected. Ends with "N passed, M failed".
"""
import contextlib
import ctypes
import io
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host" / "python"), str(ROOT / "tests" / "python")]
WHOLE = "--whole" in sys.argv[1:]
try:
    import numpy as np
except ImportError:
    print("python: skipped: no NumPy here")
    sys.exit(1 if WHOLE else 0)
import crosslane
import notebook
from crosslane import _library

passed, failed = 0, 0
RANDOM = np.random.default_rng(33)


def check(what, right):
    global passed, failed
    passed, failed = passed + bool(right), failed + (not right)
    if not right:
        print(f"python: {what}")


def refused(what, status, words, run):
    """One exception of the module, with this status and these words in one line."""
    try:
        run()
        check(f"{what}: was taken", False)
    except crosslane.Error as error:
        line = str(error)
        check(f"{what}: {error.status}, {line}", error.status == status and words in line and "\n" not in line)


# ---- against NumPy ---------------------------------------------------------------------------------------------------

def integers(kind, n, least=0, most=100):
    return RANDOM.integers(least, most, n).astype(kind)


def scanned(x, **how):
    """True for a running sum in whole numbers."""
    return np.array_equal(crosslane.scan(x, **how), np.cumsum(x, dtype=x.dtype))


def small(place):
    x, u = integers(np.int32, 1037, -50, 50), integers(np.uint32, 1037)
    check(f"{place}: reduce max", crosslane.reduce(x, operator="max", device=place) == x.max())
    check(f"{place}: every other element", crosslane.reduce(x[::2], operator="max", device=place) == x[::2].max())
    check(f"{place}: scan", scanned(u, device=place))
    bytes_ = integers(np.uint8, 5000, 0, 256)
    counts = crosslane.histogram(bytes_, buckets=256, device=place)
    check(f"{place}: histogram", counts.dtype == np.uint32 and np.array_equal(counts, np.bincount(bytes_, minlength=256)))
    kept = crosslane.compact(u, keep="below", threshold=30, strategy="atomic", device=place) # in any order
    check(f"{place}: compact", np.array_equal(np.sort(kept), np.sort(u[u < 30])))


def more(place):
    for kind in ("int64", "float64"):
        x = integers(kind, 1000, 0, 1000)
        check(f"{place}: reduce {kind}", crosslane.reduce(x, device=place) == x.sum())
        check(f"{place}: min {kind}", crosslane.reduce(x, operator="min", device=place).dtype == np.dtype(kind))
    big = integers(np.uint32, 777).astype(">u4")
    check(f"{place}: big-endian", crosslane.reduce(big, device=place) == big.sum())
    u, before = integers(np.uint32, 500), np.array([7], np.uint32)
    exclusive = crosslane.scan(u, before, kind="exclusive", lanes=4, device=place)
    check(f"{place}: exclusive scan behind another", np.array_equal(exclusive, 7 + np.cumsum(u, dtype=np.uint32) - u))
    repeat = integers(np.uint32, 500, 0, 4)
    out = crosslane.expand(u, repeat, strategy="stable", device=place)
    check(f"{place}: expand", np.array_equal(out, np.repeat(u, repeat)))
    flags = integers(np.uint8, 500, 0, 2).astype(bool)
    kept = crosslane.compact(u, flags, strategy="stable", device=place)
    check(f"{place}: compact by flags", np.array_equal(kept, u[flags]))
    values = RANDOM.random(500)
    pairs = crosslane.sort(values=values, keys=u, device=place)
    order = np.argsort(u, kind="stable")
    check(f"{place}: sort of pairs", np.array_equal(pairs.sorted_keys, u[order]) and np.array_equal(pairs.sorted_values, values[order]))
    first = crosslane.sort(u, count=np.array([7], np.uint64), device=place)
    check(f"{place}: sort of the first", np.array_equal(first.sorted_keys, np.sort(u[:7])) and first.status == 0)
    total = crosslane.reduce(u, count=np.array([u.size + 1], np.uint32), device=place)
    check(f"{place}: a count above", total.result == u.sum(dtype=np.uint32) and total.status == 1)
    check(f"{place}: sort of keys", np.array_equal(crosslane.sort(u, order="descending", device=place), u[order][::-1]))
    for kind in (np.uint8, np.uint16):
        narrow = integers(kind, 3000, 0, 200)
        pairs, order = crosslane.sort(narrow, np.arange(3000), device=place), np.argsort(narrow, kind="stable")
        check(f"{place}: sort of {np.dtype(kind)}", np.array_equal(pairs.sorted_keys, narrow[order]) and np.array_equal(pairs.sorted_values, order))
    picture = RANDOM.random((6, 8, 3), np.float32)
    sums = crosslane.quad(picture, device=place).sums
    right = picture.reshape(3, 2, 4, 2, 3).sum((1, 3))
    check(f"{place}: sums of quads", sums.shape == right.shape and np.allclose(sums, right, rtol=1e-6))
    x, t = RANDOM.random((5, 40, 2), np.float32), RANDOM.random((5, 40), np.float32)
    colour = np.zeros((5, 2))
    for i in range(40):
        colour = colour * (1 - t[:, i, None].astype(float)) + x[:, i] * t[:, i, None].astype(float)
    check(f"{place}: lerp", np.allclose(crosslane.lerp(x, t, device=place), colour, atol=1e-5))
    check(f"{place}: nothing", crosslane.scan(np.zeros(0, np.uint32), device=place).shape == (0,))


def shared(place):
    """Inputs that a processor's kernels read in place: at any address, read only, also an output."""
    whole = integers(np.uint32, 4099)
    for start in range(5):
        x, kept = whole[start:], whole[start:].copy()
        sums = np.cumsum(kept, dtype=np.uint32)
        check(f"{place}: an input from element {start}", np.array_equal(crosslane.scan(x, device=place), sums) and np.array_equal(x, kept))
        kept.flags.writeable = False
        check(f"{place}: an input that is read only", np.array_equal(crosslane.scan(kept, device=place), sums))
        check(f"{place}: an input that is the output", crosslane.scan(x, out=x, device=place) is x and np.array_equal(x, sums))


def spare_buffers(place):
    """Buffers of ended calls are used again, within a bound, and never by two calls."""
    from crosslane import _plan
    spare, x = _plan.spare, np.zeros(50000, np.uint32)
    crosslane.free()
    check("free() releases the buffers", spare.held == 0)
    crosslane.scan(x, device=place)
    after_one = spare.held
    crosslane.scan(x, device=place)
    check("a buffer is used again", 0 < after_one == spare.held)
    taken = [spare.take(place._key, place.context, x.nbytes) for _ in range(3)]
    check("one buffer per user", len(set(taken)) == 3)
    most, spare.bytes = spare.bytes, 2 * x.nbytes
    for one in taken:
        spare.give(place._key, x.nbytes, one)
    check("a bound in bytes", spare.held <= spare.bytes)
    spare.bytes = most


def along(place):
    """axis= and the functions that NumPy users look for, compared with NumPy's."""
    x = integers(np.uint32, (7, 33), 0, 9)
    for axis in (0, 1, -1, -2):
        on = {"axis": axis, "device": place}
        check(f"{place}: reduce {axis}", np.array_equal(crosslane.reduce(x, **on), x.sum(axis, dtype=np.uint32)))
        check(f"{place}: scan {axis}", np.array_equal(crosslane.scan(x, **on), x.cumsum(axis, dtype=np.uint32)))
        pairs, order = crosslane.sort(x, np.arange(x.size).reshape(x.shape), **on), np.argsort(x, axis, kind="stable")
        check(f"{place}: sort {axis}", np.array_equal(pairs.sorted_keys, np.sort(x, axis)))
        check(f"{place}: sorted values {axis}", np.array_equal(np.take_along_axis(x, order, axis), x.flat[pairs.sorted_values]))
        found, first = crosslane.topk(x, k=3, which="smallest", **on), np.sort(np.take(order, range(3), axis), axis)
        check(f"{place}: topk {axis}", np.array_equal(found.positions, first) and np.array_equal(found.values, np.take_along_axis(x, first, axis)))
    check(f"{place}: topk of a row", np.array_equal(crosslane.topk(x[0], k=40, device=place).values, x[0]))
    none = np.zeros((0, 4), np.float32)
    check(f"{place}: empty rows", crosslane.reduce(none.astype(np.uint32), axis=0, device=place).tolist() == [0] * 4)
    y = RANDOM.random((3, 4, 50), np.float32)
    y[1, 2, 30:33] = np.nan, -np.nan, np.inf
    y[0, 0, :3], y[2, 3, 4:6] = -np.inf, (2, 2)
    for axis in (0, 1, 2, None):
        check(f"{place}: argmax {axis}", np.array_equal(crosslane.argmax(y, axis, device=place), y.argmax(axis)))
        check(f"{place}: argmin {axis}", np.array_equal(crosslane.argmin(y, axis, device=place), y.argmin(axis)))
    zeros = np.array([0.0, -0.0, 0.0])
    check(f"{place}: zeros are equal", crosslane.argmin(zeros, device=place) == 0 and crosslane.argmax(-zeros, device=place) == 0)
    for z in (x, y, zeros, integers(np.int64, 3000, -40, 40), np.zeros(0, np.int32), [3, 1, 3], [True, False]):
        right = np.unique(z, return_index=True, return_counts=True)
        several = zip(crosslane.unique(z, return_index=True, return_counts=True, device=place), right)
        check(f"{place}: unique", all(np.array_equal(one, two, equal_nan=one.dtype.kind == "f") for one, two in several))
    check(f"{place}: only unique", np.array_equal(crosslane.unique(x, device=place), np.unique(x)))
    starts = np.flatnonzero(np.diff(x.ravel(), prepend=99))
    found = crosslane.runs(x.ravel(), device=place)
    check(f"{place}: runs", np.array_equal(found.starts, starts) and np.array_equal(found.values, x.flat[starts]) and found.lengths.sum() == x.size)
    starts, y = np.array([0, 3, 3, 200]), RANDOM.integers(-99, 99, 231).astype(np.float32)
    found = crosslane.segments(y, offsets=starts.astype(np.uint32), device=place)
    right = np.add.reduceat(y, starts)
    right[1] = 0  # NumPy returns an element there
    check(f"{place}: segments by offsets", np.array_equal(found.values, right) and np.array_equal(found.positions, starts))
    heads = np.flatnonzero(np.diff(x.ravel(), prepend=99))
    found = crosslane.segments(y, x.ravel(), device=place)
    check(f"{place}: segments by keys", np.array_equal(found.values, np.add.reduceat(y, heads)) and np.array_equal(found.positions, heads))
    found = crosslane.segments(y, segments=7, operator="argmin", device=place)
    check(f"{place}: segments of one length", np.array_equal(found.positions, y.reshape(7, 33).argmin(1) + 33 * np.arange(7)))
    found = crosslane.segments(y, segments=7, kind="inclusive", device=place)
    check(f"{place}: prefixes of segments", np.array_equal(found, y.reshape(7, 33).cumsum(1).ravel()))
    refused("an axis too many", -10004, "from -2 to 1", lambda: crosslane.reduce(x, axis=2, device=place))
    refused("an axis of words", -10004, "whole number", lambda: crosslane.argmax(x, axis="rows", device=place))
    refused("an output with an axis", -10004, "no outputs", lambda: crosslane.scan(x, axis=0, out=x, device=place))
    refused("no rows", -10004, "which have rows", lambda: crosslane.scan(none, axis=1, device=place))
    refused("two shapes", -10004, "arrays of one shape", lambda: crosslane.sort(x, x[0], axis=1, device=place))
    refused("the largest of none", -10004, "no elements", lambda: crosslane.argmax(none, axis=0, device=place))
    refused("an axis where there is none", -10002, "'axis'", lambda: crosslane.histogram(x, axis=0, device=place))


def planted(place):
    wrong = place.using(planted=True)
    check("a planted scan passed", not scanned(integers(np.uint32, 1037, 1), strategy="own_twice", lanes=8, device=wrong))
    refused("a planted strategy where none was asked for", -10002, "own_twice",
            lambda: scanned(np.ones(4, np.uint32), strategy="own_twice", device=place))


def traced(place):
    shown = crosslane.trace("lanes", np.arange(8, dtype=np.uint32), strategy="scan", lanes=8, device=place)
    check("the result of a trace", shown.result.tolist() == [sum(range(lane)) for lane in range(8)])
    check("a trace has steps of all lanes", shown.steps and all(len(values) == 8 for _, _, values in shown.steps))
    check("a trace printed", str(shown).splitlines()[0].split() == ["lane", *"01234567"])
    check("a trace without lanes", str(crosslane.trace("scan", [1], strategy="loop", device=place)) == "scan/loop shows no lanes")
    check("a trace as a table", shown._repr_html_().count("<tr>") == len(shown.steps) + 1)


def plans(place):
    """The same arguments give the same plan; more plans than are kept; several threads with one plan."""
    first = place.plan("scan", type="uint32", n=100)
    check("a plan is made twice", place.plan("scan", type="uint32", n=100) is first)
    x = integers(np.uint32, 200)
    check("more plans than are kept", all(scanned(x[:n], device=place) for n in range(1, 80)))
    right = []
    threads = [threading.Thread(target=lambda: right.append(all(scanned(x, device=place) for _ in range(10)))) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    check("four threads", right == [True] * 4)


def memory(place):
    """Kept plans have a bound in bytes of scratch; a device without memory releases them."""
    from crosslane import _plan
    x, kept = integers(np.uint32, 60000), _plan.kept
    most, kept.bytes, right = kept.bytes, 1 << 20, []
    crosslane.free()
    check("free() frees all plans", kept.scratch == 0)
    for n in range(50000, 60000, 1000):
        right.append(np.array_equal(crosslane.sort(x[:n], strategy="radix", lanes=8, device=place), np.sort(x[:n])) and kept.scratch <= kept.bytes)
    kept.bytes = most
    check("scratch within its bound", all(right) and kept.scratch > 0)
    enqueue, tries = _plan.Plan._enqueue, []

    def full(*given):
        tries.append(kept.scratch)
        if len(tries) == 1:
            raise crosslane.Error("the device is full", -4)
        return enqueue(*given)

    _plan.Plan._enqueue = full
    try:
        check("a device without memory", crosslane.reduce(x, device=place) == x.sum(dtype=np.uint32) and len(tries) == 2 and tries[0] > tries[1])
    finally:
        _plan.Plan._enqueue = enqueue


def options_of(place):
    options = crosslane.header_options(place, 8, quick=True)
    check(f"{place}: options", "-DSG_WIDTH=8" in options.options and options.lanes == 8 and options.largest_group_size >= 8)
    check("the header", "sg_shuffle" in crosslane.header_text())


# ---- lists
# ------------------------------------------------------------------------------------------------------------

def listed():
    from crosslane import _algorithm
    taken = {*_algorithm.HOW, "out"}
    for name in crosslane.algorithms:
        one = getattr(crosslane, name)
        check(f"{name} is a function", isinstance(one, crosslane.Algorithm) and one.help in one.__doc__)
        check(f"{name}: its words and the module's own", not taken & ({*one.inputs, *one._is.params}) and not {*_algorithm.HOW} & {*one.outputs})
        check(f"{name}: documented", all(f"{word}" in one.__doc__ for word in [*one._is.arrays, *one._is.params, *one.strategies]))
    check("numbers in help", "2**32-1;" in crosslane.compact.__doc__ and "4294967295" not in crosslane.compact.__doc__)
    check("the version", f'XL_VERSION "{crosslane.__version__}"' in (ROOT / "host/include/crosslane.h").read_text())


def layout(structs):
    """A C compiler's layout of each struct: its size and each field's offset."""
    lines = [f'printf("{name} %zu\\n", sizeof({name}));' for name in structs]
    lines += [f'printf("{name}.{field} %zu\\n", offsetof({name}, {field}));' for name in structs for field, _ in structs[name]._fields_]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "layout.c"
        source.write_text("#include <crosslane.h>\n#include <stdio.h>\nint main(void) {" + "\n".join(lines) + "return 0;}\n")
        subprocess.run(["cc", "-I", str(ROOT / "host" / "include"), str(source), "-o", f"{folder}/layout"], check=True)
        said = subprocess.run([f"{folder}/layout"], check=True, capture_output=True, text=True).stdout
    ours = {name: ctypes.sizeof(kind) for name, kind in structs.items()}
    ours |= {f"{name}.{field}": getattr(kind, field).offset for name, kind in structs.items() for field, _ in kind._fields_}
    return dict((line.split()[0], int(line.split()[1])) for line in said.splitlines()) == ours


def layouts():
    check("structs are laid out as in crosslane.h", layout(_library.struct))
    wrong = type("xl_scalar", (ctypes.Structure,), {"_fields_": [("value", ctypes.c_double), ("name", ctypes.c_char_p)]})
    check("a wrong layout passed", not layout({"xl_scalar": wrong}))


# ---- wrong input -------------------------------------------------------------------------------------------------------

BAD, NAME, ARRAY, HANDLE, UNSUPPORTED, NONE = -10003, -10002, -10004, -10011, -10001, -1


def wrong_input():
    x, floats = np.arange(8, dtype=np.uint32), np.zeros((4, 5), np.float32)
    place = crosslane.device()
    for what, status, words, run in (
            ("a dtype", ARRAY, "x is float16; it can be uint32 or int32", lambda: crosslane.reduce(x.astype(np.float16))),
            ("words", ARRAY, "x is <U1", lambda: crosslane.reduce("x")),
            ("numbers that do not fit", BAD, "cannot hold exactly", lambda: crosslane.histogram([-1])),
            ("a masked array", BAD, "masked array", lambda: crosslane.reduce(np.ma.array(x, mask=x > 3))),
            ("a masked array among others", BAD, "masked array", lambda: crosslane.sort(x, np.ma.array(x, mask=x > 3))),
            ("a shape", ARRAY, "dimension 1, pair, is 3, not 2", lambda: crosslane.scan(np.zeros((4, 3), np.float32), operator="affine")),
            ("too few dimensions", ARRAY, "3 dimensions, rows, n, channels", lambda: crosslane.lerp(floats, floats)),
            ("sizes that differ", ARRAY, "dimension 0, rows, is 3, but x has 4", lambda: crosslane.lerp(np.zeros((4, 5, 2), np.float32), floats[:3])),
            ("a size of one's own", ARRAY, "but n is 5", lambda: crosslane.reduce(x, n=5)),
            ("an unknown parameter", NAME, "reduce has no parameter 'opertor'; did you mean 'operator'?", lambda: crosslane.reduce(x, opertor="max")),
            ("an unknown array", NAME, "reduce has no parameter 'dump'", lambda: crosslane.reduce(x, dump=x)),
            ("an unknown word", BAD, "add|mul|min", lambda: crosslane.reduce(x, operator="maxi")),
            ("a word with an end in it", BAD, "has to be a word", lambda: crosslane.reduce(x, operator="max\0min")),
            ("an unknown strategy", NAME, "no strategy 'treee'", lambda: crosslane.reduce(x, strategy="treee")),
            ("an unknown algorithm", NAME, "no algorithm 'reduse'", lambda: crosslane.trace("reduse", x)),
            ("a parameter that is a list", BAD, "items is [16]", lambda: crosslane.reduce(x, items=[16])),
            ("a parameter that is True", BAD, "items is True", lambda: crosslane.reduce(x, items=True)),
            ("no array", ARRAY, "'x' is missing", crosslane.reduce),
            ("too many arrays", ARRAY, "takes 2 arrays", lambda: crosslane.reduce(x, x, x)),
            ("an array twice", ARRAY, "given twice", lambda: crosslane.reduce(x, x=x)),
            ("an output of another type", ARRAY, "has to be uint32", lambda: crosslane.scan(x, out=np.zeros(8, np.int32))),
            ("an output that is read only", BAD, "writeable", lambda: crosslane.scan(x, out=np.broadcast_to(x[:1], 8))),
            ("lanes", BAD, "sub-group of 3 lanes", lambda: crosslane.reduce(x, lanes=3)),
            ("lanes past 32 bits", BAD, "lanes is 4294967304", lambda: crosslane.reduce(x, lanes=2**32 + 8)),
            ("lanes that are True", BAD, "lanes is True", lambda: crosslane.reduce(x, lanes=True)),
            ("bits of floats", UNSUPPORTED, "integers", lambda: crosslane.reduce(x.astype(np.float32), operator="xor")),
            ("a type", BAD, "no type of elements", lambda: crosslane.reduce(x, type="u23")),
            ("values without a type", ARRAY, "value is none", lambda: crosslane.sort(x, x, value="none")),
            ("unused flags", ARRAY, "only with keep=nonzero", lambda: crosslane.compact(x, x > 3, keep="below", threshold=3)),
            ("an unused threshold", ARRAY, "threshold changes nothing", lambda: crosslane.compact(x, threshold=3)),
            ("no threshold", ARRAY, "threshold= has to be given", lambda: crosslane.compact(x, keep="below")),
            ("too many copies", ARRAY, "has to be below 4294967296", lambda: crosslane.expand(x[:4], np.full(4, 2**30, np.uint32))),
            ("one number", ARRAY, "x is uint32[], it has to have 1 dimension, n", lambda: crosslane.scan(x[0])),
            ("a masked number in a list of lists", BAD, "masked array", lambda: crosslane.minmax([[1, np.ma.masked]])),
            ("a type that reduce does not take", BAD, "type='f16' is not among", lambda: crosslane.reduce(x, type="f16")),
            ("a device's address", BAD, "comes from crosslane.device()", lambda: crosslane.Device(5)),
            ("a device's name", NONE, "none of the devices", lambda: crosslane.reduce(x, device="no such")),
            ("a device's number", NONE, "none of the devices", lambda: crosslane.reduce(x, device=99)),
            ("a device that is False", HANDLE, "device is a bool", lambda: crosslane.reduce(x, device=False)),
            ("a queue that is a number", HANDLE, "not a pyopencl.CommandQueue", lambda: crosslane.reduce(x, queue=5)),
            ("events that are numbers", HANDLE, "not a pyopencl.Event", lambda: crosslane.reduce(x, wait_for=[5])),
            ("events that are one number", HANDLE, "not pyopencl's events", lambda: crosslane.reduce(x, wait_for=5)),
            ("a plan without its size", BAD, "give n=", lambda: place.plan("scan", type="uint32")),
            ("a plan without its type", BAD, "give type=", lambda: place.plan("scan", n=5)),
            ("an option", BAD, "no option 'cash'", lambda: place.using(cash=1)),
            ("a folder", BAD, "no folder '/none'", lambda: place.using(kernel_dir="/none")),
            ("a backend", NAME, "no backend 'foo'", lambda: place.widths("foo"))):
        refused(what, status, words, run)
    error = crosslane.Error("wrong", BAD)
    check("an argument's error", isinstance(error, ValueError) and error.status.name == "XL_BAD_VALUE" and pickle.loads(pickle.dumps(error)).status == BAD)
    try:
        crosslane.device(99)
    except crosslane.Error as wrong:
        check("a device's number is an argument", isinstance(wrong, ValueError) and isinstance(pickle.loads(pickle.dumps(wrong)), ValueError))
    other = pickle.loads(pickle.dumps(crosslane.Error("wrong", NONE)))
    check("another error", not isinstance(other, ValueError) and other.status.name == "CL_DEVICE_NOT_FOUND")


def accepted():
    """Lists, words for types, the caller's outputs, results, pickling."""
    x = np.array([3, 1, 2], np.uint32)
    one, several, out = crosslane.reduce(x), crosslane.sort(x, [7, 8, 9]), np.zeros(3, np.uint32)
    check("a number comes back", isinstance(one, np.uint32) and one == 6 and crosslane.reduce([1, 2, 3]) == 6)
    check("two arrays come back", several._fields == ("sorted_keys", "sorted_values") and several.sorted_values.tolist() == [8, 9, 7])
    check("one array comes back", crosslane.sort(x).tolist() == [1, 2, 3] and crosslane.compact([0, 5, 0, 6]).tolist() == [5, 6])
    cut = crosslane.compact(x, capacity=2)
    check("a count that says that not all fit", cut.kept.size == 2 and cut.count == 3)
    check("a room that is found", crosslane.expand([4], [2000]).tolist() == [4] * 2000)
    check("out=", crosslane.scan(x, out=out) is out and out.tolist() == [3, 4, 6])
    own = x.copy()
    check("in_place=", crosslane.sort(own, in_place=True) is own and own.tolist() == [1, 2, 3])
    check("a list in place", crosslane.scan([1, 2], 5, type="u32").tolist() == [6, 8])
    check("names of types", all(crosslane.reduce(x, type=kind) == 6 for kind in ("u32", "uint32", np.uint32, np.dtype("uint32"))))
    check("a type of values", crosslane.sort(x, [1, 2, 3], value="float64").sorted_values.dtype == np.float64)
    place = crosslane.device(np.int64(0))
    check("devices", place is crosslane.devices()[0] is crosslane.device("0") and crosslane.device(crosslane.devices()[-1].platform.upper()) is crosslane.devices()[-1])
    check("results are pickled", pickle.loads(pickle.dumps(several)).sorted_keys.tolist() == [1, 2, 3] and pickle.loads(pickle.dumps(crosslane.sort)) is crosslane.sort)
    check("public names", not [name for name in dir(crosslane) if name.startswith("_") and not name.endswith("__")] and "np" not in dir(crosslane))
    crosslane.free()
    check("after free()", crosslane.reduce(x) == 6)


def forked():
    """A child process works, but refuses after its parent has used OpenCL."""
    if not hasattr(os, "fork"):
        return
    words = '''
import sys, multiprocessing, numpy as np, crosslane
def work(x):
    try: return int(crosslane.reduce(x))
    except crosslane.Error as error: return str(error)
if __name__ == "__main__":
    x = np.arange(5, dtype=np.uint32)
    if sys.argv[1] == "used": crosslane.reduce(x)
    with multiprocessing.get_context("fork").Pool(1) as pool: print(pool.map(work, [x])[0])
'''
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "forked.py"
        program.write_text(words)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        said = [subprocess.run([sys.executable, program, how], env=environment, capture_output=True, text=True, timeout=600).stdout
                for how in ("used", "new")]
    check(f"a child after a fork: {said}", "forked after OpenCL had been used" in said[0] and said[1] == "10\n")


def examples():
    for name in crosslane.algorithms:
        lines = [line.strip()[4:] for line in getattr(crosslane, name).__doc__.splitlines() if line.strip().startswith(">>> ")]
        try:
            exec("\n".join(lines), {})
            check("", len(lines) >= 3)
        except crosslane.Error as error:
            check(f"help({name}): {error}", False)


def no_device():
    """In a separate process: first with a folder without drivers, then without the library."""
    with tempfile.TemporaryDirectory() as folder:
        def said(words, **more):
            environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(filter(None, sys.path)), "OCL_ICD_VENDORS": folder, **more}
            return subprocess.run([sys.executable, "-c", words], env=environment, capture_output=True, text=True).stdout

        run = "import crosslane, numpy as np\ntry: crosslane.reduce(np.ones(3, np.uint32))\nexcept crosslane.Error as e: print(e.status, e)"
        library = _library.lib._name
        there = said(run, CROSSLANE_LIBRARY=library)
        check(f"no device: {there!r}", there.startswith("-1 no OpenCL device: install") and there.count("\n") == 1)
        there = said("try: import crosslane\nexcept ImportError as e: print(e)", CROSSLANE_LIBRARY=folder + "/none.so")
        check(f"no library: {there!r}", "does not load" in there and "CROSSLANE_LIBRARY" in there and there.count("\n") == 1)


# ---- pyopencl ------------------------------------------------------------------------------------------------------------

def with_pyopencl():
    import pyopencl as cl
    import pyopencl.array
    x = integers(np.uint32, 2048)
    for platform in cl.get_platforms():
        contexts = [cl.Context(platform.get_devices()) for _ in range(2)]
        queue, other = map(cl.CommandQueue, contexts)
        given, out = cl.array.to_device(queue, x), cl.array.empty(queue, 2048, np.uint32)
        crosslane.scan(given, y=out).wait()
        check(f"{platform.name}: arrays", np.array_equal(out.get(), np.cumsum(x, dtype=np.uint32)))
        half = given[1024:] # an offset into the buffer
        event = crosslane.reduce(half, result=out[:1], operator="max")
        crosslane.reduce(out[:1], result=out[256:257], wait_for=[event]).wait()
        check(f"{platform.name}: an offset, and an event", out.get()[[0, 256]].tolist() == [x[1024:].max()] * 2)
        plan = crosslane.device(queue).plan("scan", type="uint32", n=2048)
        plan(queue, x=given.base_data, y=out.base_data, n=1000).wait()
        check(f"{platform.name}: a plan with fewer", np.array_equal(out.get()[:1000], np.cumsum(x[:1000], dtype=np.uint32)))
        kept = crosslane.reduce(x, operator="min", queue=queue)
        check(f"{platform.name}: NumPy on a queue of one's own", kept == x.min())
        refused("a small buffer", -10004, "needs 16000 bytes", lambda: plan_of(queue, 4000)(queue, x=given.base_data, y=out.base_data))
        refused("a buffer of another context", -10011, "y", lambda: crosslane.scan(given, y=cl.array.empty(other, 2048, np.uint32)))
        refused("a shape of an output", -10004, "its dimension 0, n, is 7, but x has 2048", lambda: crosslane.scan(given, y=out[:7]))
        refused("a stride", -10003, "not next to each other", lambda: crosslane.scan(given[::2], y=out[:1024]))
        refused("no queue", -10004, "need queue=", lambda: crosslane.scan(given.base_data, y=out.base_data, n=7))
        refused("an array of NumPy's among buffers", -10004, "is a ndarray", lambda: crosslane.scan(given, y=np.empty(2048, np.uint32)))


        refused("a queue's number", HANDLE, "not a pyopencl.CommandQueue", lambda: crosslane.scan(given, y=out, queue=5))
        refused("plain buffers", BAD, "give n=", lambda: crosslane.scan(given.base_data, y=out.base_data, queue=queue))
        refused("buffers without a type", BAD, "give type=", lambda: crosslane.scan(given.base_data, y=out.base_data, queue=queue, n=9))
        refused("another type in a plan", -10004, "has to be uint32", lambda: plan_of(queue, 2048)(queue, x=given.view(np.int32), y=out))
        gone, part = cl.Buffer(contexts[0], cl.mem_flags.READ_WRITE, 8192), given.base_data[0:8192]
        for one in (gone, part):
            one.release()
            refused("a released buffer", HANDLE, "released", lambda: crosslane.scan(one, y=out, queue=queue, n=2048, type="u32"))
        same = crosslane.device(platform.get_devices()[0])
        check(f"{platform.name}: a device of pyopencl's", same.name == platform.get_devices()[0].name.strip())
        empty = cl.array.empty(queue, 0, np.uint32)
        crosslane.scan(empty, y=cl.array.empty_like(empty), wait_for=None).wait()
        check(f"{platform.name}: nothing on the device", crosslane.reduce(empty, result=out[:1], wait_for=()) and out.get()[0] == 0)
        several = cl.array.to_device(queue, x)
        crosslane.sort(several, in_place=True).wait()
        check(f"{platform.name}: in place", np.array_equal(several.get(), np.sort(x)))
        pending(platform, contexts[0], x)


def pending(platform, context, x):
    """A run waits for the events of its arrays, on any queue, and leaves its own."""
    import pyopencl as cl
    import pyopencl.array
    order = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    for properties in (0, order):
        one, two = cl.CommandQueue(context), cl.CommandQueue(context, properties=properties)
        given, out, start = cl.array.zeros(one, x.size, np.uint32), cl.array.zeros(one, x.size, np.uint32), cl.UserEvent(context)
        one.finish()
        given.add_event(cl.enqueue_copy(one, given.base_data, x, is_blocking=False, wait_for=[start]))
        event = crosslane.scan(given, y=out, queue=two, wait_for=(one for one in [cl.enqueue_marker(two)]))
        check(f"{platform.name}: the event of what is written", event in out.events and event not in given.events)
        two.flush()
        start.set_status(cl.command_execution_status.COMPLETE)
        event.wait()
        check(f"{platform.name}: what is pending on another queue", np.array_equal(out.get(), np.cumsum(x, dtype=np.uint32)))


def plan_of(queue, n):
    return crosslane.device(queue).plan("scan", type="uint32", n=n)


def documented(pyopencl):
    """The blocks of docs/python.md run, and each comment after a line is its result."""
    said = 0
    for block in (ROOT / "docs" / "python.md").read_text().split("```python\n")[1:]:
        block, names = block.split("```")[0], {}
        if "pyopencl" in block and not pyopencl:
            continue
        with contextlib.redirect_stdout(io.StringIO()): # help
            exec(block, names)
        for code, answer in re.findall(r"(?m)^(.*\S) +# (array.*|\d+)$", block):
            said, found = said + 1, eval(code, names)
            check(f"docs/python.md: {code}", (repr if answer.startswith("array") else str)(found) == answer)
    check("docs/python.md says what comes back", said >= 4)


def notebooks():
    for path in sorted((ROOT / "docs" / "examples").glob("*.ipynb")):
        text = path.read_text()
        tables = notebook.run(json.loads(text))
        check(f"{path.name}: {tables} tables", tables >= 4)
        check(f"{path.name}: keeps no outputs", '"outputs": []' in text and '"output_type"' not in text)
    try:
        notebook.run({"cells": [{"cell_type": "code", "source": ["assert 1 == 2"]}]})
        check("a wrong notebook passed", False)
    except AssertionError:
        check("", True)


def random_calls():
    """A short form of random_calls.py; 50000 calls are for manual runs."""
    done = subprocess.run([sys.executable, ROOT / "tests/python/random_calls.py", "400" if WHOLE else "200"], capture_output=True, text=True)
    check(f"random calls: {done.stdout}{done.stderr}", done.returncode == 0)


def main():
    try:
        import pyopencl # noqa: F401
    except ImportError:
        print("python: no pyopencl here: buffers are not tried")
        check("--whole needs pyopencl", not WHOLE)
        documented(False)
    else:
        with_pyopencl()
        documented(True)
    places = crosslane.devices()
    check("--whole needs two devices", len(places) > 1 or not WHOLE)
    for place in places:
        small(place)
        shared(place)
        along(place)
        if WHOLE:
            more(place)
            options_of(place)
    for one in (planted, traced, plans, memory, spare_buffers):
        one(places[0])
    for one in (listed, layouts, wrong_input, accepted, forked, examples, no_device, notebooks, random_calls):
        one()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
