#!/usr/bin/env python3
"""usage: check.py [--whole]

The Python module against NumPy on every device that the loader shows; wrong input; the notebook. With `pyopencl` also buffers without a copy.
--whole: NumPy, pyopencl and two devices have to be there, and more is compared. Without it what is missing is named; without NumPy: "skipped".
Ends with "N passed, M failed". Planted wrong kernels, a wrong layout of a struct and a wrong notebook have to be noticed.
"""
import contextlib
import ctypes
import io
import json
import pathlib
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
    """One exception of the module's own, with this status and these words in one line."""
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
    """A running sum in whole numbers, so that nothing is rounded."""
    return np.array_equal(crosslane.scan(x, **how), np.cumsum(x, dtype=x.dtype))


def small(place):
    x, u = integers(np.int32, 1037, -50, 50), integers(np.uint32, 1037)
    check(f"{place}: reduce max", crosslane.reduce(x, operator="max", device=place).tolist() == [x.max()])
    check(f"{place}: every other element", crosslane.reduce(x[::2], operator="max", device=place).tolist() == [x[::2].max()])
    check(f"{place}: scan", scanned(u, device=place))
    bytes_ = integers(np.uint8, 5000, 0, 256)
    counts = crosslane.histogram(bytes_, buckets=256, device=place)
    check(f"{place}: histogram", counts.dtype == np.uint32 and np.array_equal(counts, np.bincount(bytes_, minlength=256)))
    kept = crosslane.compact(u, keep="below", threshold=30, strategy="atomic", device=place) # in any order
    check(f"{place}: compact", np.array_equal(np.sort(kept.kept), np.sort(u[u < 30])) and kept.count.tolist() == [np.sum(u < 30)])


def more(place):
    for kind in ("int64", "float64"):
        x = integers(kind, 1000, 0, 1000)
        check(f"{place}: reduce {kind}", crosslane.reduce(x, device=place).tolist() == [x.sum()])
        check(f"{place}: min {kind}", crosslane.reduce(x, operator="min", device=place).dtype == np.dtype(kind))
    big = integers(np.uint32, 777).astype(">u4")
    check(f"{place}: big-endian", crosslane.reduce(big, device=place).tolist() == [big.sum()])
    u, before = integers(np.uint32, 500), np.array([7], np.uint32)
    exclusive = crosslane.scan(u, before, kind="exclusive", lanes=4, device=place)
    check(f"{place}: exclusive scan behind another", np.array_equal(exclusive, 7 + np.cumsum(u, dtype=np.uint32) - u))
    repeat = integers(np.uint32, 500, 0, 4)
    out = crosslane.expand(u, repeat, capacity=4000, strategy="stable", device=place)
    check(f"{place}: expand", np.array_equal(out.out, np.repeat(u, repeat)))
    flags = integers(np.uint8, 500, 0, 2).astype(bool)
    kept = crosslane.compact(u, flags, keep="nonzero", strategy="stable", device=place)
    check(f"{place}: compact by flags", np.array_equal(kept.kept, u[flags]))
    values = RANDOM.random(500)
    pairs = crosslane.sort(values=values, keys=u, device=place)
    order = np.argsort(u, kind="stable")
    check(f"{place}: sort of pairs", np.array_equal(pairs.sorted_keys, u[order]) and np.array_equal(pairs.sorted_values, values[order]))
    first = crosslane.sort(u, count=np.array([7], np.uint64), device=place)
    check(f"{place}: sort of the first", np.array_equal(first.sorted_keys, np.sort(u[:7])) and first.status.tolist() == [0])
    total = crosslane.reduce(u, count=np.array([u.size + 1], np.uint32), device=place)
    check(f"{place}: a count above", total.result.tolist() == [u.sum(dtype=np.uint32)] and total.status.tolist() == [1])
    check(f"{place}: sort of keys", np.array_equal(crosslane.sort(u, order="descending", device=place).sorted_keys, u[order][::-1]))
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


def planted(place):
    """The comparison sees wrong kernels."""
    wrong = place.using(planted=True)
    check("a planted scan passed", not scanned(integers(np.uint32, 1037, 1), strategy="own_twice", lanes=8, device=wrong))
    refused("a planted strategy where none was asked for", -10002, "own_twice",
            lambda: scanned(np.ones(4, np.uint32), strategy="own_twice", device=place))


def traced(place):
    shown = crosslane.trace("lanes", np.arange(8, dtype=np.uint32), strategy="scan", lanes=8, device=place)
    check("the result of a trace", shown.result.tolist() == [sum(range(lane)) for lane in range(8)])
    check("a trace has steps of all lanes", shown.steps and all(len(values) == 8 for _, _, values in shown.steps))
    check("a trace as a table", shown._repr_html_().count("<tr>") == len(shown.steps) + 1)


def plans(place):
    """The same words give the same plan; more plans than are kept; several threads with one plan."""
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


def options_of(place):
    options = crosslane.header_options(place, 8, quick=True)
    check(f"{place}: options", "-DSG_WIDTH=8" in options.options and options.lanes == 8 and options.largest_group_size >= 8)
    check("the header", "sg_shuffle" in crosslane.header_text())


# ---- what is listed ----------------------------------------------------------------------------------------------------

