"""Algorithms as functions."""
import collections
import ctypes as c
import functools
import inspect
import math

import numpy as np

from . import _numpy
from ._describe import ALONG, EXAMPLE, description, power, span, type_number
from ._device import device
from ._library import BAD_ARRAY, NO_ROOM, SHORT, TYPES, Error, cl, opencl
from ._opencl import address, described, events, is_array, kind, on_device
from ._plan import READ_ONLY_SHARED, free, spare

VECTOR = 16  # bytes: kernels load at most uint4 and float4 from an aligned address
HOW = {"device": None, "queue": None, "type": None, "strategy": None, "lanes": 0, "backend": None, "wait_for": None}
Call = collections.namedtuple("Call", "arrays outs settings how")


@functools.lru_cache(maxsize=None)
def _results(name, fields):
    made = collections.namedtuple(name, fields)
    made.__module__, made.__reduce__ = "crosslane", lambda self: (_result, (name, fields, tuple(self)))
    return made


def _result(name, fields, values):
    """Several results by their names."""
    return _results(name, fields)(*values)


class Algorithm:
    """An algorithm of the library. A call runs it."""

    def __init__(self, name):
        self.__name__, self.__qualname__, self.__module__ = name, name, "crosslane"
        self._is = one = description(name)
        self.help, self.strategies, self.inputs, self.outputs = one.help, one.strategies, one.inputs, one.outputs
        self.__signature__, self.__doc__ = self._sign(), self._document()

    def __repr__(self):
        return f"<crosslane.{self.__name__}: {self.help}>"

    def __reduce__(self):
        return self.__name__

    # ---- help --------------------------------------------------------------------------------------------------------

    def _sign(self):
        one, named, inputs = inspect.Parameter, {}, []
        for name in self.inputs:  # one without a default may not follow one with
            optional = self._is.is_optional(name) or (inputs and inputs[-1].default is None)
            inputs.append(one(name, one.POSITIONAL_OR_KEYWORD, default=None if optional else one.empty))
        for name, param in self._is.params.items():
            if not param.is_size and name not in self._is.arrays:
                named[name] = None if self._is_shape(name) else self._is.default(name)
        named |= {name: None for name in [*self.outputs, "out", *["axis"] * (self.__name__ in ALONG)]} | HOW
        return inspect.Signature(inputs + [one(name, one.KEYWORD_ONLY, default=value) for name, value in named.items()])

    def _is_shape(self, name):
        return any(name in one.shape for one in self._is.arrays.values())

    def _document(self):
        def array(name):
            one = self._is.arrays[name]
            words = [" or ".join(map(str, one.kinds)), "optional" * self._is.is_optional(name), one.help,
                     f"only with {one.used}" * bool(one.used), f"cut to the number in {one.counted_by}" * bool(one.counted_by)]
            return f"    {name}[{', '.join(one.shape)}]: {'; '.join(filter(None, words))}"

        def param(name):
            one, usual = self._is.params[name], self._is.default(name)
            values = "|".join(one.choices) if one.choices else span(one.least, one.most)
            usual = "from the arrays' shapes" if self._is_shape(name) else "to be given" if usual is None else usual if one.choices else power(usual)
            return f"    {name} = {usual}; {values} {one.unit}: {one.help}"

        def example(name):
            one = self._is.arrays[name]
            shape = [size if size.isdigit() else "4" for size in one.shape if size.isdigit() or size in self._is.params]
            return f"    >>> {name} = np.ones({shape[0] if len(shape) == 1 else '(' + ', '.join(shape) + ')'}, np.{one.kinds[0]})"

        required = [name for name in self.inputs if not self._is.is_optional(name) or name in self._is.params]
        given = {name: name for name in required} | EXAMPLE.get(self.__name__, {})
        several = len(self._shown({}, self.outputs)) > 1
        return "\n".join([
            self.help, "", "Arrays in:", *map(array, self.inputs), "Arrays out:", *map(array, self.outputs), "Parameters:",
            *map(param, self._is.params), "How:", f"    strategy = auto; {'|'.join(self.strategies)}",
            "    lanes = 0; 1 to 128: sub-group width, 0 = chosen",
            *["    axis = None; of NumPy arrays with several dimensions: the one to work along"] * (self.__name__ in ALONG),
            "    out: NumPy arrays to be filled, one or a tuple; device, queue, type, backend, wait_for: docs/python.md", "",
            f"Returns the array{', or several by their names' * several}; with buffers, which also the arrays out have to be, the event.",
            "Raises crosslane.Error, which has one line and a status; where an argument is wrong it is a ValueError too.", "",
            "Example:", "    >>> import crosslane, numpy as np", *map(example, required),
            f"    >>> crosslane.{self.__name__}({', '.join(f'{name}={value}' for name, value in given.items())})"])

    # ---- what is given -----------------------------------------------------------------------------------------------

    def _wrong(self, words, status=BAD_ARRAY):
        return Error(f"{self.__name__}: {words}", status)

    def _sort(self, given, named):
        """A Call with the given arguments."""
        one = self._is
        if len(given) > len(self.inputs):
            raise self._wrong(f"takes {len(self.inputs)} arrays ({', '.join(self.inputs)}), not {len(given)}")
        arrays, outs, settings, how = dict(zip(self.inputs, given)), {}, {}, dict(HOW)
        for name, value in named.items():
            number = isinstance(value, (int, float, np.number, str))
            if name in HOW:
                how[name] = value
            elif name in one.params and (number or name not in one.arrays):
                settings[name] = one.setting(name, value)
            elif name in self.outputs:
                outs[name] = value
            elif name == "out":
                how["out"] = value
            elif name not in one.arrays:
                raise one.no_parameter(name, HOW)
            elif name in arrays:
                raise self._wrong(f"the array {name} is given twice")
            else:
                arrays[name] = value
        arrays = {name: value for name, value in arrays.items() if value is not None}
        for name in self.inputs:
            if name not in arrays and not one.is_optional(name):
                raise self._wrong(f"array {name!r} is missing")
        outs = {name: value for name, value in outs.items() if value is not None}
        if how["device"] is not None and how["queue"] is not None:
            raise self._wrong("give device= or queue=, not both")
        self._place_outs(arrays, outs, settings, how.pop("out", None))
        return Call(arrays, outs, settings, how)

    def _place_outs(self, arrays, outs, settings, out):
        """The outputs of out= and in_place=, by name."""
        if settings.get("in_place") == "yes":
            for name in self.outputs:
                of = self._is.arrays[name].result_of
                if of in arrays:
                    outs.setdefault(name, arrays[of])
        if out is None:
            return
        there = self._shown(settings, [name for name in self.outputs if not self._is.arrays[name].typed_by or self._is.arrays[name].result_of in arrays])
        several = list(out) if isinstance(out, (tuple, list)) else [out]
        if len(several) != len(there) or not {*outs}.isdisjoint(there):
            raise self._wrong(f"out= takes {len(there)}, of {', '.join(there)}, which are then not given by name as well")
        outs.update({name: value for name, value in zip(there, several) if value is not None})

    def _shown(self, settings, names):
        """The outputs to return; leaves out outputs without elements, and counts, which their arrays' lengths show."""
        counts = {self._is.arrays[name].counted_by for name in names} if "capacity" not in settings else ()
        return [name for name in names if name not in counts and self._is.arrays[name].typed_by != "counted" and self._is_used(name, settings)]

    def _is_used(self, name, settings):
        """Evaluates the table's condition, "PARAM == WORD" or "PARAM != WORD"."""
        if not self._is.arrays[name].used:
            return True
        param, relation, word = self._is.arrays[name].used.split()
        return (settings.get(param, self._is.default(param)) == word) == (relation == "==")

    def _types(self, arrays, settings, how):
        """Settings and the type, as far as arrays determine them; buffers do not."""
        for name, value in arrays.items():
            one = self._is.arrays[name]
            if not self._is_used(name, settings):
                raise self._wrong(f"{name} is read only with {one.used.replace(' == ', '=')}")
            if not hasattr(value, "dtype"):
                if one.typed_by and settings.get(one.typed_by, "none") == "none":
                    raise self._wrong(f"the type of {name} is not known; give {one.typed_by}=")
                continue
            if value.dtype not in one.kinds:
                raise self._wrong(f"{name} is {value.dtype}; it can be {' or '.join(map(str, one.kinds))}")
            if one.typed_by:
                own = SHORT[TYPES.index(value.dtype.name)]
                if settings.setdefault(one.typed_by, own) != own:
                    raise self._wrong(f"{name} is given as {value.dtype}, but {one.typed_by} is {settings[one.typed_by]}")
            elif len(one.kinds) > 1 and how["type"] is None:
                how["type"] = value.dtype

    def _plan(self, place, call):
        """Sizes, as far as arrays determine them."""
        settings, source = dict(call.settings), {}
        both = {**call.arrays, **call.outs}
        known = {name: value for name, value in both.items() if hasattr(value, "dtype")}
        for name, value in known.items():
            for at, (size, length) in enumerate(zip(self._is.dimensions(name, value.ndim), value.shape)):
                if size not in self._is.params:
                    continue
                if settings.setdefault(size, str(length)) != str(length):
                    of = f"{source[size]} has {settings[size]}" if size in source else f"{size} is {settings[size]}"
                    raise self._wrong(f"{name} is {value.dtype}{list(value.shape)}: its dimension {at}, {size}, is {length}, but {of}")
                source.setdefault(size, name)
        unknown = [name for name in call.arrays if name not in known]
        how = call.how
        plan = place._plan(self._is, how["type"], how["strategy"], how["lanes"], how["backend"], settings, unknown)
        self._effects(plan, call.settings)
        for name, value in known.items():
            self._fits(plan, name, value)
        return plan

    def _effects(self, plan, settings):
        for name in settings:
            if not self._is.params[name].is_tuning and not plan.has_effect(name):
                raise self._wrong(f"{name} changes nothing with the other parameters")
        for name, usual in self._is.usual.items():
            if usual is None and name not in settings and plan.has_effect(name):
                raise self._wrong(f"{name}= has to be given")

    def _fits(self, plan, name, value):
        type_, shape = plan.array(name)
        if value.dtype != type_:
            raise self._wrong(f"{name} is {value.dtype}, it has to be {type_}")
        if value.shape == shape or (value.shape == () and shape == (1,)):
            return
        words, names = f"{name} is {value.dtype}{list(value.shape)}, it has to ", self._is.dimensions(name, len(shape))
        if len(value.shape) != len(shape):
            raise self._wrong(f"{words}have {len(shape)} dimension{'s' * (len(shape) > 1)}, {', '.join(names[:len(shape)])}")
        at = next(i for i, (one, two) in enumerate(zip(value.shape, shape)) if one != two)
        raise self._wrong(f"{words}be {type_}{list(shape)}: its dimension {at}, {names[at]}, is {value.shape[at]}, not {shape[at]}")

    # ---- running -----------------------------------------------------------------------------------------------------

    def __call__(self, *given, **named):
        axis = named.pop("axis", None) if self.__name__ in ALONG else None
        call = self._sort(given, named)
        if axis is not None:
            from ._names import along # which imports this module
            return along(self, call, axis)
        return self.start(call)

    def start(self, call):
        run = self._enqueue if any(map(on_device, [*call.arrays.values(), *call.outs.values()])) else self.run
        try:
            return run(call)
        except Error as error:
            if error.status not in NO_ROOM or getattr(error, "has_run", False):
                raise
        free()
        return run(call)

    def _enqueue(self, call):
        """Runs on pyopencl's buffers and arrays; returns the event."""
        everything = {**call.arrays, **call.outs}
        for name, value in everything.items():
            if not on_device(value):
                raise self._wrong(f"{name} is {described(value)}, not pyopencl's buffer or array as others are")
        queue = call.how["queue"]
        if queue is None:
            queue = next((value.queue for value in everything.values() if is_array(value) and value.queue is not None), None)
        if queue is None:
            raise self._wrong("buffers need queue=")
        if call.how["device"] is not None:
            raise self._wrong("device= is not for buffers, whose queue says where")
        address(queue, "CommandQueue", f"{self.__name__}: queue")
        settings, how = dict(call.settings), dict(call.how)
        self._types(call.arrays, settings, how)
        plan = self._plan(device(queue), Call(call.arrays, call.outs, settings, how))
        return plan(queue, how["wait_for"], **everything)

    def inputs_of(self, call):
        """The arguments as NumPy arrays, with the settings and type that follow from them."""
        settings, how, arrays = dict(call.settings), dict(call.how), {}
        settings.pop("in_place", None)  # the copies on the device are apart
        for name, value in sorted(call.arrays.items(), key=lambda pair: _numpy.is_list(pair[1])):
            what, one = f"{self.__name__}: {name}", self._is.arrays[name]
            if on_device(value):
                raise self._wrong(f"{name} is on the device, others are not")
            found = _numpy.array(value, what)
            if _numpy.is_list(value):
                kinds = one.kinds
                if one.typed_by and settings.get(one.typed_by, "none") != "none":
                    kinds = [np.dtype(TYPES[SHORT.index(settings[one.typed_by])])]
                elif not one.typed_by and len(kinds) > 1 and how["type"] is not None:
                    kinds = [np.dtype(TYPES[type_number(how["type"])])]
                found = _numpy.typed(found, kinds, what)
            if self._is.is_single(name) and found.ndim < len(one.shape) and found.shape != (1,):
                found = found[np.newaxis]
            arrays[name] = found
            self._types({name: found}, settings, how)
            if one.sum_below and found.dtype.kind == "u" and int(found.sum(dtype=np.uint64)) >= one.sum_below:
                raise self._wrong(f"the sum of {name} is {int(found.sum(dtype=np.uint64))}, it has to be below {one.sum_below:.0f}")
        return arrays, settings, how

    def run(self, call, place=None):
        """Runs on NumPy arrays; returns a number, an array, or a named tuple."""
        return self._run(call, place)[0]

    def _run(self, call, place=None):
        """(results, plan, queue)"""
        arrays, settings, how = self.inputs_of(call)
        outs = {name: _numpy.filled(value, f"{self.__name__}: {name}") for name, value in call.outs.items()}
        each = list(outs.values())
        if any(np.may_share_memory(one, two) for i, one in enumerate(each) for two in each[:i]):
            raise self._wrong("two outputs are in the same memory")
        if how["queue"] is not None:
            address(how["queue"], "CommandQueue", f"{self.__name__}: queue")
        place = place or device(how["device"] if how["queue"] is None else how["queue"])
        of_inputs = {size for name in arrays for size in self._is.arrays[name].shape}
        free = [one.shape[0] for name, one in self._is.arrays.items() if one.counted_by in self.outputs and name not in outs
                and one.shape[0] in self._is.params and one.shape[0] not in {*settings, *of_inputs}]
        room = {name: self._room(name, arrays) for name in free}
        while True:
            plan = self._plan(place, Call(arrays, outs, {**settings, **room}, how))
            found, counts, queue = self._once(place, plan, arrays, outs, how)
            if not room or all(count <= int(size) for count in counts for size in room.values()):
                break
            room = {name: self._rounded(name, max(counts)) for name in room}
        names = self._shown(settings, list(found))
        names += [name for name in found if self._is.arrays[name].typed_by == "counted"]
        values = [found[name] if name in outs or not self._is.is_single(name) else found[name][0] for name in names]
        return (values[0] if len(values) == 1 else _result(self.__name__, tuple(names), values)), plan, queue

    def _rounded(self, name, size):
        return str(min(1 << max(size - 1, 1023).bit_length(), int(self._is.params[name].most)))

    def _room(self, name, arrays):
        """A first guess at an output's length, rounded so that one plan serves many lengths."""
        sums = [int(value.sum(dtype=np.uint64)) for word, value in arrays.items() if self._is.arrays[word].sum_below]
        return self._rounded(name, max(sums, default=1 << 20))

    def _once(self, place, plan, arrays, outs, how):
        """({output: array}, counts, queue) of one run."""
        queue, waits = place.queue, events(how["wait_for"])
        if how["queue"] is not None:
            queue = address(how["queue"], "CommandQueue", f"{self.__name__}: queue")
        # On a processor a kernel reads the caller's array, unless commands may outlive this call. Drivers may write it back.
        shares = how["queue"] is None and not waits and place.shares_memory
        shared, taken, made = [], [], {}

        def take(size):
            taken.extend([(size, spare.take(place._key, place.context, size))] if size else [])
            return (taken[-1][1], 0) if size else None

        try:
            for name, value in arrays.items():
                at, size = value.ctypes.data, value.nbytes
                if shares and size and at % VECTOR == 0 and value.flags.writeable:
                    shared.append(cl("clCreateBuffer", place.context, READ_ONLY_SHARED, size, at))
                    made[name] = shared[-1], 0
                    continue
                made[name] = take(size)
                if size:
                    cl("clEnqueueWriteBuffer", queue, made[name][0], 1, 0, size, at, 0, None, None)
            for name in self.outputs:
                kind_, shape = plan.array(name)
                made[name] = take(kind_.itemsize * math.prod(shape))
            event = c.c_void_p(plan._enqueue(queue, made, [one.int_ptr for one in waits]))
            try:
                cl("clWaitForEvents", 1, c.byref(event))
            finally:
                opencl.clReleaseEvent(event)
            found = *self._read(plan, queue, made, arrays, outs), queue
        except BaseException:
            if shared:
                opencl.clFinish(queue)
            for _, buffer in taken:
                opencl.clReleaseMemObject(buffer)
            raise
        finally:
            for buffer in shared:
                opencl.clReleaseMemObject(buffer)
        for size, buffer in taken:
            spare.give(place._key, size, buffer)
        return found

    def _read(self, plan, queue, made, arrays, outs):
        """The present outputs, cut to the counted elements; and the counts."""
        found, counts = {}, []
        for name in sorted(self.outputs, key=lambda name: bool(self._is.arrays[name].counted_by)):
            one, (kind_, shape) = self._is.arrays[name], plan.array(name)
            if one.typed_by and not any(self._is.arrays[given].typed_by == one.typed_by for given in arrays):
                continue
            length, counter = shape[0], {**found, **arrays}.get(one.counted_by)  # an input only where it was given
            if counter is not None:
                length = min(length, int(counter.flat[0]))
                counts += [int(counter.flat[0])] * (one.counted_by in found)
            out = outs.get(name)
            out = np.empty((length, *shape[1:]), kind_) if out is None else out[:length] if out.shape else out
            if out.nbytes:
                cl("clEnqueueReadBuffer", queue, made[name][0], 1, 0, out.nbytes, out.ctypes.data, 0, None, None)
            found[name] = out if name not in outs or length != shape[0] else outs[name]
        return {name: found[name] for name in self.outputs if name in found}, counts
