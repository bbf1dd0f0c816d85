"""Passes pyopencl's objects to the library. Never imports pyopencl: a caller with such an object has imported it."""
import ctypes as c
import sys

import numpy as np

from ._library import BAD_HANDLE, Error


def kind(name, module="pyopencl"):
    """A class of pyopencl; before its import, a class without instances."""
    return getattr(sys.modules.get(module), name, ())


def is_array(value):
    return isinstance(value, kind("Array", "pyopencl.array"))


def on_device(value):
    return is_array(value) or isinstance(value, kind("MemoryObjectHolder"))


def address(thing, name, what):
    if not isinstance(thing, kind(name)):
        raise Error(f"{what} is {described(thing)}, not a pyopencl.{name}", BAD_HANDLE)
    return thing.int_ptr


def described(thing):
    name = type(thing).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def events(wait_for):
    """A list, which keeps the events alive: from None, one event, or several."""
    if wait_for is None:
        return []
    try:
        found = [wait_for] if isinstance(wait_for, kind("Event")) else list(wait_for)
    except TypeError:
        raise Error(f"wait_for is {described(wait_for)}, not pyopencl's events", BAD_HANDLE) from None
    for one in found:
        address(one, "Event", "wait_for")
    return found


def place_of(value, what, queue):
    """(address, offset) of a buffer or an array; (None, 0) for an array without elements."""
    offset = 0
    if is_array(value):
        if not value.flags.c_contiguous:
            raise Error(f"{what}: the elements of the array are not next to each other; give a copy")
        if value.base_data is None:
            return None, 0
        value, offset = value.base_data, value.offset
    if not isinstance(value, kind("MemoryObjectHolder")) or isinstance(value, kind("Image")):
        raise Error(f"{what} is {described(value)}, not pyopencl's buffer or array", BAD_HANDLE)
    if isinstance(value, kind("Buffer")) and _is_released(value, queue):
        raise Error(f"{what} is a buffer that was released", BAD_HANDLE)
    return value.int_ptr, offset


def _words(at, count):
    return (c.c_size_t * count).from_address(at)


def _live_flag(buffer):
    """1 if pyopencl's C++ object (a table of functions, the live flag, the cl_mem) is live, else 0; None if its layout is
    different. nanobind's object header has the signed 32-bit offset of the C++ object, and a bit that is 0 for a pointer."""
    head = _words(id(buffer), 3)
    if type(buffer).__basicsize__ < 24:
        return None
    offset = head[2] & 0xFFFFFFFF
    at = id(buffer) + offset - (offset >> 31 << 32)
    own = _words(at if head[2] >> 34 & 1 else _words(at, 1)[0], 3)
    return own[1] & 0xFF if own[2] == buffer.int_ptr else None


def _flag_works(queue):
    """True if _live_flag distinguishes live from released buffers of this pyopencl."""
    cl = sys.modules["pyopencl"]
    whole = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 64)
    both = whole, whole[0:32]
    live = [_live_flag(one) for one in both]
    for one in reversed(both):
        one.release()
    return live == [1, 1] and [_live_flag(one) for one in both] == [0, 0]


_works = []


def _is_released(buffer, queue):
    """A released buffer would crash the driver, and pyopencl does not report it."""
    if not _works:
        _works.append(_flag_works(queue))
    return _works[0] and _live_flag(buffer) == 0


def exact(value, what):
    """A run-time number as a double."""
    try:
        held = not isinstance(value, (bool, np.bool_)) and float(value) == value
    except (OverflowError, TypeError):
        held = False
    if not held:
        raise Error(f"{what} is {value!r}, it has to be a number that a double holds")
    return float(value)
