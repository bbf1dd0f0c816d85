"""crosslane: sub-group algorithms on OpenCL devices, from Python.

    import crosslane, numpy as np
    crosslane.devices()
    crosslane.reduce(np.arange(10, dtype=np.uint32), operator="max")
    crosslane.histogram(samples, buckets=256)

Each algorithm of the library is a function; help(crosslane.scan) has its arrays and parameters. NumPy arrays are copied
to the device and back. With buffers or arrays of pyopencl nothing is copied: give a queue, and the outputs by their
names; an event comes back.
"""
import collections
import ctypes as c
import inspect
import math

import numpy as np

from ._device import Device, HeaderOptions, Plan, address, device, devices, header_options
from ._library import CHOICE, OPTIONAL_INPUT, OUTPUT, TYPES, Error, call, cl, describe, lib, opencl, struct, text

__version__ = text(lib.xl_version())
READ_WRITE, READ_ONLY_COPY = 1, 4 | 32  # CL_MEM_*
HOW = {"device": None, "queue": None, "type": None, "strategy": None, "lanes": 0, "backend": None, "wait_for": ()}
MOST_RECORDS = 65536


def header_text():
    """The text of crosslane_sg.h, to be put before a kernel's own."""
    return text(lib.xl_header_text())


Array = collections.namedtuple("Array", "help direction kinds shape counted_by typed_by")


