"""Plans, and a cache of plans for later calls."""
import collections
import ctypes as c
import threading
import weakref

import numpy as np

from ._describe import description, word
from ._library import BAD_ARRAY, TYPES, Error, call, cl, compiling, enter, lib, opencl, release, sized, struct, text
from ._opencl import address, events, exact, is_array, kind, place_of

READ_WRITE, READ_ONLY_SHARED = 1, 4 | 8  # CL_MEM_*
LAUNCHES_KEPT = 16  # of a plan, each for other names of what is given


def is_number(value):
    return isinstance(value, (int, float, np.number))


class Plan:
    """A strategy ready to run. A call with a queue, buffers and run-time numbers enqueues one run and returns its event.
    `strategy`, `backend`, `lanes`, `emulated`, `reason` (of auto), `scratch_bytes`, `compile_ms` describe it."""

    def __init__(self, device, algorithm, type, strategy, lanes, backend, settings):
        self._description = description(algorithm)
        request, *given = sized("xl_plan_request")
        pairs = [(name.encode(), 0.0, value.encode("utf-8", "replace")) for name, value in settings]
        values = (struct["xl_setting"] * len(pairs))(*pairs)
        request.algorithm, request.strategy, request.backend = algorithm.encode(), strategy, backend
        request.type, request.width, request.value_count = type, lanes, len(pairs)
        request.values = c.addressof(values)
        made = c.c_void_p()
        handle = device.handle
        with compiling():
            call("xl_plan_make_sized", handle, *given, c.byref(made))
        self.handle, self._launches, self._arrays, self._lock = made.value, {}, {}, threading.Lock()
        self._useless = {}
        weakref.finalize(self, release, lib.xl_plan_free, self.handle)
        facts, *given = sized("xl_plan_facts")
        lib.xl_plan_get_facts_sized(self.handle, *given)
        self.algorithm, self.strategy, self.backend, self.reason = [
            text(word) for word in (facts.algorithm, facts.strategy, facts.backend, facts.reason)]
        self.lanes, self.emulated, self.group_size = facts.width, bool(facts.emulated), facts.group_size
        self.scratch_bytes, self.compile_ms = facts.scratch_bytes, facts.compile_ms

    def __repr__(self):
        return f"<crosslane.Plan {self.algorithm}/{self.strategy}, {self.lanes} lanes, backend {self.backend}>"

    def __reduce__(self):
        raise TypeError("a crosslane.Plan belongs to its process and cannot be pickled")

    def array(self, name):
        """(dtype, shape) of an array: the largest that the plan allows."""
        if name not in self._arrays:
            out, *given = sized("xl_array_size")
            call("xl_plan_get_array_sized", self.handle, word(name, "an array's name"), *given)
            self._arrays[name] = np.dtype(TYPES[out.type]), tuple(out.shape[:out.rank])
        return self._arrays[name]

    def has_effect(self, param):
        """True if another value of this parameter would change anything."""
        if param not in self._useless:
            out, *given = sized("xl_value")
            call("xl_plan_get_value_sized", self.handle, word(param, "a parameter's name"), *given)
            self._useless[param] = not out.used
        return not self._useless[param]

    def _launch(self, names):
        """The arguments of xl_enqueue are kept: between runs only buffers and numbers change."""
        if len(self._launches) >= LAUNCHES_KEPT:
            self._launches.clear()
        arrays = [(word(name, "a name"), None, 0) for name, number in names if not number]
        scalars = [(word(name, "a name"), 0.0) for name, number in names if number]
        launch, event = struct["xl_launch"](), c.c_void_p()
        arrays, scalars = (struct["xl_array"] * len(arrays))(*arrays), (struct["xl_scalar"] * len(scalars))(*scalars)
        launch.arrays, launch.array_count, launch.scalars, launch.scalar_count, launch.event = (
            c.addressof(arrays), len(arrays), c.addressof(scalars), len(scalars), c.addressof(event))
        self._launches[names] = (
            launch, c.byref(launch), c.sizeof(launch), struct["xl_error"](), list(arrays), list(scalars), event, arrays, scalars)
        return self._launches[names]

    def _enqueue(self, queue, values, wait_for=()):
        """`values` maps each name to (buffer, offset) or a run-time number. Returns the event's address."""
        enter()
        names = tuple([(name, is_number(value)) for name, value in values.items()])
        with self._lock:
            launch, given, size, error, arrays, scalars, event, *_ = self._launches.get(names) or self._launch(names)
            arrays, scalars = iter(arrays), iter(scalars)
            for (name, number), value in zip(names, values.values()):
                if number:
                    next(scalars).value = exact(value, f"{self.algorithm}: {name}")
                else:
                    one = next(arrays)
                    one.buffer, one.offset = value or (None, 0)
            waits = (c.c_void_p * len(wait_for))(*wait_for) if wait_for else None
            launch.queue, launch.wait_count, launch.wait_list = queue, len(wait_for), waits and c.addressof(waits)
            event.value = None
            if lib.xl_enqueue_sized(self.handle, given, size, c.byref(error)):
                failed = Error(text(error.text), error.status)
                failed.has_run = bool(event.value)
                if event.value:  # what the driver has taken will run: crosslane.h, "Failure"
                    opencl.clWaitForEvents(1, c.byref(event))
                    opencl.clReleaseEvent(event)
                raise failed
            return event.value

    def __call__(self, queue, wait_for=None, **values):
        """Runs on a pyopencl queue, with its buffers and arrays by name, and run-time numbers by name. Also waits for pending
        events of the arrays; written arrays receive the new event."""
        at, waits, arrays = address(queue, "CommandQueue", "queue"), events(wait_for), []
        for name, value in values.items():
            if is_array(value):
                if name in self._description.arrays and value.dtype != self.array(name)[0]:
                    raise Error(f"{self.algorithm}: {name} is {value.dtype}, it has to be {self.array(name)[0]}", BAD_ARRAY)
                arrays.append((name, value))
                waits += value.events
        given = {name: value if value is None or is_number(value) else place_of(value, f"{self.algorithm}: {name}", queue)
                 for name, value in values.items()}
        event = self._enqueue(at, given, [one.int_ptr for one in waits])
        event = kind("Event").from_int_ptr(event, False)
        for name, value in arrays:
            if name in self._description.outputs:
                value.add_event(event)
        return event


