"""crosslane: sub-group algorithms on OpenCL devices, from Python.

    import crosslane, numpy as np
    crosslane.devices()
    crosslane.reduce(np.arange(10, dtype=np.uint32), operator="max")
    crosslane.histogram(samples, buckets=256)

Each algorithm of the library is a function; help(crosslane.scan) has its arrays and parameters. NumPy arrays are copied
to the device and back. With buffers or arrays of pyopencl nothing is copied: give a queue, and the outputs by their
names; an event comes back. A call that fails raises crosslane.Error.
"""
from ._algorithm import Algorithm
from ._device import Device, HeaderOptions, device, devices, header_options
from ._library import ArgumentError, Error, Status, lib, text
from ._names import argmax, argmin, unique
from . import _plan
from ._plan import Plan
from ._trace import Trace, trace

__version__ = text(lib.xl_version())  # the library's
module_version = "2.0"  # this module's: docs/python.md lists what changed


def header_text():
    """The text of crosslane_sg.h, to put before a kernel's own."""
    return text(lib.xl_header_text())


def free():
    """Frees the plans kept for later calls, with their scratch, and spare buffers. The next call makes its plan again."""
    _plan.free()


algorithms = [text(lib.xl_algorithm_name(i)) for i in range(lib.xl_algorithm_count())]
globals().update({name: Algorithm(name) for name in algorithms})
__all__ = ["Algorithm", "ArgumentError", "Device", "Error", "HeaderOptions", "Plan", "Status", "Trace", "algorithms", "argmax",
           "argmin", "device", "devices", "free", "header_options", "header_text", "module_version", "trace", "unique", *algorithms]


def __dir__():
    return [*__all__, "__version__", "__doc__"]