class Algorithm:
    """An algorithm as the library lists it. Called, it runs."""

    def __init__(self, name):
        self.__name__, self.__qualname__, self.__module__ = name, name, __name__
        info = describe("algorithm", name.encode())

        def listed(what, count):
            found = [describe(what, name.encode(), i) for i in range(count)]
            return {text(one.name): one for one in found}

        self.help, self.strategies = text(info.help), list(listed("strategy", info.strategy_count))
        self._arrays = {word: Array(text(one.help), one.direction, [np.dtype(TYPES[kind]) for kind in one.types[:one.type_count]],
                                    list(map(text, one.shape[:one.rank])), text(one.counted_by), text(one.typed_by))
                        for word, one in listed("array", info.array_count).items()}
        self._params = listed("param", info.param_count)
        self.inputs = [word for word, one in self._arrays.items() if one.direction != OUTPUT]
        self.outputs = [word for word, one in self._arrays.items() if one.direction == OUTPUT]
        self._results = collections.namedtuple(name, self.outputs)
        self._usual = [word for word in self.outputs if self._arrays[word].typed_by != "counted"]  # without a count
        self.__signature__, self.__doc__ = self._sign(), self._document()

    def __repr__(self):
        return f"<crosslane.{self.__name__}: {self.help}>"

    def _default(self, name):
        one = self._params[name]
        if one.kind == CHOICE:
            return text(one.choices).split("|")[int(one.initial)]
        return int(one.initial) if one.initial.is_integer() else one.initial

    def _sign(self):
        kind, inputs = inspect.Parameter, []
        for name in self.inputs:  # one without a default may not follow one with
            optional = self._arrays[name].direction == OPTIONAL_INPUT or (inputs and inputs[-1].default is None)
            inputs.append(kind(name, kind.POSITIONAL_OR_KEYWORD, default=None if optional else kind.empty))
        named = {name: self._default(name) for name, one in self._params.items() if not one.is_size and name not in self._arrays}
        named.update({name: None for name in self.outputs} | HOW)
        return inspect.Signature(inputs + [kind(name, kind.KEYWORD_ONLY, default=value) for name, value in named.items()])

    def _document(self):
        def array(name):
            one = self._arrays[name]
            words = [" or ".join(map(str, one.kinds)), "optional" * (one.direction == OPTIONAL_INPUT), one.help,
                     f"cut to the number in {one.counted_by}" * bool(one.counted_by)]
            return f"    {name}[{', '.join(one.shape)}]: {'; '.join(filter(None, words))}"

        def param(name):
            one = self._params[name]
            span = text(one.choices) if one.kind == CHOICE else f"{one.least:g} to {one.most:g}"
            bound = "from the arrays' shapes, else " if one.is_size else ""
            return f"    {name} = {bound}{self._default(name)}; {span} {text(one.unit)}: {text(one.help)}"

        return "\n".join([
            self.help, "", "Arrays in:", *map(array, self.inputs), "Arrays out:", *map(array, self.outputs), "Parameters:",
            *map(param, self._params), "How:", f"    strategy = auto; {'|'.join(self.strategies)}",
            "    lanes = 0; 1 to 128: sub-group width, 0 = chosen", "    device, queue, type, backend, wait_for",
            f"Returns the array{'s, by their names' * (len(self._usual) > 1)}; with buffers, which also the arrays out have to be, the event."])

    def _sort(self, given, named):
        """(arrays, settings, how) of what was given. A word that nobody knows is the library's to refuse."""
        if len(given) > len(self.inputs):
            raise Error(f"{self.__name__} takes {len(self.inputs)} arrays ({', '.join(self.inputs)}), not {len(given)}")
        arrays, settings, how = dict(zip(self.inputs, given)), {}, dict(HOW)
        for name, value in named.items():
            number = isinstance(value, (int, float, np.number, str))
            if name in HOW:
                how[name] = value
            elif name not in self._arrays or (number and name in self._params):
                settings[name] = value
            elif name in arrays:
                raise Error(f"{self.__name__}: the array {name} is given twice")
            else:
                arrays[name] = value
        return {name: value for name, value in arrays.items() if value is not None}, settings, how

    def _plan(self, place, arrays, settings, how):
        """Sizes and the element type follow from arrays that know theirs."""
        known = {name: value for name, value in arrays.items() if hasattr(value, "dtype")}
        for name, value in known.items():
            one = self._arrays[name]
            if value.dtype not in one.kinds:
                raise Error(f"{self.__name__}: {name} is {value.dtype}; it can be {' or '.join(map(str, one.kinds))}")
            settings = {one.typed_by: f"{value.dtype.kind}{8 * value.dtype.itemsize}", **settings} if one.typed_by else settings
            if len(one.kinds) > 1 and not one.typed_by and how["type"] is None:
                how["type"] = value.dtype
            for size, length in zip(one.shape, value.shape):
                if size in self._params and settings.setdefault(size, length) != length:
                    raise Error(f"{self.__name__}: {name} has the shape {value.shape}, but {size} is {settings[size]}")
        plan = place.plan(self.__name__, how["type"], how["strategy"], how["lanes"], how["backend"], **settings)
        for name, value in known.items():
            kind, shape = plan.array(name)
            if value.dtype != kind or value.shape != shape:
                raise Error(f"{self.__name__}: {name} is {value.dtype}{list(value.shape)}, it has to be {kind}{list(shape)}")
        return plan

    def __call__(self, *given, **named):
        arrays, settings, how = self._sort(given, named)
        if not any(hasattr(value, "int_ptr") or hasattr(value, "base_data") for value in arrays.values()):
            return self.run(arrays, settings, how)[0]
        queue = how["queue"] or next((value.queue for value in arrays.values() if getattr(value, "queue", None)), None)
        if queue is None:
            raise Error(f"{self.__name__}: buffers need queue=")
        return self._plan(device(queue), arrays, settings, how)(queue, how["wait_for"], **arrays)

    def run(self, arrays, settings, how):
        """(results, plan, queue) with NumPy arrays."""
        for name, value in arrays.items():
            if name in self.outputs:
                raise Error(f"{self.__name__}: {name} is made by the call; only a buffer is given to be filled")
            value = np.asarray(value)
            value = value.view(np.uint8) if value.dtype == np.bool_ else value
            arrays[name] = np.ascontiguousarray(value, value.dtype.newbyteorder("="))
        place = device(how["queue"] or how["device"])
        plan = self._plan(place, arrays, settings, how)
        queue, made = address(how["queue"] or place.queue, "queue"), {}

        def buffer(name, flags, size, data=None):
            made[name] = (cl("clCreateBuffer", place.context, flags, size, data), 0) if size else None

        try:
            for name, value in arrays.items():
                buffer(name, READ_ONLY_COPY, value.nbytes, value.ctypes.data)
            for name in self.outputs:
                kind, shape = plan.array(name)
                buffer(name, READ_WRITE, kind.itemsize * math.prod(shape))
            event = c.c_void_p(plan.enqueue(queue, made, [address(one, "wait_for") for one in how["wait_for"]]))
            try:
                cl("clWaitForEvents", 1, c.byref(event))
            finally:
                opencl.clReleaseEvent(event)
            return self._read(plan, queue, made, arrays), plan, queue
        finally:
            for one in filter(None, made.values()):
                opencl.clReleaseMemObject(one[0])

    def _read(self, plan, queue, made, arrays):
        """The outputs; of one that is counted its elements alone."""
        found = {}
        for name in sorted(self.outputs, key=lambda name: bool(self._arrays[name].counted_by)):
            kind, shape = plan.array(name)
            counter = {**found, **arrays}.get(self._arrays[name].counted_by, shape)  # an input only where it was given
            out = found[name] = np.empty((min(shape[0], int(counter[0])), *shape[1:]), kind)
            if out.nbytes:
                cl("clEnqueueReadBuffer", queue, made[name][0], 1, 0, out.nbytes, out.ctypes.data, 0, None, None)
        several = len(self._usual) > 1 or any(found[name].size for name in found if name not in self._usual)
        return self._results(**found) if several else found[self._usual[0]]


