#!/usr/bin/env python3
"""usage: call_times.py [CALLS]

Compares the cost of a call by the module and by the C library: reduce of 1000 elements on the first device. Prints a
table (docs/python.md) of median microseconds. CROSSLANE_LIBRARY names the library, CC the compiler. Needs pyopencl.
"""
import ctypes as c
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host" / "python"))
import crosslane
import numpy as np
import pyopencl as cl
from crosslane import _library

CALLS, ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 200, 15
# The same calls in C: `launches` only enqueues, `wholes` also does the rest of a call with NumPy arrays.
C = r'''
#include <crosslane.h>
void launches(xl_plan *plan, const xl_launch *launch, int calls) {
    for (int i = 0; i < calls; i++) {
        xl_enqueue(plan, launch, NULL);
        clReleaseEvent(*launch->event);
    }
}
void wholes(xl_plan *plan, xl_launch *launch, cl_context context, void *x, size_t x_bytes, void *y, size_t y_bytes, int calls) {
    for (int i = 0; i < calls; i++) {
        const xl_array arrays[] = {{"x", clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, x_bytes, x, NULL), 0},
                                   {"result", clCreateBuffer(context, CL_MEM_READ_WRITE, y_bytes, NULL, NULL), 0}};
        launch->arrays = arrays;
        xl_enqueue(plan, launch, NULL);
        clWaitForEvents(1, launch->event);
        clReleaseEvent(*launch->event);
        clEnqueueReadBuffer(launch->queue, arrays[1].buffer, CL_TRUE, 0, y_bytes, y, 0, NULL, NULL);
        clReleaseMemObject(arrays[0].buffer);
        clReleaseMemObject(arrays[1].buffer);
    }
}
'''


def compile_c(folder):
    (folder / "calls.c").write_text(C)
    library = pathlib.Path(_library.lib._name).resolve()
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-DCL_TARGET_OPENCL_VERSION=120", f"-I{ROOT}/host/include",
                    "-o", folder / "calls.so", folder / "calls.c", library, "-lOpenCL"], check=True)
    return c.CDLL(str(folder / "calls.so"))


def take(run, queue, many):
    """Microseconds of a call: this thread's processor time, and by the clock. `many`: run() makes all the calls itself."""
    times = []
    for _ in range(ROUNDS):
        start, wall = time.thread_time_ns(), time.perf_counter_ns()
        for _ in range(1 if many else CALLS):
            run()
        times.append(((time.thread_time_ns() - start) / CALLS / 1000, (time.perf_counter_ns() - wall) / CALLS / 1000))
        _library.opencl.clFinish(c.c_void_p(queue))
    return [statistics.median(column) for column in zip(*times)]


def main():
    x = np.arange(1000, dtype=np.uint32)
    device = crosslane.device()
    plan = device.plan("reduce", "uint32", None, 0, None, n=1000)
    queue, context = device.queue, device.context
    buffers = {"x": (_library.cl("clCreateBuffer", context, 4 | 32, x.nbytes, x.ctypes.data), 0),
               "result": (_library.cl("clCreateBuffer", context, 1, 4, None), 0)}
    given = {name: cl.Buffer.from_int_ptr(place[0]) for name, place in buffers.items()}
    cl_queue = cl.CommandQueue.from_int_ptr(queue)
    event = plan._enqueue(queue, buffers)
    _library.opencl.clReleaseEvent(event)
    launch = next(iter(plan._launches.values()))[0]
    out = np.empty(1, np.uint32)

    def of_module():
        plan(cl_queue, **given)

    with tempfile.TemporaryDirectory() as folder:
        own, handle = compile_c(pathlib.Path(folder)), c.c_void_p(plan.handle)
        rows = [
            ("C: xl_enqueue", take(lambda: own.launches(handle, c.byref(launch), CALLS), queue, True)),
            ("plan(queue, x=..., result=...)", take(of_module, queue, False)),
            ("C: buffers, xl_enqueue, wait, read", take(lambda: own.wholes(
                handle, c.byref(launch), c.c_void_p(context), c.c_void_p(x.ctypes.data), c.c_size_t(x.nbytes), c.c_void_p(out.ctypes.data),
                c.c_size_t(4), CALLS), queue, True)),
            ("crosslane.reduce(x)", take(lambda: crosslane.reduce(x), queue, False))]
    assert out[0] == x.sum() == crosslane.reduce(x)
    print(f"{device}, reduce of {x.size} elements, {plan.strategy}, {CALLS} calls, {ROUNDS} rounds")
    print(f"{'':36}{'us of the thread':>18}{'us by the clock':>18}")
    for name, (thread, wall) in rows:
        print(f"{name:36}{thread:18.1f}{wall:18.1f}")
    for name, ours, theirs in (("buffers on the device", 1, 0), ("NumPy arrays", 3, 2)):
        print(f"more than C, {name}: {rows[ours][1][0] - rows[theirs][1][0]:.1f} us of the thread, {rows[ours][1][1] - rows[theirs][1][1]:.1f} by the clock")


main()
