"""For the wheel: finds the OpenCL loader and drivers, the system's or pip's (the extra `crosslane[cpu]`), and starts
the command with them. Needs neither NumPy nor the library.
"""
import contextlib
import ctypes
import os
import pathlib
import re
import signal
import site
import subprocess
import sys
import sysconfig
import tempfile

WINDOWS = sys.platform == "win32"
LOADER = "OpenCL.dll" if WINDOWS else "libOpenCL.so.1"
NO_LOADER = (f"there is no OpenCL loader ({LOADER}): " + (
    "install the current driver of the graphics processor's maker" if WINDOWS else
    "install the system's (Debian: ocl-icd-libopencl1), or have one with a device by pip install 'crosslane[cpu]'"))
NO_DEVICE = 3 # the command's status where there is no device


def prefixes():
    """Where pip puts files other than modules: lib/ and etc/."""
    return [pathlib.Path(path) for path in (sysconfig.get_path("data"), site.ENABLE_USER_SITE and site.getuserbase()) if path]


def load(path):
    """Loads a library, and those that it needs from its folder: setting LD_LIBRARY_PATH now has no effect."""
    for _ in range(32):
        try:
            return ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
        except OSError as error:
            missing = re.match(r"(lib[^:/]+): cannot open shared object file", str(error))
            beside = path.parent / missing[1] if missing else path
            if beside == path or not beside.exists():
                raise
            load(beside)
    raise OSError(f"{path} needs more libraries than can be")


def loader_beside_python():
    return next((prefix / "lib" / LOADER for prefix in prefixes() if (prefix / "lib" / LOADER).exists()), None)


def system_loader():
    with contextlib.suppress(OSError):
        return ctypes.CDLL(LOADER, mode=ctypes.RTLD_GLOBAL)


def load_loader():
    there = system_loader()
    if there is None and loader_beside_python() is None:
        raise OSError(NO_LOADER)
    return there or load(loader_beside_python())


def drivers_beside_python():
    """pip's drivers, if neither the environment nor the system has any. Their .icd files name a path of the build machine,
    so the library in their folder is used.
    """
    chosen = any(os.environ.get(name) for name in ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH"))
    if chosen or any(pathlib.Path("/etc/OpenCL/vendors").glob("*.icd")):
        return []
    named = [(prefix, icd.read_text().strip()) for prefix in prefixes() for icd in sorted(prefix.glob("etc/OpenCL/vendors/*.icd"))]
    libraries = [prefix / "lib" / pathlib.PurePath(name).name for prefix, name in named]
    return [library for library in libraries if library.is_file()]


@contextlib.contextmanager
def offered():
    """Shows the loader pip's drivers, if the system has none."""
    drivers = drivers_beside_python()
    if not drivers:
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        for number, library in enumerate(drivers):
            load(library)
            (pathlib.Path(folder) / f"{number}.icd").write_text(f"{library}\n")
        os.environ["OCL_ICD_VENDORS"] = folder
        try:
            yield
        finally:
            del os.environ["OCL_ICD_VENDORS"]


def run_on_windows(program):
    """Windows cannot replace a process: waits, and leaves the interrupt key to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return subprocess.call([str(program), *sys.argv[1:]])


def main():
    """Becomes the command, which opens each driver in a separate process."""
    program = pathlib.Path(__file__).parent / "crosslane" / "bin" / "crosslane"
    if WINDOWS:
        return run_on_windows(program.with_suffix(".exe"))
    drivers, loader = drivers_beside_python(), None
    if system_loader() is None:
        loader = loader_beside_python()
        if loader is None:
            print(f"crosslane: {NO_LOADER}", file=sys.stderr)
            return NO_DEVICE
    if loader: # behind what the user has there
        os.environ["LD_LIBRARY_PATH"] = ":".join(filter(None, [os.environ.get("LD_LIBRARY_PATH"), str(loader.parent)]))
    if drivers:
        os.environ["OCL_ICD_VENDORS"] = str(drivers[0])
    os.execv(program, [str(program), *sys.argv[1:]])
