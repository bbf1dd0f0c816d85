"""Counts NVIDIA's code independently. `crosslane inspect` runs an assembler that keeps its objects; the disassembler
returns instructions and control flow. Rules written from the instruction set reference classify the instructions.
"""
import glob
import json
import os
import re
import shutil
import struct
import subprocess

KINDS = ("cross_lane", "local", "global", "scratch", "atomics", "barriers", "branches", "arithmetic", "other")

# The word of an instruction up to its first dot.
FAMILIES = {
    "cross_lane": "SHFL VOTE VOTEU MATCH REDUX CREDUX",
    "local": "LDS STS LDSM STSM LDGSTS",
    "scratch": "LDL STL",
    "global": "LD ST LDG STG LDC ULDC LDCU TEX TLD TLD4 SULD SUST",
    "atomics": "ATOM ATOMG ATOMS RED REDG REDS UATOMG",
    "barriers": "BAR",
    "branches": "BRA BRX BRXU JMP JMX JMXU CALL RET BREAK",
    "other": "BSSY BSYNC WARPSYNC EXIT NOP DEPBAR LDGDEPBAR MEMBAR ERRBAR CCTL CCTLL FENCE BMOV YIELD NANOSLEEP BPT KILL",
}
KIND_OF = {word: kind for kind, words in FAMILIES.items() for word in words.split()}


def disassemble(*words):
    return subprocess.run(("nvdisasm",) + words, stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout


def registers_of(path):
    """{kernel: registers of a lane}, from attribute 0x2f (a symbol and a number) of section .nv.info."""
    with open(path, "rb") as file:
        data = file.read()
    at, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, at + size * i) for i in range(count)]

    def text(table, place):
        start = sections[table][4] + place
        return data[start:data.index(b"\0", start)].decode()
    named = {text(names, s[0]): s for s in sections}
    symbols, info = named[".symtab"], named[".nv.info"]
    found, place = {}, info[4]
    while place < info[4] + info[5]:
        kind, attribute, length = struct.unpack_from("<BBH", data, place)
        if kind == 4 and attribute == 0x2F:
            symbol, number = struct.unpack_from("<II", data, place + 4)
            found[text(symbols[6], struct.unpack_from("<I", data, symbols[4] + 24 * symbol)[0])] = number
        place += 4 + (length if kind == 4 else 0)
    return found


def loops_of(graph):
    """{kernel: loops}. A loop is a block with a branch back from a block reachable only through it."""
    loops = {}
    for part in graph.split('subgraph "cluster_')[1:]:
        start = part[:part.index('"')]
        edges = re.findall(r'^"([^"]+)":\w+:\w+ -> "([^"]+)":', part, flags=re.M)

        def reached(without):
            seen, waiting = set(), [start] if start != without else []
            while waiting:
                block = waiting.pop()
                if block not in seen and block != without:
                    seen.add(block)
                    waiting += [b for a, b in edges if a == block]
            return seen
        alive = reached(None)
        heads = {b for a, b in edges if a in alive}
        loops[start] = sum(any(b == head and a in alive and a not in reached(head) for a, b in edges) for head in heads)
    return loops


def counts_of(path):
    registers, loops = registers_of(path), loops_of(disassemble("-cfg", path))
    counted = {}
    for function in json.loads(disassemble("-json", path))[1]:
        words = [i["opcode"].split(".")[0] for i in function["sass-instructions"]]
        while words and words[-1] == "NOP":
            words.pop()
        if words[-1] == "BRA":  # to itself
            words.pop()
        counts = dict.fromkeys(KINDS, 0)
        for word in words:
            counts[KIND_OF.get(word, "arithmetic")] += 1
        counts.update(instructions=len(words), vector_registers=registers[function["function-name"]],
                      loops=loops[function["function-name"]])
        counted[function["function-name"]] = counts
    return counted


class Objects:
    """The objects assembled while the folder `tools` is first in PATH."""

    def __init__(self, folder):
        real = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
        self.tools, self.kept, self.counted = os.path.join(folder, "tools"), os.path.join(folder, "kept"), {}
        os.makedirs(self.tools)
        os.makedirs(self.kept)
        script = os.path.join(self.tools, "ptxas")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\n"{real}" "$@" || exit\nwhile [ $# -gt 1 ]; do\n'
                       f'    if [ "$1" = -o ]; then cp "$2" "$(mktemp "{self.kept}/XXXXXX.cubin")"; fi\n    shift\ndone\n')
        os.chmod(script, 0o700)

    def count(self, kernel):
        """Several objects may have this kernel: returns a matching one, else the last."""
        name, mine = kernel["kernel"], None
        for path in sorted(glob.glob(os.path.join(self.kept, "*.cubin"))):
            if name not in registers_of(path):
                continue
            if path not in self.counted:
                self.counted[path] = counts_of(path)
            mine = self.counted[path][name]
            if all(mine[k] == kernel[k] for k in mine):
                break
        return mine
