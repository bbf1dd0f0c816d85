"""Devices, and plans made for them."""
import collections
import contextlib
import ctypes as c
import functools
import threading
import weakref

import numpy as np

from ._library import NOT_FOUND, TYPES, Error, _drivers, call, cl, lib, opencl, sized, struct, text

PLANS_KEPT = 64  # of a device; the one that was not used for the longest time goes
HeaderOptions = collections.namedtuple(
    "HeaderOptions", "options backend lanes emulated one_sub_group local_bytes largest_group_size")
HeaderOptions.__doc__ = """For a kernel that uses crosslane_sg.h: `options` (a list, for build; the caller adds
-DSG_GROUP_SIZE=<local size>), and the launch rule: local sizes are multiples of `lanes` up to `largest_group_size`,
or just `lanes` where flow differs between sub-groups and `one_sub_group` is true."""


def raw(word):
    return word.encode() if word else None


def number_text(value):
    """As settings write it; NumPy's numbers too."""
    try:
        return str(value) if isinstance(value, (str, int, np.integer)) else repr(float(value))
    except (TypeError, ValueError):
        raise Error(f"a parameter is a number or a word, not {type(value).__name__}") from None


def type_number(kind):
    try:
        return TYPES.index("" if kind is None else np.dtype(kind).name)
    except (TypeError, ValueError):
        raise Error(f"type={kind!r} is no type of elements; there are {', '.join(TYPES[1:])}") from None


def address(thing, what):
    """Of the OpenCL object in a pyopencl one; an int is an address already."""
    if isinstance(thing, int):
        return thing
    try:
        return thing.int_ptr
    except AttributeError:
        raise Error(f"{what} is a {type(thing).__name__}, not pyopencl's object nor its address") from None


def place_of(value, name):
    """(address, offset) of pyopencl's Buffer or Array; a number stays."""
    if value is None or isinstance(value, (int, float, np.number)):
        return value
    if not hasattr(value, "base_data"):
        return address(value, name), 0
    if not value.flags.c_contiguous:
        raise Error(f"{name}: the array's elements do not lie one behind the other; give a copy")
    return address(value.base_data, name), value.offset


def _ask(function, thing, code):
    size = c.c_size_t()
    cl(function, thing, code, 0, None, c.byref(size))
    answer = c.create_string_buffer(size.value + 1)
    cl(function, thing, code, size, answer, None)
    return text(answer.value).strip()


class Device:
    """An OpenCL device: `name`, `vendor`, `driver`, `version`, `platform`. Its context is one of its own, or the caller's."""

    def __init__(self, device, context=None, **options):
        self._id, self._context, self._options = device, context, options
        self.name, self.vendor, self.driver, self.version = [_ask("clGetDeviceInfo", device, 0x102B + i) for i in (0, 1, 2, 4)]
        platform = c.c_void_p()
        cl("clGetDeviceInfo", device, 0x1031, c.sizeof(platform), c.byref(platform), None)
        self.platform = _ask("clGetPlatformInfo", platform, 0x902)
        self._plans, self._lock = collections.OrderedDict(), threading.Lock()

    def __repr__(self):
        return f"<crosslane.Device {self.name} ({self.platform})>"

    def using(self, **options):
        """The same device with other options of xl_open: cache_dir, kernel_dir, record_width, trace, planted."""
        return Device(self._id, self._context, **{**self._options, **options})

    def _own(self, made, release):
        weakref.finalize(self, release, made)
        return made

    @functools.cached_property
    def context(self):
        return self._context or self._own(cl("clCreateContext", None, 1, c.byref(c.c_void_p(self._id)), None, None),
                                          opencl.clReleaseContext)

    @functools.cached_property
    def queue(self):
        return self._own(cl("clCreateCommandQueue", self.context, self._id, 0), opencl.clReleaseCommandQueue)

    @functools.cached_property
    def handle(self):
        options, *given = sized("xl_options")
        for name, value in self._options.items():
            if not hasattr(options, name):
                raise Error(f"there is no option {name}; there are {', '.join(dict(options._fields_))}")
            setattr(options, name, str(value).encode() if name.endswith("_dir") else int(value))
        opened = c.c_void_p()
        call("xl_open_sized", self._id, self.context, *given, c.byref(opened))
        return self._own(opened.value, lib.xl_close)

    def widths(self, backend=None):
        """The native sub-group widths; [] where sub-groups are emulated (1 to 128 lanes work then)."""
        found = (c.c_int * 32)()
        return found[:lib.xl_native_widths(self.handle, raw(backend), found, len(found), None)]

    def plan(self, algorithm, type=None, strategy=None, lanes=0, backend=None, **settings):
        """A Plan: with the same words the same one, as long as it is kept."""
        key = algorithm, type, strategy, lanes, backend, *settings.items()
        try:
            with self._lock:
                self._plans.move_to_end(key)
                return self._plans[key]
        except TypeError:
            raise Error(f"strategy, backend, lanes, type and parameters are words and numbers: {key}") from None
        except KeyError:
            pass
        made = Plan(self, algorithm, type, strategy, lanes, backend, settings)
        with self._lock:
            self._plans[key] = made
            if len(self._plans) > PLANS_KEPT:
                self._plans.popitem(last=False)
        return made