class Kept:
    """Plans by their arguments. Drops the least recently used plans if there are more than `most`, or if their scratch
    exceeds `bytes`."""

    def __init__(self, most, bytes):
        self.most, self.bytes, self.scratch = most, bytes, 0
        self._plans, self._lock = collections.OrderedDict(), threading.RLock()

    def find(self, key, make):
        with self._lock:
            if key in self._plans:
                self._plans.move_to_end(key)
                return self._plans[key]
        made = make()
        with self._lock:
            found = self._plans.setdefault(key, made)
            self.scratch += made.scratch_bytes * (found is made)
            while self._plans and (len(self._plans) > self.most or self.scratch > self.bytes):
                self.scratch -= self._plans.popitem(last=False)[1].scratch_bytes
        return found

    def free(self, owner=None):
        """Plans of one device, the first element of their keys, or all."""
        with self._lock:
            for key in [key for key in list(self._plans) if owner in (None, key[0])]:
                self.scratch -= self._plans.pop(key).scratch_bytes


class Spare:
    """Buffers of ended calls for later ones of the same size, because new memory costs more time than most kernels. Releases
    the oldest if they hold more than `bytes`."""

    def __init__(self, bytes):
        self.bytes, self.held, self._buffers, self._lock = bytes, 0, [], threading.RLock()

    def take(self, owner, context, size):
        """A buffer of any content, which only the caller uses."""
        with self._lock:
            for at, (key, held, _) in enumerate(self._buffers):
                if (key, held) == (owner, size):
                    self.held -= size
                    return self._buffers.pop(at)[2]
        return cl("clCreateBuffer", context, READ_WRITE, size, None)

    def give(self, owner, size, buffer):
        with self._lock:
            self._buffers.append((owner, size, buffer))
            self.held += size
            while self.held > self.bytes:
                self._drop(self._buffers[0])

    def _drop(self, one):
        self._buffers.remove(one)
        self.held -= one[1]
        release(opencl.clReleaseMemObject, one[2])

    def free(self, owner=None):
        with self._lock:
            for one in [one for one in self._buffers if owner in (None, one[0])]:
                self._drop(one)


def free(owner=None):
    """Frees plans and buffers of one device, by its key, or of all."""
    kept.free(owner)
    spare.free(owner)


kept, spare = Kept(64, 256 << 20), Spare(256 << 20)
