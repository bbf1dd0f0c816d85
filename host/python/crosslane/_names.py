"""Algorithms along one axis of NumPy arrays, and functions that NumPy users look for."""
import numpy as np

from . import _numpy
from ._algorithm import Algorithm
from ._library import BAD_ARRAY, Error

runs, sort, topk = map(Algorithm, ("runs", "sort", "topk"))


def _rows(x, axis, what):
    """(a matrix whose rows lie along the axis, the other dimensions)"""
    try:
        moved = np.moveaxis(x, axis, -1)
    except (TypeError, ValueError):
        raise Error(f"{what}: axis is {axis!r}, it has to be a whole number from {-x.ndim} to {x.ndim - 1}", BAD_ARRAY) from None
    return moved.reshape(np.prod(moved.shape[:-1], dtype=int), moved.shape[-1]), moved.shape[:-1]


def along(algorithm, call, axis):
    """Runs an algorithm on each row along the axis; topk takes all rows in one run."""
    name, (arrays, settings, how) = algorithm.__name__, algorithm.inputs_of(call)
    matrix, others = _rows(next(iter(arrays.values())), axis, name)
    if call.outs or len(matrix) == 0 or len({one.shape for one in arrays.values()}) > 1:
        raise Error(f"{name}: axis= takes arrays of one shape, which have rows, and no outputs to be filled", BAD_ARRAY)
    split = {word: _rows(one, axis, name)[0] for word, one in arrays.items()}

    def run(i):
        return algorithm.start(call._replace(arrays={word: one[i] for word, one in split.items()}, settings=settings, how=how))

    def whole(results):
        one = np.stack(results).reshape(*others, *np.shape(results[0]))
        return np.moveaxis(one, -1, axis) if one.ndim > len(others) else one

    if name == "topk":
        return (found := run(slice(None)))._make(map(whole, found))
    found = [run(i) for i in range(len(matrix))]
    return found[0]._make(map(whole, zip(*found))) if isinstance(found[0], tuple) else whole(found)


def unique(x, return_index=False, return_counts=False, **how):
    """The results of numpy.unique(x, return_index, return_counts). `how`: device=, queue=, lanes=, backend=."""
    x = _numpy.array(x, "unique: x").ravel()
    if x.dtype.kind == "f":
        x = np.where(np.isnan(x), x.dtype.type(np.nan), x + 0)  # -0.0 + 0 is 0.0
    keys, places = sort(x, np.arange(x.size, dtype=np.uint32), **how)
    values, starts, lengths = runs(keys, **how)
    found = (values, *[places[starts]] * bool(return_index), *[lengths] * bool(return_counts))
    return found if len(found) > 1 else values


def _best(x, axis, name, which, nan, how):
    x = _numpy.array(x, f"{name}: x")
    matrix, others = (x.reshape(1, x.size), ()) if axis is None else _rows(x, axis, name)
    if matrix.size == 0:
        raise Error(f"{name}: x has no elements", BAD_ARRAY)
    if x.dtype.kind == "f":
        matrix = np.where(np.isnan(matrix), x.dtype.type(nan), matrix + 0)
    return topk(matrix, k=1, which=which, **how).positions.astype(np.intp).reshape(others)[()]


def argmax(x, axis=None, **how):
    """The result of numpy.argmax(x, axis). `how`: device=, queue=, strategy= of topk, lanes=, backend=."""
    return _best(x, axis, "argmax", "largest", np.nan, how)


def argmin(x, axis=None, **how):
    """The result of numpy.argmin(x, axis). `how`: device=, queue=, strategy= of topk, lanes=, backend=."""
    return _best(x, axis, "argmin", "smallest", -np.nan, how)
