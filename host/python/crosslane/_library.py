"""Declares crosslane.h and some calls of OpenCL for ctypes."""
import contextlib
import ctypes as c
import os
import pathlib
import re
import tempfile
import threading

try:
    import crosslane_wheel as _drivers  # of a wheel: what pip has put beside Python, where the system has none
except ImportError:
    _drivers = None
HERE = pathlib.Path(__file__).resolve().parent
NAME, LOADER = ("libcrosslane.dll", "OpenCL.dll") if os.name == "nt" else ("libcrosslane.so.0", "libOpenCL.so.1")
KINDS = {"s": c.c_char_p, "i": c.c_int, "u": c.c_uint, "z": c.c_size_t, "d": c.c_double, "p": c.c_void_p, "q": c.c_ulonglong}
# Each struct of crosslane.h with its fields in their order: s text, i int, u unsigned, z size_t, d double, p pointer, q 64 bits.
# The size of one in [], characters as c.
STRUCTS = """
xl_error           status i, text c[2048]
xl_options         cache_dir s, kernel_dir s, record_width i, trace i, planted i
xl_header_use      options c[4096], backend s, width i, emulated i, one_sub_group i, local_bytes z, largest_group_size z, probed i, probe_ms d
xl_algorithm_info  name s, help s, strategy_count z, param_count z, array_count z
xl_strategy_info   name s, help s, sub_groups i, tuning s, any_order s, waits i
xl_param_info      name s, help s, unit s, kind i, role i, initial d, least d, most d, choices s, is_size i
xl_array_info      name s, help s, direction i, type_count z, types i[8], rank z, shape s[4], counted_by s, typed_by s, result_of s, used s, sum_below d
xl_setting         name s, number d, word s
xl_plan_request    algorithm s, strategy s, type i, width i, backend s, settings s, values p, value_count z
xl_plan_facts      algorithm s, strategy s, backend s, type i, width i, emulated i, group_size z, scratch_bytes z, local_bytes z, compile_ms d, cached i, registers q, spill_bytes q, reason s, held_bytes z
xl_value           number d, text c[64], used i
xl_array_size      type i, rank z, shape z[4], bytes z
xl_array           name s, buffer p, offset z
xl_scalar          name s, value d
xl_launch          queue p, arrays p, array_count z, scalars p, scalar_count z, scratch p, scratch_offset z, wait_count u, wait_list p, event p, first_event p
xl_trace           name c[17], line u, work_item u, lane u, sub_group u, type i, components i, value b[16]
"""
CALLS = """
s xl_version; s xl_algorithm_name z; s xl_header_text; s xl_status_name i; z xl_algorithm_count; z xl_native_widths pspzp; i xl_device_fits pspp
n xl_close p; n xl_plan_free p; i xl_open_sized pppzpp; i xl_header_options_sized psiipzp; i xl_describe_algorithm_sized spzp
i xl_describe_strategy_sized szpzp; i xl_describe_param_sized szpzp; i xl_describe_array_sized szpzp; i xl_plan_make_sized ppzpp
i xl_plan_get_facts_sized ppz; i xl_plan_get_value_sized pspzp; i xl_plan_get_array_sized pspzp; i xl_enqueue_sized ppzp; i xl_plan_trace pppzpp
i clGetPlatformIDs upp; i clGetDeviceIDs pqupp; i clGetPlatformInfo puzpp; i clGetDeviceInfo puzpp; i clReleaseContext p
i clReleaseCommandQueue p; i clReleaseMemObject p; i clEnqueueReadBuffer ppuzzpupp; i clEnqueueWriteBuffer ppuzzpupp; i clWaitForEvents up; i clFinish p; i clReleaseEvent p
p clCreateContext pupppp; p clCreateCommandQueue ppqp; p clCreateBuffer pqzpp"""
# The place in the list is the number of the type (XL_TYPE_LIST).
TYPES = ["", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"]
SHORT = ["", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64"]
OPTIONAL_INPUT, OUTPUT, CHOICE, TUNING = 1, 2, 2, 1
NOT_FOUND, UNSUPPORTED, BAD_NAME, BAD_VALUE, BAD_ARRAY, BAD_HANDLE = -1, -10001, -10002, -10003, -10004, -10011
NO_ROOM = {-4, -5, -6, -10007}  # OpenCL's and the library's statuses of memory that is used up


class Status(int):
    """A status of crosslane.h or of OpenCL: a number with a name."""
    __module__ = "crosslane"

    @property
    def name(self):
        return text(lib.xl_status_name(self))

    def __repr__(self):
        return f"<{self.name}: {int(self)}>"

    __str__ = int.__repr__


class Error(Exception):
    """An error in one line, with a `status`: a number with a `name`, from crosslane.h (XL_BAD_VALUE) or OpenCL. If an
    argument is at fault, it is an ArgumentError, which is also a ValueError."""
    __module__ = "crosslane"

    def __new__(cls, words, status=BAD_VALUE):
        wrong = cls is Error and status in (BAD_NAME, BAD_VALUE, BAD_ARRAY, BAD_HANDLE)
        return super().__new__(ArgumentError if wrong else cls, words, status)

    def __init__(self, words, status=BAD_VALUE):
        super().__init__(words)
        self.status = Status(status)

    def __reduce__(self):
        return type(self), (str(self), int(self.status))


class ArgumentError(Error, ValueError):
    """An Error caused by an argument of the call."""
    __module__ = "crosslane"


class _Process:
    used = forked = False  # OpenCL was called here; it was called by the process that this one was forked from


def _after_fork():
    _Process.forked = _Process.used


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def enter():
    """Called before each call of OpenCL, because drivers do not survive a fork."""
    if _Process.forked:
        raise Error("this process was forked after OpenCL had been used; start processes with multiprocessing's 'spawn', or fork"
                    " before the first call", UNSUPPORTED)
    _Process.used = True


def release(function, made):
    """For weakref.finalize: frees an object, except in a forked child, which lacks the driver's threads."""
    if not _Process.forked:
        function(made)


def _field(words):
    name, kind = words.split()
    kind, _, count = kind.rstrip("]").partition("[")
    kind = {"c": c.c_char, "b": c.c_ubyte, **KINDS}[kind]
    return name, kind * int(count) if count else kind


def _structs():
    for line in STRUCTS.strip().splitlines():
        name, fields = line.split(None, 1)
        yield name, type(name, (c.Structure,), {"_fields_": [_field(words) for words in fields.split(",")]})


def _load():
    """Next to this file (a wheel), where CROSSLANE_LIBRARY points, in a checkout's build folder, or the system's."""
    places = [HERE / "lib" / NAME, HERE.parents[2] / "build" / "release" / NAME]
    library = os.environ.get("CROSSLANE_LIBRARY") or next((str(place) for place in places if place.exists()), NAME)
    try:
        loader = _drivers.load_loader() if _drivers else c.CDLL(LOADER)
        return c.CDLL(library), loader
    except OSError as error:
        raise ImportError(f"crosslane's library does not load: {error}; CROSSLANE_LIBRARY can name {NAME}") from None


_COMPILING = threading.Lock()
struct = dict(_structs())
lib, opencl = _load()
for words in CALLS.replace("\n", ";").strip("; ").split(";"):
    kind, call_name, *arguments = words.split()
    function = getattr(opencl if call_name.startswith("cl") else lib, call_name)
    function.restype, function.argtypes = KINDS.get(kind), [KINDS[letter] for letter in "".join(arguments)]


def text(raw):
    return raw.decode("utf-8", "replace")


def call(name, *arguments):
    """Calls a function of the library whose last argument is an xl_error."""
    if _Process.forked:
        enter()
    error = struct["xl_error"]()
    status = getattr(lib, name)(*arguments, c.byref(error))
    if status:
        raise Error(text(error.text or lib.xl_status_name(status)), status)


@contextlib.contextmanager
def compiling():
    """Removes the compilers' "1 warning generated." from standard error and passes the rest on. With
    CROSSLANE_COMPILER_OUTPUT it removes nothing."""
    if "CROSSLANE_COMPILER_OUTPUT" in os.environ:
        yield
        return
    with _COMPILING, tempfile.TemporaryFile() as written:
        try:
            kept = os.dup(2)
        except OSError:  # there is no error output
            yield
            return
        os.dup2(written.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            written.seek(0)
            os.write(2, re.sub(rb"(?m)^\d+ (warning|error)s?( and \d+ errors?)? generated\.\n", b"", written.read()))


def cl(name, *arguments):
    """Calls a function of OpenCL that returns a status, or an object with the status in its last argument."""
    enter()
    run, left = getattr(opencl, name), c.c_int()
    made = run(*arguments) if run.restype is c.c_int else run(*arguments, c.byref(left))
    status = made if run.restype is c.c_int else left.value
    if status:
        raise Error(f"{name}: {text(lib.xl_status_name(status))}", status)
    return made


def sized(kind):
    """A struct for an answer, and the arguments to pass for it."""
    out = struct[kind]()
    return out, c.byref(out), c.sizeof(out)


def describe(what, *where):
    """Describes an algorithm; or its strategy, param or array by index."""
    out, *given = sized(f"xl_{what}_info")
    call(f"xl_describe_{what}_sized", *where, *given)
    return out
