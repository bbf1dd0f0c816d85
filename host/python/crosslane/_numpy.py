"""Converts the arrays of NumPy users to the library's types."""
import numpy as np

from ._library import Error

LISTS = list, tuple, range, int, float


def is_list(value):
    """True for Python's own numbers and lists, whose type the caller did not choose."""
    return isinstance(value, LISTS) and not isinstance(value, np.generic)


def refuse_masked(value, what):
    if isinstance(value, (list, tuple)):
        for one in value:
            refuse_masked(one, what)
    elif isinstance(value, np.ma.MaskedArray):  # np.ma.masked too
        raise Error(f"{what} is a masked array, whose mask would be lost; give x.compressed() or x.filled(value)")


def array(value, what):
    """A contiguous copy in the machine's byte order if needed; truth values become bytes."""
    refuse_masked(value, what)
    try:
        found = np.asarray(value)
        found = found.view(np.uint8) if found.dtype == np.bool_ else found
        return np.asarray(found, found.dtype.newbyteorder("="), order="C")
    except Exception as error:
        raise Error(f"{what} makes no array: {str(error).splitlines()[0] if str(error) else type(error).__name__}") from None


def _keeps(found, kind):
    """`found` in another type, or None if a value would change."""
    with np.errstate(all="ignore"):
        made = found.astype(kind)
        whole = found.dtype.kind in "iu"
        if whole and kind.kind == "u" and found.dtype.kind == "i" and found.size and found.min() < 0:
            return None
        if whole and kind.kind == "i" and found.dtype.kind == "u" and made.size and made.min() < 0:
            return None
        if whole and kind.kind == "f" and found.size and max(abs(int(found.max())), abs(int(found.min()))) > 2**53:
            return None
        if found.dtype.kind == "f" and kind.kind in "iu" and not np.all(np.abs(found) < 2.0**53):
            return None
        back = made.astype(found.dtype)
        return made if np.all((back == found) | (found != found)) else None


def typed(found, kinds, what):
    """A list's array in the first of these types that changes no value, or its own type if that is in the list."""
    if found.dtype in kinds and found.size:
        return found
    if found.dtype.kind not in "iuf":
        raise Error(f"{what} is {found.dtype}; it can be {' or '.join(map(str, kinds))}")
    if found.dtype.kind in "iu":
        kinds = [kind for kind in kinds if kind.kind in "iu"] or kinds
    for kind in kinds:
        made = _keeps(found, kind)
        if made is not None:
            return made
    raise Error(f"{what} has numbers that {' or '.join(map(str, kinds))} cannot hold exactly")


def filled(value, what):
    """An array of the caller to write results to."""
    refuse_masked(value, what)
    if not isinstance(value, np.ndarray) or not value.flags.c_contiguous or not value.flags.writeable or not value.dtype.isnative:
        raise Error(f"{what} has to be a writeable NumPy array whose elements are next to each other, to be filled")
    return value