class Plan:
    """A strategy made ready. Called with a queue, buffers and numbers of run time it enqueues one run and returns its event.
    `strategy`, `backend`, `lanes`, `emulated`, `reason` (of auto), `scratch_bytes`, `compile_ms` tell what it became."""

    def __init__(self, device, algorithm, type, strategy, lanes, backend, settings):
        request, *given = sized("xl_plan_request")
        pairs = [(raw(name), 0.0, raw(number_text(value))) for name, value in settings.items()]
        values = (struct["xl_setting"] * len(pairs))(*pairs)
        request.algorithm, request.strategy, request.backend = raw(algorithm), raw(strategy), raw(backend)
        request.type, request.width, request.value_count = type_number(type), lanes, len(pairs)
        request.values = c.addressof(values)
        made = c.c_void_p()
        call("xl_plan_make_sized", device.handle, *given, c.byref(made))
        self.handle, self._launches, self._arrays, self._lock = made.value, {}, {}, threading.Lock()
        weakref.finalize(self, lib.xl_plan_free, self.handle)
        facts, *given = sized("xl_plan_facts")
        lib.xl_plan_get_facts_sized(self.handle, *given)
        self.algorithm, self.strategy, self.backend, self.reason = [
            text(word) for word in (facts.algorithm, facts.strategy, facts.backend, facts.reason)]
        self.lanes, self.emulated, self.group_size = facts.width, bool(facts.emulated), facts.group_size
        self.scratch_bytes, self.compile_ms = facts.scratch_bytes, facts.compile_ms

    def __repr__(self):
        return f"<crosslane.Plan {self.algorithm}/{self.strategy}, {self.lanes} lanes, backend {self.backend}>"

    def array(self, name):
        """(dtype, shape) of an array: the most that it can have."""
        if name not in self._arrays:
            out, *given = sized("xl_array_size")
            call("xl_plan_get_array_sized", self.handle, raw(name), *given)
            self._arrays[name] = np.dtype(TYPES[out.type]), tuple(out.shape[:out.rank])
        return self._arrays[name]

    def _launch(self, names):
        """What xl_enqueue reads is kept: from run to run only buffers and numbers change."""
        arrays = [(raw(name), None, 0) for name, is_number in names if not is_number]
        scalars = [(raw(name), 0.0) for name, is_number in names if is_number]
        launch, event = struct["xl_launch"](), c.c_void_p()
        arrays, scalars = (struct["xl_array"] * len(arrays))(*arrays), (struct["xl_scalar"] * len(scalars))(*scalars)
        launch.arrays, launch.array_count, launch.scalars, launch.scalar_count, launch.event = (
            c.addressof(arrays), len(arrays), c.addressof(scalars), len(scalars), c.addressof(event))
        return launch, c.byref(launch), c.sizeof(launch), struct["xl_error"](), list(arrays), list(scalars), event, arrays, scalars

    def enqueue(self, queue, values, wait_for=()):
        """With addresses: `values` has of each name (buffer, offset), None or a number of run time. Returns the event's."""
        names = tuple([(name, isinstance(value, (int, float, np.number))) for name, value in values.items()])
        with self._lock:
            launch, given, size, error, arrays, scalars, event, *_ = (
                self._launches.get(names) or self._launches.setdefault(names, self._launch(names)))
            arrays, scalars = iter(arrays), iter(scalars)
            for (_, is_number), value in zip(names, values.values()):
                if is_number:
                    next(scalars).value = value
                else:
                    one = next(arrays)
                    one.buffer, one.offset = value or (None, 0)
            waits = (c.c_void_p * len(wait_for))(*wait_for) if wait_for else None
            launch.queue, launch.wait_count, launch.wait_list = queue, len(wait_for), waits and c.addressof(waits)
            event.value = None
            if lib.xl_enqueue_sized(self.handle, given, size, c.byref(error)):
                if event.value:  # what the driver has taken will run: crosslane.h, "Failure"
                    opencl.clWaitForEvents(1, c.byref(event))
                    opencl.clReleaseEvent(event)
                raise Error(text(error.text), error.status)
            return event.value

    def __call__(self, queue, wait_for=(), **values):
        """On a pyopencl queue: pyopencl's buffers and arrays by their names, numbers of run time by theirs."""
        values = {name: place_of(value, name) for name, value in values.items()}
        event = self.enqueue(address(queue, "queue"), values, [address(one, "wait_for") for one in wait_for])
        if isinstance(queue, int):
            return event
        from pyopencl import Event
        return Event.from_int_ptr(event, False)


