#!/usr/bin/env python3
"""Checks GPU programs that a driver returns, as `crosslane inspect --device` reads them.

    driver_binary.py CROSSLANE FAKE_DRIVERS REAL TARGET...

REAL is the library of a driver on this machine. The fake driver in the folder FAKE_DRIVERS wraps it and returns the
target compiler's program: AMD's ELF, both of Intel's formats, or PTX. Every planted kernel must give the numbers of
--for, except what the format lacks (null). A program cut in half, or with a renamed kernel, must give the same numbers,
or none and status 3. Each format needs ten kernels. Prints "N passed, M failed".
"""
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile

LEAST = 10
PLANTED = pathlib.Path(__file__).resolve().parent / "planted"
# A compiler that also copies the program to $MADE.FORMAT.
CLANG = '''#!/bin/bash
real=%s
"$real" "$@" || exit
words=() last=
for word in "$@"; do
    [ "$last" != -o ] || { [[ $word != *.ptx ]] || cp "$word" "$MADE.ptx"; word=$MADE.elf; }
    last=$word
    [ "$word" = -S ] || words+=("$word")
done
[[ $* == *nvptx* ]] || exec "$real" "${words[@]}"
'''
OCLOC = '''#!/bin/bash
real=%s
"$real" "$@" || exit
[ "$1" = compile ] || exit 0
words=() last=
for word in "$@"; do
    [ "$last" != -output ] || { cp "$word" "$MADE.zebin"; word=$MADE.tokens; }
    last=$word
    case $word in -internal_options | -cl-intel-allow-zebin) ;; *) words+=("$word") ;; esac
done
IGC_ShaderDumpEnable=0 exec "$real" "${words[@]}"
'''
FORMATS = {"gfx": ["elf"], "sm_": ["ptx"]}


def inspect(crosslane, words, environment):
    done = subprocess.run([crosslane, "inspect", *words, "--json", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, check=False, env=dict(os.environ, **environment))
    kernels = {}
    if done.stdout.startswith("{"):
        entries = json.loads(done.stdout)["inspections"]
        kernels = {k["kernel"]: k for e in entries for k in e["kernels"]}
    return kernels, done.stderr, done.returncode


def differ(one, other):
    """The numbers that differ, except nulls. Extra `other` instructions may be padding before loops."""
    words = [w for w in one if isinstance(one[w], int) and w != "program" and not w.startswith("occupancy")]
    filling = other["other"] - one["other"]
    if filling > 0 and other["instructions"] - one["instructions"] == filling:
        words = [w for w in words if w not in ("instructions", "other")]
    return [f"{w} {other[w]}, not {one[w]}" for w in words if other[w] is not None and other[w] != one[w]]


def write_compilers(folder):
    for name, text in (("clang-15", CLANG), ("ocloc", OCLOC)):
        real = shutil.which(name)
        if not real:
            continue
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text % real)
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


class Format:
    def __init__(self, crosslane, target, name, driver):
        self.crosslane, self.target, self.name, self.driver = crosslane, target, name, driver
        self.kernels, self.found = 0, []

    def handed(self, kernels, program):
        """The real driver builds short kernels of the same names; the fake one returns `program` instead."""
        environment = dict(self.driver, FAKE_DRIVER="binary=" + program)
        names = program + ".cl"
        with open(names, "w", encoding="utf-8") as file:
            file.writelines("__kernel void %s(__global int *x) { x[0] = 1; }\n" % name for name in kernels)
        return inspect(self.crosslane, [names, "--device", "0"], environment)

    def check(self, source, kernels, program):
        got, said, _ = self.handed(kernels, program)
        for name, numbers in kernels.items():
            wrong = differ(numbers, got[name]) if name in got else ["it is not shown: " + said.strip()[-200:]]
            self.kernels += 1
            self.found += [f"{name} of {self.name} for {self.target}: {', '.join(wrong)}"] if wrong else []
        with open(program, "rb") as file:
            whole = file.read()
        self.check_damaged("half of " + source, kernels, program, whole[:len(whole) // 2])
        if len(kernels) > 1:  # the container is whole, and all other kernels
            last = max(kernels).encode()
            self.check_damaged("without a kernel of " + source, kernels, program, whole.replace(last, last[:-1] + b"_"))

    def check_damaged(self, what, kernels, program, damaged):
        with open(program, "wb") as file:
            file.write(damaged)
        got, said, status = self.handed(kernels, program)
        lines = [line for line in said.splitlines() if "its driver exports" in line]
        same = status == 0 and all(name in got and not differ(numbers, got[name]) for name, numbers in kernels.items())
        if not same and (status != 3 or got or len(lines) != 1):
            self.found.append(f"{what}, {self.name}: status {status}, {len(got)} kernels: {said.strip()[-200:]}")


def main():
    crosslane, fakes, real = (os.path.abspath(w) if os.path.exists(w) else w for w in sys.argv[1:4])
    driver = {"FAKE_DRIVER_REAL": real, "OCL_ICD_VENDORS": os.path.join(fakes, "alone"), "CROSSLANE_CACHE_DIR": ""}
    passed = failed = 0
    for target in sys.argv[4:]:
        formats = [Format(crosslane, target, n, driver) for n in FORMATS.get(target[:3], ["zebin", "tokens"])]
        with tempfile.TemporaryDirectory() as folder:
            write_compilers(folder)
            made = os.path.join(folder, "made")
            compilers = {"PATH": folder + os.pathsep + os.environ["PATH"], "MADE": made}
            for source in sorted(str(p) for p in PLANTED.glob("*.cl")):
                kernels, said, status = inspect(crosslane, [source, "--for", target], compilers)
                if status != 0 or "error" in said:
                    continue  # not of this target
                for each in formats:
                    each.check(source, kernels, f"{made}.{each.name}")
        for each in formats:
            each.found += ["%d kernels of %s" % (each.kernels, each.name)] if each.kernels < LEAST else []
            print("\n".join("FAIL " + line for line in each.found) or f"{target}: {each.kernels} kernels of {each.name}")
            passed, failed = passed + each.kernels, failed + len(each.found)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
