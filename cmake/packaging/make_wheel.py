#!/usr/bin/env python3
"""usage: make_wheel.py PLATFORM SOURCE BUILD OUT COPYRIGHT...

Writes OUT/crosslane-VERSION-py3-none-PLATFORM.whl of a build. PLATFORM is linux_x86_64 or win_amd64. The wheel has
licences: the project's own and a COPYRIGHT file, NAME=PATH, of each library inside the command. The same build gives the
same bytes.
"""
import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import zipfile

# The build's files for the wheel; auditwheel determines the Linux version of the first platform.
BINARIES = {"linux_x86_64": {"bin": ["crosslane"], "lib": ["libcrosslane.so.0"]},
            "win_amd64": {"bin": ["crosslane.exe"], "lib": ["libcrosslane.dll", "lib/libcrosslane.dll.a"]}}
METADATA = """Metadata-Version: 2.4
Name: crosslane
Version: {version}
Summary: Sub-group algorithms for OpenCL devices of every vendor, and a portable device header
License-Expression: MIT
{licences}
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: cpu
Requires-Dist: intel-opencl-rt; extra == "cpu" and platform_machine == "x86_64"
Requires-Dist: intel-cmplr-lib-rt; extra == "cpu" and platform_machine == "x86_64"
Description-Content-Type: text/markdown

`crosslane` says which OpenCL device is better at what, and why; `import crosslane` runs its algorithms on NumPy arrays or pyopencl
buffers. With the extra `cpu` there is a device, the processor, and no root is needed:

    pip install 'crosslane[cpu]'
    crosslane run
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: crosslane\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n"
COMMAND = "[console_scripts]\ncrosslane = crosslane_wheel:main\n"


def contents(platform, source, build, copyrights):
    """{name in the wheel: (bytes, executable)}"""
    version = re.search(r'#define XL_VERSION "([0-9.]+)"', (source / "host/include/crosslane.h").read_text())[1]
    info, data = f"crosslane-{version}.dist-info", f"crosslane-{version}.data/data/share"
    completions = source / "cmake/completions"
    files = {f"crosslane/{path.name}": path for path in sorted((source / "host/python/crosslane").glob("*.py"))}
    files |= {
        "crosslane_wheel.py": source / "cmake/packaging/crosslane_wheel.py",
        **{f"crosslane/{folder}/{pathlib.Path(name).name}": build / name for folder, names in BINARIES[platform].items() for name in names},
        "crosslane/include/crosslane.h": source / "host/include/crosslane.h",
        "crosslane/include/crosslane_normal24.h": source / "host/include/crosslane_normal24.h",
        "crosslane/include/crosslane_sg.h": source / "include/crosslane_sg.h",
        f"{data}/bash-completion/completions/crosslane": completions / "crosslane.bash",
        f"{data}/zsh/site-functions/_crosslane": completions / "crosslane.zsh",
        f"{data}/fish/vendor_completions.d/crosslane.fish": completions / "crosslane.fish",
        f"{info}/licenses/LICENSE": source / "LICENSE"}
    files |= {f"{info}/licenses/{name}": pathlib.Path(path) for name, path in (one.split("=", 1) for one in copyrights)}
    licences = "\n".join(f"License-File: {name.rsplit('/', 1)[1]}" for name in files if "/licenses/" in name)
    made = {name: (path.read_bytes(), name.startswith(("crosslane/bin/", "crosslane/lib/"))) for name, path in files.items()}
    manual = ["awk", "-v", f"version={version}", "-f", source / "cmake/markdown_to_man.awk", source / "docs/man/crosslane.md"]
    made[f"{data}/man/man1/crosslane.1"] = subprocess.run(manual, capture_output=True, check=True).stdout, False
    if platform.startswith("linux"):
        made["crosslane/lib/libcrosslane.so"] = b"INPUT(libcrosslane.so.0)\n", False # a wheel has no links; ld reads this
    for name, text in (("METADATA", METADATA.format(version=version, licences=licences)), ("WHEEL", WHEEL.format(platform=platform)),
                       ("entry_points.txt", COMMAND)):
        made[f"{info}/{name}"] = text.encode(), False
    return version, info, made


def record(info, made):
    def digest(content):
        return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

    lines = [f"{name},sha256={digest(content)},{len(content)}" for name, (content, _) in made.items()]
    return "\n".join([*lines, f"{info}/RECORD,,", ""]).encode()


def main():
    platform, source, build, out, *copyrights = sys.argv[1:]
    version, info, made = contents(platform, pathlib.Path(source), pathlib.Path(build), copyrights)
    made[f"{info}/RECORD"] = record(info, made), False
    path = pathlib.Path(out) / f"crosslane-{version}-py3-none-{platform}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, (content, runs) in made.items():
            entry = zipfile.ZipInfo(name) # dated 1980, whenever it is made
            entry.external_attr, entry.compress_type = (0o755 if runs else 0o644) << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    print(path)


main()