def _list(function, *arguments):
    count = c.c_uint()
    getattr(opencl, function)(*arguments, 0, None, c.byref(count))  # where there are none: a status, and 0
    found = (c.c_void_p * count.value)()
    if found:
        cl(function, *arguments, count, found, None)
    return found[:]


@functools.lru_cache(maxsize=1)
def devices():
    """All devices, in the loader's order. Each has a context of its own, made when it is first needed."""
    with _drivers.offered() if _drivers else contextlib.nullcontext():
        platforms = _list("clGetPlatformIDs")
    return [Device(one) for platform in platforms for one in _list("clGetDeviceIDs", platform, 0xFFFFFFFF)]


_of = functools.lru_cache(maxsize=16)(Device)  # the library retains both objects, so an address means one of them


def device(chosen=None):
    """By its number, by a part of its name, vendor or platform, or of a pyopencl queue or context. None: the first."""
    if isinstance(chosen, Device):
        return chosen
    if hasattr(chosen, "int_ptr"):
        context = getattr(chosen, "context", chosen)
        return _of((chosen.device if context is not chosen else chosen.devices[0]).int_ptr, context.int_ptr)
    found = there = devices()
    if isinstance(chosen, str):
        found = [one for one in there if chosen.lower() in f"{one.name}\n{one.vendor}\n{one.platform}".lower()]
    elif chosen is not None:
        found = there[chosen:chosen + 1] if isinstance(chosen, int) and chosen >= 0 else []
    if len(found) > 1 and chosen is not None:
        raise Error(f"device={chosen!r} is {len(found)} of the devices {there}; give one's number, from 0")
    if not found and there:
        raise Error(f"device={chosen!r} is none of the devices {there}; give one's number, from 0", NOT_FOUND)
    if not found:
        raise Error("no OpenCL device: install a driver, or have one of the processor by pip install 'crosslane[cpu]'", NOT_FOUND)
    return found[0]


def header_options(device_or_queue=None, width=0, backend=None, quick=False):
    """HeaderOptions for kernels of one's own at a sub-group width (0: chosen), on what device() takes. Tries every operation
    of the layer, or with `quick` the moves and votes alone."""
    out, *given = sized("xl_header_use")
    call("xl_header_options_sized", device(device_or_queue).handle, raw(backend), width, int(quick), *given)
    return HeaderOptions(text(out.options).split(), text(out.backend), out.width, bool(out.emulated), bool(out.one_sub_group),
                         out.local_bytes, out.largest_group_size)