class Trace:
    """What SG_SHOW recorded in one sub-group: `steps`, each (name, line, values of the lanes); `result`, `plan`."""

    def __init__(self, result, plan, steps):
        self.result, self.plan, self.steps = result, plan, steps

    def _repr_html_(self):
        def cell(value):
            return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)

        def row(name, cells):
            return f"<tr><th>{name}</th>{''.join(f'<td>{cell(one)}</td>' for one in cells)}</tr>"

        return f"<table>{row('lane', range(self.plan.lanes))}{''.join(row(name, values) for name, _, values in self.steps)}</table>"


def trace(algorithm, *given, **named):
    """A Trace of the first sub-group, with NumPy arrays: trace("scan", x, strategy="kogge_stone", lanes=8). A table in Jupyter."""
    if algorithm not in algorithms:
        raise Error(f"there is no algorithm {algorithm!r}; there are {', '.join(algorithms)}")
    arrays, settings, how = globals()[algorithm]._sort(given, named)
    how["device"] = device(how["device"]).using(trace=True)
    result, plan, queue = globals()[algorithm].run(arrays, settings, how)
    records, count = (struct["xl_trace"] * MOST_RECORDS)(), c.c_size_t()
    call("xl_plan_trace", plan.handle, queue, records, MOST_RECORDS, c.byref(count))
    shown, steps = records[:min(count.value, MOST_RECORDS)], collections.defaultdict(dict)
    first = min(shown, key=lambda record: record.work_item, default=None)
    for record in shown:
        if (record.work_item // plan.group_size, record.sub_group) != (first.work_item // plan.group_size, first.sub_group):
            continue
        turn = 0  # what a lane shows for the second time at a place belongs to the others' second time there
        while record.lane in steps[record.name, record.line, turn]:
            turn += 1
        values = np.frombuffer(bytes(record.value), TYPES[record.type])[:record.components].tolist()
        steps[record.name, record.line, turn][record.lane] = values[0] if len(values) == 1 else tuple(values)
    return Trace(result, plan, [(text(name), line, [lanes.get(lane) for lane in range(plan.lanes)])
                                for (name, line, _), lanes in steps.items()])


algorithms = [text(lib.xl_algorithm_name(i)) for i in range(lib.xl_algorithm_count())]
globals().update({name: Algorithm(name) for name in algorithms})
__all__ = ["Algorithm", "Device", "Error", "HeaderOptions", "Plan", "Trace", "algorithms", "device", "devices",
           "header_options", "header_text", "trace", *algorithms]
