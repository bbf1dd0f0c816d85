#!/usr/bin/env python3
"""Draws the picture that the lesson of histogram exposes: docs/pictures/exposure.py FILE.png

A dark room with three balls and a bright window, 320 x 180 pixels of 8 bits. tests/docs/pictures.sh compares the file and its
exposure with docs/pictures.
"""
import math
import struct
import sys
import zlib

WIDTH, HEIGHT = 320, 180
BALLS = ((90, 118, 34, (0.9, 0.25, 0.2)), (160, 130, 26, (0.25, 0.8, 0.3)), (222, 122, 31, (0.3, 0.4, 0.95)))


def pixel(x, y):
    """Red, green and blue in [0, 1]."""
    if 236 <= x < 296 and 18 <= y < 74 and abs(x - 266) > 1 and abs(y - 46) > 1:
        return 0.86 + y * 0.001, 0.93, 1.0
    for left, top, radius, color in BALLS:
        dx, dy = (x - left) / radius, (y - top) / radius
        if dx * dx + dy * dy < 1:
            light = 0.012 + 0.085 * max(0.5 * dx - 0.5 * dy + 0.7 * math.sqrt(1 - dx * dx - dy * dy), 0)
            return tuple(light * channel for channel in color)
    near = 1 / (1 + ((x - 266) / 150) ** 2 + ((y - 46) / 110) ** 2)
    if y > 128:  # the floor, in squares
        square = ((x - 160) * 40 // (y - 90) // 8 + 4000 // (y - 90) // 4) % 2
        return tuple((0.018 + 0.022 * square) * near * channel for channel in (1.0, 0.9, 0.75))
    return tuple(0.045 * near * channel for channel in (0.9, 0.95, 1.0))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main():
    rows = b"".join(b"\0" + bytes(round(255 * channel) for x in range(WIDTH) for channel in pixel(x, y)) for y in range(HEIGHT))
    with open(sys.argv[1], "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    main()
