#!/usr/bin/env python3
"""Writes the fuzzers' corpus: input that each reader must accept or refuse. Needs only Python's own library.

    tests/hostile/fuzz/make_seeds.py FOLDER
"""
import json
import pathlib
import struct
import sys
import zlib


def npy(header, data=b"", version=1):
    text = header.encode("latin1")
    text += b" " * (-(len(text) + (11 if version == 1 else 13)) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text + data


def array(descr, shape, data=b"", order="False", **more):
    return npy("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, order, shape), data, **more)


NPY = {
    "u4": array("<u4", "(3,)", struct.pack("<3I", 1, 2, 3)),
    "u1": array("|u1", "(2, 3)", b"abcdef"),
    "i2": array("<i2", "(2, 1, 2)", struct.pack("<4h", 1, -1, 2, -2)),
    "f2": array("<f2", "(2,)", b"\0\x3c\0\xbc"),
    "f4": array("<f4", "(1, 2)", struct.pack("<2f", 0.5, float("nan"))),
    "f8": array("<f8", "()", struct.pack("<d", 1.0)),
    "i8": array("<i8", "(1,)", struct.pack("<q", -1)),
    "empty": array("<f4", "(0,)"),
    "empty_large": array("<f4", "(0, 1152921504606846976)"),
    "rank_8": array("|i1", "(1, 1, 1, 1, 1, 1, 1, 1)", b"x"),
    "version_2": array("<u2", "(1,)", b"\1\0", version=2),
    "version_3": array("<u2", "(1,)", b"\1\0", version=3),
    "python_2": array("<u2", "(1L,)", b"\1\0"),
    "other_order": npy("{'shape':(1,),'descr':\"|u1\",'fortran_order':False}", b"x"),
    "short": array("<f8", "(4,)", b"\0" * 31),
    "long": array("<f8", "(4,)", b"\0" * 33),
    "huge": array("|u1", "(4294967295,)"),
    "overflow": array("<f8", "(4294967296, 4294967296, 4294967296)"),
    "digits": array("|u1", "(99999999999999999999999,)"),
    "negative": array("|u1", "(-1,)"),
    "rank_9": array("|i1", "(1, 1, 1, 1, 1, 1, 1, 1, 1)", b"x"),
    "fortran": array("<f4", "(1,)", b"\0" * 4, order="True"),
    "big_endian": array(">f4", "(1,)", b"\0" * 4),
    "object": array("|O", "(1,)", b"\0" * 8),
    "escape": array("\033[31m", "(1,)", b"\0"),
    "twice": npy("{'descr': '|u1', 'descr': '|u1', 'shape': (1,)}", b"x"),
    "header_length": b"\x93NUMPY\2\0\xff\xff\xff\xff{",
    "text": b"1.5 2.5\n",
}


def chunk(kind, data=b"", length=None):
    return struct.pack(">I", len(data) if length is None else length) + kind + data + struct.pack(
        ">I", zlib.crc32(kind + data))


def png(width, height, depth, colour, *chunks, interlace=0, level=0):
    """A picture with ascending bytes; `level` 0 stores them so that a fuzzer can change them."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = (width * channels * depth + 7) // 8
    data = b"".join(b"\0" + bytes((y * row + i) & 255 for i in range(row)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)) +
            b"".join(chunks) + chunk(b"IDAT", zlib.compress(data, level)) + chunk(b"IEND"))


def raw_png(header, *chunks):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunks)


PNG = {
    "grey_1": png(9, 2, 1, 0),
    "grey_2": png(5, 2, 2, 0),
    "grey_4": png(3, 2, 4, 0),
    "grey_8": png(3, 2, 8, 0),
    "grey_16": png(3, 2, 16, 0),
    "grey_alpha": png(2, 2, 8, 4),
    "rgb": png(2, 2, 8, 2),
    "rgb_16": png(2, 2, 16, 2),
    "rgba": png(2, 2, 8, 6),
    "rgba_16": png(1, 1, 16, 6),
    "palette": png(4, 2, 1, 3, chunk(b"PLTE", b"\0\x80\xff\xff\0\x80")),
    "palette_alpha": png(4, 1, 8, 3, chunk(b"PLTE", b"\0\x80\xff\xff\0\x80\1\2\3\4\5\6"), chunk(b"tRNS", b"\x7f")),
    "grey_transparent": png(3, 2, 8, 0, chunk(b"tRNS", b"\0\2")),
    "compressed": png(16, 16, 8, 2, level=9),
    "gamma": png(2, 1, 8, 0, chunk(b"gAMA", b"\0\0\xb1\x8f")),
    "no_palette": png(4, 2, 1, 3),
    "interlaced_short": png(3, 3, 8, 0, interlace=1),
    "text": raw_png(struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0), chunk(b"tEXt", b"a", length=0x7FFFFFF0)),
    "profile": png(1, 1, 8, 0, chunk(b"iCCP", b"a\0\0" + zlib.compress(b"\0" * 4096, 9))),
    "wide": raw_png(struct.pack(">IIBBBBB", 65536, 65536, 16, 6, 0, 0, 0), chunk(b"IDAT", b"x")),
    "flat": raw_png(struct.pack(">IIBBBBB", 0, 0, 8, 0, 0, 0, 0)),
    "rows_missing": raw_png(struct.pack(">IIBBBBB", 2, 9, 8, 0, 0, 0, 0), chunk(b"IDAT", zlib.compress(b"\0ab", 0)),
                            chunk(b"IEND")),
    "bomb": raw_png(struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0), chunk(b"IDAT", zlib.compress(b"\0" * 65536, 9)),
                    chunk(b"IEND")),
    "signature": b"\x89PNG\r\n\x1a\n",
    "behind": png(1, 1, 8, 0) + b"x",
}


def document(*records, **more):
    head = {"schema": 1, "tool": {"name": "crosslane", "version": "1"}, "machine": {}, "records": list(records),
            "devices": [{"id": "d", "status": "ok"}], "finished": True}
    head.update(more)
    return json.dumps(head, separators=(",", ":")).encode()


def row(kind="verify", status="ok", **more):
    record = {"kind": kind, "status": status, "device": "d"}
    record.update({"op": "ballot"} if kind == "probe" else {"algorithm": "lerp", "strategy": "serial"})
    record.update(more)
    return record


WRONG = {"array": "c", "index": 3, "expected": 1.5, "got": "nan", "lane": 1, "expected_row": [1, 2.5], "got_row": ["0x1f"]}
TIMES = {"samples_ns": [3, 4.5], "median_ns": 3.5, "mad_ns": 0.5, "min_ns": 3, "noisy": False, "timed_by": "events",
         "timing": "batched"}
RESULTS = {
    "no_rows": document(),
    "no_devices": document(devices=[], finished=False),
    "verify": document(row(width_requested=8, params={"n": 3, "carry": "last"}, shape={"x": [2, 3], "t": []})),
    "mismatch": document(row(status="mismatch", reason="c[3], is \"wrong\"", mismatch=WRONG)),
    "probe": document(row("probe", form="native", op_type="f32", expected="0x1f", got=-1)),
    "bench": document(row("bench", **TIMES, checksum="0123456789abcdef", cached=True)),
    "two": document(row(), row(status="error", reason="=1+1\nsecond line"), label="a,b"),
    "unknown": document(row(later=[1, {"a": None}]), later={"x": 1}),
    "formula": document(row(status="skipped", reason="@x", type="-1", distribution="\ta", backend="+")),
    "unicode": document(row(type="\u202e\u00e9\U0001f600", distribution="\u0000")),
    "device": document(devices=[{"id": "d", "status": "ok", "sub_group_sizes": [8, 16], "facts": {"a": [1]}},
                                {"id": "d", "status": "error", "reason": "x", "compute_units": 4}]),
    "numbers": document(row(seed=9223372036854775807, bytes=1e308, error_found=5e-324, time_ms=0.1, error_allowed=-0.0)),
    "no_device": document(row(device="e")),
    "no_reason": document(row(status="error")),
    "slower": document(row("bench", **{**TIMES, "min_ns": 9})),
    "schema_2": document(schema=2),
    "negative": document(row(seed=-1)),
    "too_large": document(row()).replace(b'"schema":1', b'"schema":1e999'),
    "deep": b"[" * 4000,
    "twice": b'{"schema":1,"schema":1}',
    "bytes": b'{"schema":"\xff\xfe"}',
    "cut": document(row())[:-9],
}

SETTINGS = {
    "n": b"\0n=5 channels=3",
    "shape": b"\0shape=3x1000,channels=2",
    "choice": b"\0carry=last\tdistribution=even",
    "sizes": b"\1points=7 spheres=9 width=4 height=2",
    "log": b"\2buckets=16 function=log log_least=0.001 log_most=7e3",
    "reduce": b"\3n=1e6",
    "twice": b"\0n=1 n=2",
    "no_value": b"\0n=",
    "no_name": b"\0=5",
    "no_sign": b"\0n",
    "unknown": b"\0" + b"m" * 70 + b"=1",
    "large": b"\0n=1e400 ",
    "small": b"\0t=-0",
    "fraction": b"\0n=1.5",
    "hexadecimal": b"\0n=0x10",
    "shape_long": b"\0shape=1x2x3x4x5",
    "shape_empty": b"\0shape=x",
    "number": b"\0-1.5e-3",
    "number_point": b"\0.5",
    "number_subnormal": b"\0" + b"4.9406564584124654e-324",
    "number_tie": b"\0" + b"9007199254740993",
    "number_most": b"\0" + b"1.7976931348623158e308",
    "number_digits": b"\0" + b"1." + b"0" * 900 + b"1e-5",
    "number_exponent": b"\0" + b"1e-99999999999999999999",
}


def entry(kind, text):
    return bytes([kind, 0]) + text


ANSWER = b"\t".join([b"shuffle", b"f32", b"0", b"1", b"-1", b"8", b"SG_NATIVE_SHUFFLE_F32", b"", b"", b""])
DEMOTED = b"\t".join([b"ballot", b"u32", b"3", b"1", b"5", b"8", b"", b"1", b"2", b"lane 5"])
CACHE = {
    "answers": entry(1, b"1\t0\t1\t8\tit runs\n" + ANSWER + b"\n" + DEMOTED),
    "not_usable": entry(1, b"0\t0\t0\t0\tno such extension"),
    "no_head": entry(1, b""),
    "standard_out_of_range": entry(1, b"1\t9\t1\t8\t\n" + ANSWER),
    "negative": entry(1, b"1\t-1\t1\t-8\t\n" + ANSWER),
    "numbers": entry(1, b"99999999999999999999\t0\t1\t8\t\n" + ANSWER.replace(b"\t0\t", b"\t7\t")),
    "unknown": entry(1, b"1\t0\t1\t8\t\nnothing\tf32\t0\nshuffle\tnothing"),
    "fields_missing": entry(1, b"1\t0\nshuffle\tf32"),
    "long": entry(1, b"1\t0\t1\t8\t" + b"w" * 600 + b"\n" + ANSWER + b"n" * 600),
    "nul": entry(1, b"1\t0\0\1\t8\t\n" + ANSWER),
    "refused_all": entry(2, b"all\tballot\tu32\tthe driver died: Aborted"),
    "refused_one": entry(2, b"one\tshuffle\tf32\tit died\none\tshuffle\tf32\ttwice\n\nall"),
    "mark": entry(3, b"one\tshuffle\tf32\t1"),
    "mark_third": entry(3, b"all\tballot\tu32\t3"),
    "mark_count": entry(3, b"one\t\t\t-99999999999"),
    "file": entry(0, b"crosslane 1 bin 00112233445566778899aabbccddeeff 3 0000000000000000".ljust(127) + b"\nabc"),
    "changed": b"\0\x81abc",
    "changed_header": b"\0\x0babc",
    "file_empty": entry(0, b""),
    "file_header_alone": entry(0, b"crosslane 1 bin 00112233445566778899aabbccddeeff 0 0000000000000000".ljust(127) + b"\n"),
}

for name, seeds in {"npy": NPY, "png": PNG, "results": RESULTS, "settings": SETTINGS, "cache": CACHE}.items():
    folder = pathlib.Path(sys.argv[1]) / name
    folder.mkdir(parents=True, exist_ok=True)
    for seed, data in seeds.items():
        (folder / seed).write_bytes(data)