def listed():
    taken = set(crosslane.HOW)
    for name in crosslane.algorithms:
        one = getattr(crosslane, name)
        check(f"{name} is a function", isinstance(one, crosslane.Algorithm) and one.help in one.__doc__)
        check(f"{name}: its words and the module's own", not taken & ({*one._arrays, *one._params}))
        check(f"{name}: documented", all(f"{word}" in one.__doc__ for word in [*one._arrays, *one._params, *one.strategies]))
    check("the version", f'XL_VERSION "{crosslane.__version__}"' in (ROOT / "host/include/crosslane.h").read_text())


def layout(structs):
    """What a C compiler says of each struct: its size, and of each field the place."""
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

def wrong_input():
    x = np.arange(8, dtype=np.uint32)
    bad, missing, name, array, unsupported, none = -10003, -10004, -10002, -10004, -10001, -1
    refused("a dtype", bad, "x is float16; it can be uint32 or int32", lambda: crosslane.reduce(x.astype(np.float16)))
    refused("words", bad, "x is <U1", lambda: crosslane.reduce("x"))
    refused("a shape", bad, "x is float32[4, 3], it has to be float32[4, 2]",
            lambda: crosslane.scan(np.zeros((4, 3), np.float32), operator="affine"))
    refused("sizes that differ", bad, "rows is 4", lambda: crosslane.lerp(np.zeros((4, 5, 2), np.float32), np.zeros((3, 5), np.float32)))
    refused("a size of one's own", bad, "but n is 5", lambda: crosslane.reduce(x, n=5))
    refused("an unknown parameter", name, "no parameter 'opertor'", lambda: crosslane.reduce(x, opertor="max"))
    refused("an unknown word", bad, "add|mul|min", lambda: crosslane.reduce(x, operator="maxi"))
    refused("an unknown strategy", name, "no strategy 'treee'", lambda: crosslane.reduce(x, strategy="treee"))
    refused("an unknown algorithm", bad, "no algorithm 'reduse'", lambda: crosslane.trace("reduse", x))
    refused("a parameter that is a list", bad, "words and numbers", lambda: crosslane.reduce(x, items=[16]))
    refused("a parameter that is an object", bad, "not object", lambda: crosslane.reduce(x, items=object()))
    refused("no array", array, "'x' is missing", crosslane.reduce)
    refused("too many arrays", bad, "takes 2 arrays", lambda: crosslane.reduce(x, x, x))
    refused("an array twice", bad, "given twice", lambda: crosslane.reduce(x, x=x))
    refused("an output", bad, "made by the call", lambda: crosslane.reduce(x, result=x))
    refused("lanes", bad, "sub-group of 3 lanes", lambda: crosslane.reduce(x, lanes=3))
    refused("bits of floats", unsupported, "integers", lambda: crosslane.reduce(x.astype(np.float32), operator="xor"))
    refused("a type", bad, "no type of elements", lambda: crosslane.reduce(x, type="u23"))
    refused("a device's name", none, "none of the devices", lambda: crosslane.reduce(x, device="no such"))
    refused("a device's number", none, "none of the devices", lambda: crosslane.reduce(x, device=99))
    refused("an option", bad, "no option cash", lambda: crosslane.device().using(cash=1).handle)


def no_device():
    """In a process of its own, with a folder without drivers; then without the library."""
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
        check(f"{platform.name}: NumPy on a queue of one's own", kept.tolist() == [x.min()])
        refused("a small buffer", -10004, "needs 16000 bytes", lambda: plan_of(queue, 4000)(queue, x=given.base_data, y=out.base_data))
        refused("a buffer of another context", -10011, "y", lambda: crosslane.scan(given, y=cl.array.empty(other, 2048, np.uint32)))
        refused("a shape of an output", -10003, "n is 2048", lambda: crosslane.scan(given, y=out[:7]))
        refused("a stride", -10003, "one behind the other", lambda: crosslane.scan(given[::2], y=out[:1024]))
        refused("no queue", -10003, "need queue=", lambda: crosslane.scan(given.base_data, y=out.base_data, n=7))
        refused("an array of NumPy's among buffers", -10003, "is a ndarray", lambda: crosslane.scan(given, y=np.empty(2048, np.uint32)))


def plan_of(queue, n):
    return crosslane.device(queue).plan("scan", type="uint32", n=n)


def documented(pyopencl):
    """The blocks of docs/python.md run, and what stands behind a line is what it gives."""
    said = 0
    for block in (ROOT / "docs" / "python.md").read_text().split("```python\n")[1:]:
        block, names = block.split("```")[0], {}
        if "pyopencl" in block and not pyopencl:
            continue
        with contextlib.redirect_stdout(io.StringIO()): # help
            exec(block, names)
        for code, _, answer in (line.partition(" # array") for line in block.splitlines()):
            if answer:
                said += 1
                check(f"docs/python.md: {code}", repr(eval(code, names)) == "array" + answer)
    check("docs/python.md says what comes back", said >= 3)


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
        if WHOLE:
            more(place)
            options_of(place)
    for one in (planted, traced, plans):
        one(places[0])
    for one in (listed, layouts, wrong_input, no_device, notebooks):
        one()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
