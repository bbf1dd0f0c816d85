"""Describes an algorithm, and what a caller may pass to it."""
import collections
import difflib
import functools
import operator
import re

import numpy as np

from ._library import BAD_NAME, CHOICE, OPTIONAL_INPUT, OUTPUT, SHORT, TUNING, TYPES, Error, describe, text

Array = collections.namedtuple("Array", "help direction kinds shape counted_by typed_by result_of used sum_below")
Param = collections.namedtuple("Param", "help unit choices initial least most is_size is_tuning")
ALONG = {"reduce", "scan", "sort", "topk"}  # algorithms with axis=
EXAMPLE = {"topk": {"k": 2}, "segments": {"segments": 2}}  # settings that an example has to give
# Where a NumPy user expects another default than the command's; None: it has to be given.
USUAL = {"compact": {"keep": "nonzero", "threshold": None}, "topk": {"k": None}}


def word(value, what):
    """The text of the bytes, or None."""
    if value is None:
        return None
    if not isinstance(value, str) or "\0" in value:
        raise Error(f"{what} is {value!r}, it has to be a word")
    return value.encode("utf-8", "replace")


def whole(value, what, least, most):
    """A whole number in this range; not True or 8.0."""
    try:
        number = None if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise Error(f"{what} is {value!r}, it has to be a whole number from {least} to {most}")
    return number


def type_number(kind):
    """The index in TYPES of a name ("uint32", "u32"), a NumPy type or a dtype; 0 for None."""
    if kind is None:
        return 0
    if isinstance(kind, str) and kind:
        for names in (TYPES, SHORT):
            if kind in names:
                return names.index(kind)
    if isinstance(kind, (np.dtype, type)):
        try:
            return TYPES.index(np.dtype(kind).name)
        except (TypeError, ValueError):
            pass
    raise Error(f"type={kind!r} is no type of elements; there are {', '.join(TYPES[1:])}")


def power(value):
    """A number for people: near powers of two as 2**32-1."""
    if value != int(value) or abs(value) < 65536:
        return f"{value:g}"
    exponent = round(np.log2(abs(value)))
    off = abs(int(value)) - 2**exponent
    return f"{value:g}" if abs(off) > 65536 else f"{'-' * (value < 0)}2**{exponent}{f'{off:+d}' * bool(off)}"


def span(least, most):
    return f"{power(least)} to {power(most)}"


class Description:
    """An algorithm of the library: `help`, `strategies`, `arrays`, `params`, `inputs`, `outputs`."""

    def __init__(self, name):
        info = describe("algorithm", name.encode())
        self.name, self.help = name, text(info.help)

        def listed(what, count):
            return {text(one.name): one for one in (describe(what, name.encode(), i) for i in range(count))}

        self.strategies = list(listed("strategy", info.strategy_count))
        self.arrays = {
            word: Array(text(one.help), one.direction, [np.dtype(TYPES[kind]) for kind in one.types[:one.type_count]],
                        list(map(text, one.shape[:one.rank])), text(one.counted_by), text(one.typed_by), text(one.result_of),
                        text(one.used), one.sum_below)
            for word, one in listed("array", info.array_count).items()}
        self.params = {
            word: Param(text(one.help), text(one.unit), text(one.choices).split("|") if one.kind == CHOICE else None, one.initial,
                        one.least, one.most, bool(one.is_size), one.role == TUNING) for word, one in listed("param", info.param_count).items()}
        self.inputs = [word for word, one in self.arrays.items() if one.direction != OUTPUT]
        self.outputs = [word for word, one in self.arrays.items() if one.direction == OUTPUT]
        self.types = sorted({str(kind) for one in self.arrays.values() for kind in one.kinds})
        self.usual = USUAL.get(name, {})
        self.typing = {one.typed_by for one in self.arrays.values() if one.typed_by}  # choices of types

    def default(self, name):
        one = self.params[name]
        if name in self.usual:
            return self.usual[name]
        if one.choices:
            return one.choices[int(one.initial)]
        return int(one.initial) if one.initial.is_integer() else one.initial

    def is_optional(self, name):
        return self.arrays[name].direction == OPTIONAL_INPUT

    def dimensions(self, name, rank):
        """The names of an array's dimensions; the first, of a size that is 0 by default, is left out if `rank` has no room."""
        shape = self.arrays[name].shape
        first = self.params.get(shape[0])
        return shape[1:] if rank == len(shape) - 1 and first and first.is_size and first.initial == 0 else shape

    def is_single(self, name):
        """One number; not an array with one element."""
        one = self.arrays[name]
        return one.shape[0] == "1" or one.typed_by == "counted"

    def no_parameter(self, name, also=()):
        known = [*self.arrays, *self.params, *also]
        near = difflib.get_close_matches(str(name), known, 1)
        meant = f"; did you mean {near[0]!r}?" if near else f"; it has: {' '.join(known)}"
        return Error(f"{self.name} has no parameter {str(name)!r}{meant}", BAD_NAME)

    def setting(self, name, value):
        """A setting as the library reads it. A number that a double would round becomes text."""
        one = self.params.get(name) if isinstance(name, str) else None
        if one is None:
            raise self.no_parameter(name)
        what = f"{self.name}: {name}"
        if name in self.typing and value != "none":
            return SHORT[type_number(value)] or "none"
        if isinstance(value, str):
            word(value, what)
            return value
        if isinstance(value, (bool, np.bool_)) and one.choices == ["no", "yes"]:
            return one.choices[bool(value)]
        if isinstance(value, (float, np.floating)) and not one.choices:
            if float(value) == value:
                return repr(float(value))
        elif not isinstance(value, (bool, np.bool_)) and not one.choices and hasattr(value, "__index__"):
            return str(whole(value, what, -2**64, 2**64))
        raise Error(f"{what} is {value!r}, it has to be " + ("|".join(one.choices) if one.choices else "a number"))


@functools.lru_cache(maxsize=None)
def _known(name):
    return Description(name)


def description(name):
    if not isinstance(name, str) or not re.fullmatch(r"\w+", name, re.ASCII):
        raise Error(f"{name!r} is no algorithm's name", BAD_NAME)
    return _known(name)
