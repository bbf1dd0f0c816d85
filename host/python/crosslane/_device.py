"""Devices."""
import collections
import contextlib
import ctypes as c
import functools
import itertools
import operator
import os
import threading
import weakref

import numpy as np

from ._describe import description, type_number, whole, word
from ._library import BAD_HANDLE, NOT_FOUND, TYPES, UNSUPPORTED, ArgumentError, Error, _drivers, call, cl, compiling, enter, lib, opencl, release, sized, struct, text
from ._opencl import described, kind
from ._plan import READ_ONLY_SHARED, Plan, free, kept

HeaderOptions = collections.namedtuple(
    "HeaderOptions", "options backend lanes emulated one_sub_group local_bytes largest_group_size")
HeaderOptions.__module__ = "crosslane"
HeaderOptions.__doc__ = """For a kernel that uses crosslane_sg.h: `options` (a list, for build; the caller adds
-DSG_GROUP_SIZE=<local size>), and the launch rule: local sizes are multiples of `lanes` up to `largest_group_size`,
or just `lanes` where flow differs between sub-groups and `one_sub_group` is true."""
FLAGS = "record_width", "trace", "planted"


def _ask(function, thing, code):
    size = c.c_size_t()
    cl(function, thing, code, 0, None, c.byref(size))
    answer = c.create_string_buffer(size.value + 1)
    cl(function, thing, code, size, answer, None)
    return text(answer.value).strip()


def _option(name, value):
    if name in FLAGS:
        if isinstance(value, (bool, np.bool_)) or value in (0, 1):
            return int(value)
        raise Error(f"{name} is {value!r}, it has to be True or False")
    if name not in ("cache_dir", "kernel_dir"):
        raise Error(f"there is no option {name!r}; there are cache_dir, kernel_dir, {', '.join(FLAGS)}")
    try:
        path = None if value is None else os.fsencode(value)
    except TypeError:
        raise Error(f"{name} is {described(value)}, it has to be a path") from None
    if path is not None and (b"\0" in path or (name == "kernel_dir" and not os.path.isdir(path))):
        raise Error(f"{name}: there is no folder {value!r}")
    return path


_keys = itertools.count(1)


