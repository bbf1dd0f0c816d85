#!/usr/bin/env python3
"""Compares the counts of `crosslane inspect` with an independent assembler and disassembler.

    independent.py CROSSLANE TARGET LEAST NAME...    strategies, or a file

Assembles inspect's output (--asm) and disassembles the object (NVIDIA's already is one: independent_nvidia.py). Rules
written independently classify each instruction; the compiler's remarks give loops and occupancy. All numbers of --json
must agree for every kernel, of which there must be at least LEAST. Prints "N passed, M failed".
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import independent_nvidia

KINDS = ("cross_lane", "local", "global", "scratch", "atomics", "barriers", "branches", "arithmetic", "other")


def first_of(*names):
    for name in names:
        if shutil.which(name):
            return name
    sys.exit("skipped: none of " + ", ".join(names))


def run(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit status {done.returncode}: {done.stderr.strip()[:500]}")
    return done.stdout


# ---- AMD: by the chapters of the ISA guides: VOP, SOP, DS, FLAT, MUBUF, ... -----------------------------------------


def amd_kind(word, line):
    family = word.split("_")[0]
    if family == "ds":
        if re.match(r"ds_(bpermute|permute|swizzle)", word):
            return "cross_lane"
        return "local" if re.match(r"ds_(read|write|load|store)", word) else "other" if word == "ds_nop" else "atomics"
    if family in ("global", "flat", "image", "buffer", "scratch"):
        if "_atomic_" in word:
            return "atomics"
        if re.match(r"buffer_(gl\d_inv|wbinvl1|wbl2|invl2)", word):
            return "other"
        typed = re.match(r"buffer_(load|store)_format", word)  # of an image1d_buffer_t
        return "scratch" if family in ("buffer", "scratch") and not typed else "global"
    if family == "v":
        moves = re.match(r"v_(read|write|readfirst)lane|v_permlane", word)
        dpp = re.search(r" (row_\w+|quad_perm|wave_\w+|dpp8):|row_mirror|row_half_mirror", line)
        return "cross_lane" if moves or dpp else "arithmetic"
    if re.match(r"s_c?branch|s_setpc|s_swappc|s_call", word):
        return "branches"
    if word == "s_barrier":
        return "barriers"
    if re.match(r"s_(load|store|buffer_load)", word):
        return "global"
    waits = r"s_(waitcnt\w*|nop|endpgm|clause|inst_prefetch|set_inst_prefetch\w*|setreg\w*|sleep|dcache\w*|icache\w*|sendmsg\w*|delay_alu)$"
    return "other" if re.match(waits, word) else "arithmetic"


def amd_listing(assembly, target, folder):
    """{kernel: [(address, size, line)]} from the object's disassembly."""
    source, made = os.path.join(folder, "x.s"), os.path.join(folder, "x.o")
    with open(source, "w", encoding="utf-8") as file:
        file.write(assembly)
    wide = re.search(r"wavefront_size:\s+64", assembly) and target.startswith("gfx1")
    flags = ["-mwavefrontsize64"] if wide else []
    run(first_of("clang-15", "clang-19", "clang"), "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target, *flags, "-c", source, "-o", made)
    text = run(first_of("llvm-objdump-15", "llvm-objdump-19", "llvm-objdump-14", "llvm-objdump"), "-d", "--mcpu=" + target,
               *(["--mattr=+wavefrontsize64,-wavefrontsize32"] if wide else []), made)
    listing, current = {}, None
    for line in text.splitlines():
        head = re.match(r"[0-9a-f]+ <([^>+]+)>:", line)
        if head and not head.group(1).startswith(".L"):
            current = listing.setdefault(head.group(1), [])
            continue
        told = re.match(r"\s+(\S.*?)\s*// ([0-9A-F]+): ((?:[0-9A-F]{8} ?)+)", line)
        if told and current is not None:
            current.append((int(told.group(2), 16), 4 * len(told.group(3).split()), told.group(1)))
    return listing


def without_filling(listing):
    """Drops the padding that aligns a loop to a multiple of 64."""
    kept = []
    for address, size, line in listing:
        while address % 64 == 0 and kept and kept[-1][2].startswith("s_nop"):
            kept.pop()
        kept.append((address, size, line))
    return kept


def amd_remarks(assembly):
    """{kernel: (loops, sub-groups that a SIMD holds)}, from the compiler's remarks."""
    found = re.findall(r"^(\w+): +; @\1\n(.*?)^; Occupancy: (\d+)", assembly, flags=re.M | re.S)
    return {name: (len(re.findall(r"; (?:=>| ).*Loop Header", body)), int(held)) for name, body, held in found}


def amd_counts(listing, target):
    while listing and re.match(r"s_(code_end|nop)", listing[-1][2]):  # what the prefetcher may read
        listing = listing[:-1]
    if target.startswith("gfx1"):  # its loops are aligned, those of older ones are not
        listing = without_filling(listing)
    counts = dict.fromkeys(KINDS, 0)
    for address, size, line in listing:
        word = line.split()[0]
        counts[amd_kind(word, line)] += 1
    counts["instructions"] = len(listing)
    return counts


# ---- Intel: by the fields of message descriptors in the PRM of the 12th generation ----------------------------------


def gen_message(line):
    unit = re.search(r"\bsendc?s?\.(\w+)", line).group(1)
    descriptor = int(re.findall(r"0x[0-9A-Fa-f]+", line.split("//")[0])[-1], 16)
    kind, surface = descriptor >> 14 & 31, descriptor & 255
    if unit == "smpl":  # reads of images
        return "global"
    if unit not in ("dc0", "dc1"):
        return "other"
    if unit == "dc0" and kind & 16:
        return "scratch"
    if unit == "dc0" and kind == 7:  # a fence
        return "other"
    if unit == "dc1" and kind in (0x02, 0x03, 0x06, 0x07, 0x12, 0x1B, 0x1D):
        return "atomics"
    return "local" if surface == 0xFE else "global"


def gen_kind(word, line):
    if word.startswith("send"):
        return gen_message(line)
    if word in ("if", "else", "endif", "while", "break", "cont", "goto", "join", "jmpi", "call", "calla", "ret", "brc", "brd", "halt", "goto.b"):
        return "branches"
    if word == "sync.bar":
        return "barriers"
    if word in ("nop", "illegal") or word.startswith("sync."):
        return "other"
    return "cross_lane" if re.search(r"\br\[a0", line) else "arithmetic"


def gen_counts(assembly, kernel, folder):
    """The last attempt for the kernel's lanes, assembled and disassembled."""
    tries = [t for t in re.split(r"^(?=//\.try )", assembly, flags=re.M) if re.match(r"//\.try \d+ lanes %d\n//\.kernel %s\n" % (kernel["lanes"], kernel["kernel"]), t)]
    text = max(tries, key=lambda t: int(t.split()[1]))
    source, made = os.path.join(folder, "x.asm"), os.path.join(folder, "x.krn")
    with open(source, "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in text.splitlines() if not line.startswith("//")))
    run("iga64", "-a", "-p=12p1", source, "-o", made)
    counts, loops, places, count = dict.fromkeys(KINDS, 0), set(), {}, 0
    for line in run("iga64", "-d", "-p=12p1", made).splitlines():
        label = re.match(r"(\w+):", line)
        if label:
            places[label.group(1)] = count
        words = [w for w in re.sub(r"^(\([^)]*\)\s*)+", "", line.strip()).split() if w]
        if label or not words or line.startswith("//"):
            continue
        counts[gen_kind(words[0], line)] += 1
        count += 1
        loops.update(w for w in words[1:] if words[0] in ("while", "goto.b", "jmpi") and places.get(w, count) < count)
    counts.update(instructions=count, loops=len(loops))
    return counts


# ---- all -----------------------------------------------------------------------------------------------------------


def amd_programs(part, target, folder):
    """Counts each kernel of a program."""
    programs = [p for p in re.split(r"(?=^\t\.text\n\t\.amdgcn_target)", part, flags=re.M) if p.strip()]
    listings = [amd_listing(p, target, folder) for p in programs]
    remarks = [amd_remarks(p) for p in programs]

    def count(kernel):
        counts = amd_counts(listings[kernel["program"]][kernel["kernel"]], target)
        counts["loops"], held = remarks[kernel["program"]][kernel["kernel"]]
        if kernel["local_bytes"] == 0:  # with local memory the compiler reckons with another work-group
            counts["occupancy"] = held
        return counts
    return count


def gen_programs(part, folder):
    programs = [p for p in re.split(r"(?=^kernels:\n)", part, flags=re.M) if p.strip()]
    return lambda kernel: gen_counts(programs[kernel["program"]], kernel, folder)


def main():
    crosslane, target, least, *names = sys.argv[1:]
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        numbers = os.path.join(folder, "numbers.json")
        if target.startswith("sm_"):
            objects = independent_nvidia.Objects(folder)
            os.environ["PATH"] = objects.tools + os.pathsep + os.environ["PATH"]
        widths = [] if names[0].endswith(".cl") else ["--width", "all"]  # a file may have one width
        text = run(crosslane, "inspect", *names, "--for", target, *widths, "--asm", "--json", numbers)
        with open(numbers, encoding="utf-8") as file:
            entries = [e for e in json.load(file)["inspections"] if e["kernels"]]
        parts = re.split(r"^; ---- .*\n", text, flags=re.M)[1:]
        assert len(parts) == len(entries), (len(parts), len(entries))
        for entry, part in zip(entries, parts):
            if target.startswith("sm_"):
                count = objects.count
            else:
                count = amd_programs(part, target, folder) if target.startswith("gfx") else gen_programs(part, folder)
            for kernel in entry["kernels"]:
                mine = count(kernel)
                wrong = [f"{k} {mine[k]}, not {kernel[k]}" for k in mine if mine[k] != kernel[k]]
                passed += not wrong
                failed += bool(wrong)
                if wrong:
                    print(f"FAIL {kernel['kernel']} for {target}, {entry['width']} lanes: {'; '.join(wrong)}")
    print(f"{target}: {passed} passed, {failed} failed")
    sys.exit(0 if failed == 0 and passed >= int(least) else 1)


if __name__ == "__main__":
    main()
