"""crosslane.h, and the few calls of OpenCL that the module makes itself, for ctypes."""
import ctypes as c
import os
import pathlib

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
xl_array_info      name s, help s, direction i, type_count z, types i[8], rank z, shape s[4], counted_by s, typed_by s
xl_setting         name s, number d, word s
xl_plan_request    algorithm s, strategy s, type i, width i, backend s, settings s, values p, value_count z
xl_plan_facts      algorithm s, strategy s, backend s, type i, width i, emulated i, group_size z, scratch_bytes z, local_bytes z, compile_ms d, cached i, registers q, spill_bytes q, reason s
xl_array_size      type i, rank z, shape z[4], bytes z
xl_array           name s, buffer p, offset z
xl_scalar          name s, value d
xl_launch          queue p, arrays p, array_count z, scalars p, scalar_count z, scratch p, scratch_offset z, wait_count u, wait_list p, event p, first_event p
xl_trace           name c[17], line u, work_item u, lane u, sub_group u, type i, components i, value b[16]
"""
CALLS = """
s xl_version; s xl_algorithm_name z; s xl_header_text; s xl_status_name i; z xl_algorithm_count; z xl_native_widths pspzp
n xl_close p; n xl_plan_free p; i xl_open_sized pppzpp; i xl_header_options_sized psiipzp; i xl_describe_algorithm_sized spzp
i xl_describe_strategy_sized szpzp; i xl_describe_param_sized szpzp; i xl_describe_array_sized szpzp; i xl_plan_make_sized ppzpp
i xl_plan_get_facts_sized ppz; i xl_plan_get_array_sized pspzp; i xl_enqueue_sized ppzp; i xl_plan_trace pppzpp
i clGetPlatformIDs upp; i clGetDeviceIDs pqupp; i clGetPlatformInfo puzpp; i clGetDeviceInfo puzpp; i clReleaseContext p
i clReleaseCommandQueue p; i clReleaseMemObject p; i clEnqueueReadBuffer ppuzzpupp; i clWaitForEvents up; i clReleaseEvent p
p clCreateContext pupppp; p clCreateCommandQueue ppqp; p clCreateBuffer pqzpp"""
# The place in the list is the number of the type (XL_TYPE_LIST).
TYPES = ["", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"]
OPTIONAL_INPUT, OUTPUT, CHOICE, BAD_VALUE, NOT_FOUND = 1, 2, 2, -10003, -1


class Error(Exception):
    """What went wrong, in the library's words. `status` is its number: crosslane.h's, or OpenCL's own."""
    __module__ = "crosslane"

    def __init__(self, words, status=BAD_VALUE):
        super().__init__(words)
        self.status = status


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
    """Beside this file (a wheel), where CROSSLANE_LIBRARY says, in the build folder of a checkout, or the system's."""
    places = [HERE / "lib" / NAME, HERE.parents[2] / "build" / "release" / NAME]
    library = os.environ.get("CROSSLANE_LIBRARY") or next((str(place) for place in places if place.exists()), NAME)
    try:
        loader = _drivers.load_loader() if _drivers else c.CDLL(LOADER)
        return c.CDLL(library), loader
    except OSError as error:
        raise ImportError(f"crosslane's library does not load: {error}; CROSSLANE_LIBRARY can name {NAME}") from None


struct = dict(_structs())
lib, opencl = _load()
for words in CALLS.replace("\n", ";").strip("; ").split(";"):
    kind, call_name, *arguments = words.split()
    function = getattr(opencl if call_name.startswith("cl") else lib, call_name)
    function.restype, function.argtypes = KINDS.get(kind), [KINDS[letter] for letter in "".join(arguments)]


def text(raw):
    return raw.decode("utf-8", "replace")


def call(name, *arguments):
    """A call of the library whose last argument is an xl_error."""
    error = struct["xl_error"]()
    status = getattr(lib, name)(*arguments, c.byref(error))
    if status:
        raise Error(text(error.text or lib.xl_status_name(status)), status)


def cl(name, *arguments):
    """A call of OpenCL that returns a status, or leaves it in its last argument and returns an object."""
    run, left = getattr(opencl, name), c.c_int()
    made = run(*arguments) if run.restype is c.c_int else run(*arguments, c.byref(left))
    status = made if run.restype is c.c_int else left.value
    if status:
        raise Error(f"{name}: {text(lib.xl_status_name(status))}", status)
    return made


def sized(kind):
    """A struct for an answer, and what is passed for it."""
    out = struct[kind]()
    return out, c.byref(out), c.sizeof(out)


def describe(what, *where):
    """An algorithm, or of one a strategy, param or array by its number."""
    out, *given = sized(f"xl_{what}_info")
    call(f"xl_describe_{what}_sized", *where, *given)
    return out