class Device:
    """An OpenCL device: `name`, `vendor`, `driver`, `version`, `platform`. It has its own context, or the caller's.
    device() and devices() return it."""

    def __init__(self, *given, **named):
        raise Error("a Device comes from crosslane.device() or devices()")

    @classmethod
    def _make(cls, device, context=None, keep=None, **options):
        self = cls.__new__(cls)
        self._id, self._context, self._keep = device, context, keep
        self._options = {name: _option(name, value) for name, value in options.items()}
        self.name, self.vendor, self.driver, self.version = [_ask("clGetDeviceInfo", device, 0x102B + i) for i in (0, 1, 2, 4)]
        platform, self._lock = c.c_void_p(), threading.RLock()
        cl("clGetDeviceInfo", device, 0x1031, c.sizeof(platform), c.byref(platform), None)
        kind = c.c_uint64()
        cl("clGetDeviceInfo", device, 0x1000, c.sizeof(kind), c.byref(kind), None)
        self._is_cpu = bool(kind.value & 2)
        self.platform = _ask("clGetPlatformInfo", platform, 0x902)
        self._key = next(_keys)
        weakref.finalize(self, free, self._key)
        return self

    def __repr__(self):
        return f"<crosslane.Device {self.name} ({self.platform})>"

    def __reduce__(self):
        raise TypeError("a crosslane.Device belongs to its process and cannot be pickled; give its number")

    def using(self, **options):
        """The same device with other options: cache_dir, kernel_dir, record_width, trace, planted."""
        return Device._make(self._id, self._context, self._keep, **{**self._options, **options})

    def _made(self, name, make):
        """Computed once, also if two threads need it at the same time."""
        enter()
        with self._lock:
            if name not in self.__dict__:
                self.__dict__[name] = make()
            return self.__dict__[name]

    def _own(self, made, free):
        weakref.finalize(self, release, free, made)
        return made

    @property
    def context(self):
        return self._context or self._made("_own_context", lambda: self._own(
            cl("clCreateContext", None, 1, c.byref(c.c_void_p(self._id)), None, None), opencl.clReleaseContext))

    @property
    def queue(self):
        return self._made("_own_queue", lambda: self._own(
            cl("clCreateCommandQueue", self.context, self._id, 0), opencl.clReleaseCommandQueue))

    @property
    def shares_memory(self):
        """True if the device reads a NumPy array in place. Some drivers of processors copy it, which takes longer than a copy
        by the module: a later change of the array is then not seen."""
        return self._is_cpu and self._made("_shares_memory", self._sees_change)

    def _sees_change(self):
        words, seen = np.zeros(4096, np.uint32), c.c_uint32()
        words = words[(16 - words.ctypes.data) % 64 // 4:][:2048]  # 16 bytes after a multiple of 64, as large arrays often are
        buffer = cl("clCreateBuffer", self.context, READ_ONLY_SHARED, words.nbytes, words.ctypes.data)
        try:
            words[0] = 1
            cl("clEnqueueReadBuffer", self.queue, buffer, 1, 0, 4, c.addressof(seen), 0, None, None)
        finally:
            opencl.clReleaseMemObject(buffer)
        return seen.value == 1

    @property
    def handle(self):
        return self._made("_handle", self._open)

    def _open(self):
        options, *given = sized("xl_options")
        for name, value in self._options.items():
            setattr(options, name, value)
        opened = c.c_void_p()
        call("xl_open_sized", self._id, self.context, *given, c.byref(opened))
        return self._own(opened.value, lib.xl_close)

    def widths(self, backend=None):
        """The native sub-group widths; [] if sub-groups are emulated (then 1 to 128 lanes work)."""
        found, error = (c.c_int * 32)(), struct["xl_error"]()
        handle, backend = self.handle, word(backend, "backend")
        with compiling():
            count = lib.xl_native_widths(handle, backend, found, len(found), c.byref(error))
        if not count and error.status not in (0, UNSUPPORTED):
            raise Error(text(error.text), error.status)
        return found[:count]

    def plan(self, algorithm, type=None, strategy=None, lanes=0, backend=None, **settings):
        """A Plan; equal arguments return the same plan while it is kept. Sizes are required, and so is the type if several
        are possible."""
        one = description(algorithm)
        required = [name for name in one.inputs if not one.is_optional(name)]
        return self._plan(one, type, strategy, lanes, backend, settings, required)

    def free(self):
        """Frees the plans kept for later calls on this device, with their scratch, and spare buffers."""
        free(self._key)

    def _plan(self, one, type, strategy, lanes, backend, settings, unknown):
        """`unknown`: the inputs whose sizes and types follow only from the settings."""
        number = type_number(type)
        if number and TYPES[number] not in one.types:
            raise Error(f"{one.name}: type={type!r} is not among its types, {', '.join(one.types)}")
        for name in unknown:
            missing = [size for size in one.arrays[name].shape if size in one.params and one.params[size].is_size and size not in settings]
            if missing:
                raise Error(f"{one.name}: the size of {name} is not known; give {missing[0]}=")
            if type is None and len(one.arrays[name].kinds) > 1 and not one.arrays[name].typed_by:
                raise Error(f"{one.name}: the type of {name} is not known; give type=")
        settings = {**{name: value for name, value in one.usual.items() if value is not None}, **settings}
        words = (number, word(strategy, "strategy"), whole(lanes, "lanes", 0, 128), word(backend, "backend"),
                 tuple(sorted((name, one.setting(name, value)) for name, value in settings.items())))
        return kept.find((self._key, one.name, *words), lambda: Plan(self, one.name, *words))


def _list(function, *arguments):
    count = c.c_uint()
    getattr(opencl, function)(*arguments, 0, None, c.byref(count))  # where there are none: a status, and 0
    found = (c.c_void_p * count.value)()
    if found:
        cl(function, *arguments, count, found, None)
    return found[:]


@functools.lru_cache(maxsize=1)
def _devices():
    enter()
    with _drivers.offered() if _drivers else contextlib.nullcontext():
        platforms = _list("clGetPlatformIDs")
    found = [one for platform in platforms for one in _list("clGetDeviceIDs", platform, 0xFFFFFFFF)]
    return tuple(map(Device._make, dict.fromkeys(found)))  # a driver that is listed twice has its devices once


def devices():
    """All devices in the loader's order, numbered as in the command. Each creates its own context when it first needs one."""
    return list(_devices())


_of = functools.lru_cache(maxsize=16)(Device._make)  # the library retains both objects, so an address means one of them


def _named(name, there):
    """As --device of the command: devices of a type or vendor; if none, devices with this text in their names."""
    found, fits = {}, c.c_int()
    for one in there:
        call("xl_device_fits", one._id, word(name, "device"), c.byref(fits))
        found.setdefault(fits.value, []).append(one)
    return found.get(2) or found.get(1) or []


def _of_pyopencl(chosen, there):
    if isinstance(chosen, kind("Device")):
        return next((one for one in there if one._id == chosen.int_ptr), None) or Device._make(chosen.int_ptr, keep=chosen)
    if isinstance(chosen, kind("Context")):
        if len(chosen.devices) > 1:
            raise Error(f"the context has {len(chosen.devices)} devices; give a queue")
        return _of(chosen.devices[0].int_ptr, chosen.int_ptr)
    return _of(chosen.device.int_ptr, chosen.context.int_ptr)


def device(chosen=None):
    """A device by its index, cpu or gpu, a vendor, part of its name, or a pyopencl device, queue or context. None: the first."""
    if isinstance(chosen, Device):
        return chosen
    found = there = _devices()
    if isinstance(chosen, (kind("CommandQueue") or Device, kind("Context") or Device, kind("Device") or Device)):
        try:
            return _of_pyopencl(chosen, there)
        except kind("Error") or () as error:
            raise Error(f"device is {described(chosen)} whose device or context cannot be asked for: {error}", BAD_HANDLE) from None
    if not there:
        raise Error("no OpenCL device: install a driver, or have one of the processor by pip install 'crosslane[cpu]'", NOT_FOUND)
    if isinstance(chosen, str) and not chosen.isdecimal():
        found = _named(chosen, there)
    elif chosen is not None:
        try:
            number = int(chosen) if isinstance(chosen, str) else operator.index(chosen)
        except TypeError:
            number = None
        if number is None or isinstance(chosen, (bool, np.bool_)):
            raise Error(f"device is {described(chosen)}, not a number, a name, a Device or an object of pyopencl's", BAD_HANDLE)
        found = there[number:number + 1] if number >= 0 else ()
    if len(found) > 1 and chosen is not None:
        raise Error(f"device={chosen!r} is {len(found)} of the devices {devices()}; give one's number, from 0")
    if not found:
        raise ArgumentError(f"device={chosen!r} is none of the devices {devices()}; give one's number, from 0", NOT_FOUND)
    return found[0]


def header_options(device_or_queue=None, width=0, backend=None, quick=False):
    """HeaderOptions for your own kernels at a sub-group width (0: chosen), for a device as in device(). Tries every operation
    of the layer; with `quick`, only moves and votes."""
    out, *given = sized("xl_header_use")
    handle, asked = device(device_or_queue).handle, (word(backend, "backend"), whole(width, "width", 0, 128), int(bool(quick)))
    with compiling():
        call("xl_header_options_sized", handle, *asked, *given)
    return HeaderOptions(text(out.options).split(), text(out.backend), out.width, bool(out.emulated), bool(out.one_sub_group),
                         out.local_bytes, out.largest_group_size)
