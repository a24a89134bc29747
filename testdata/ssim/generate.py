#!/usr/bin/python3
"""Writes golden.json: structural similarities by scikit-image of pairs of synthetic pictures.

  generate.py > golden.json        (Debian: python3-skimage python3-pil)

The pictures are RGB and made of integers only, so that the Go test makes the very same ones from the same names:
validation/screen/golden_test.go. Each picture's CRC-32 stands beside the number and proves it.
"""
import json
import sys
import zlib

import numpy as np
import skimage
from PIL import Image
from skimage.metrics import structural_similarity


def noise(w, h, seed):
    """Three channels of noise: the top byte of a 32-bit linear congruential generator, row by row, R G B."""
    out, s = np.zeros((h, w, 3), np.uint8), seed
    for y in range(h):
        for x in range(w):
            for c in range(3):
                s = (1664525 * s + 1013904223) % 2**32
                out[y, x, c] = s >> 24
    return out


def gradient(w, h, step):
    """Red grows to the right, green downwards, blue along both, by step, modulo 256."""
    y, x = np.mgrid[0:h, 0:w]
    return np.stack([x * step % 256, y * step % 256, (x + y) * step % 256], axis=-1).astype(np.uint8)


def flat(w, h, rgb):
    """One colour, 0xRRGGBB."""
    return np.full((h, w, 3), [rgb >> 16, rgb >> 8 & 255, rgb & 255], np.uint8)


def text(w, h, shift):
    """Dark blocks like letters on a light page, shifted to the right: strokes 2 wide, every 5, in lines of 9 every 16."""
    y, x = np.mgrid[0:h, 0:w]
    u = x - shift + 1000
    ink = (y % 16 < 9) & (u % 5 < 2) & ((u // 5 * 7 + y // 16 * 3) % 11 != 0)
    return np.where(ink[..., None], [30, 34, 40], [250, 250, 252]).astype(np.uint8)


def jitter(w, h, seed):
    """The text picture with noise of -4…3 on each channel, clipped: what JPEG leaves behind."""
    return np.clip(text(w, h, 0).astype(int) + (noise(w, h, seed) >> 5).astype(int) - 4, 0, 255).astype(np.uint8)


KINDS = {f.__name__: f for f in (noise, gradient, flat, text, jitter)}


def luma(a):
    return np.array(Image.fromarray(a, "RGB").convert("L"))


def ssim(a, b):
    win = min(7, *a.shape)
    win -= 1 - win % 2
    if win < 3:
        return 1.0 if np.array_equal(a, b) else 0.0
    return float(structural_similarity(a, b, win_size=win, data_range=255))


def row(name, w, h, a, b, box=None):
    box = box or [0, 0, w, h]
    p, q = KINDS[a[0]](w, h, a[1]), KINDS[b[0]](w, h, b[1])
    x0, y0, x1, y1 = box
    crop = lambda i: i[y0:y1, x0:x1]
    return {"name": name, "width": w, "height": h, "box": box,
            "a": {"kind": a[0], "value": a[1], "crc32": zlib.crc32(p.tobytes())},
            "b": {"kind": b[0], "value": b[1], "crc32": zlib.crc32(q.tobytes())},
            "ssim": ssim(crop(luma(p)), crop(luma(q))),
            "channels": [ssim(crop(p[..., c]), crop(q[..., c])) for c in range(3)]}


ROWS = [
    row("identical noise", 40, 30, ("noise", 1), ("noise", 1)),
    row("unrelated noise", 64, 48, ("noise", 1), ("noise", 2)),
    row("noise, a box inside", 64, 48, ("noise", 3), ("noise", 4), [5, 7, 50, 31]),
    row("noise, a box at the right and bottom edge", 33, 29, ("noise", 5), ("noise", 6), [20, 18, 33, 29]),
    row("gradient against a steeper one", 120, 60, ("gradient", 1), ("gradient", 2)),
    row("gradient that wraps", 200, 90, ("gradient", 7), ("gradient", 9)),
    row("gradient against noise", 80, 50, ("gradient", 3), ("noise", 9)),
    row("text, 1-px shift", 160, 64, ("text", 0), ("text", 1)),
    row("text, 2-px shift", 160, 64, ("text", 0), ("text", 2)),
    row("text, a word's shift", 160, 64, ("text", 0), ("text", 25)),
    row("text with JPEG-like noise", 160, 64, ("text", 0), ("jitter", 11)),
    row("text against the empty page", 160, 64, ("text", 0), ("flat", 0xfafafc)),
    row("flat white against flat grey", 30, 20, ("flat", 0xffffff), ("flat", 0x808080)),
    row("flat white against flat white", 30, 20, ("flat", 0xffffff), ("flat", 0xffffff)),
    row("flat white against flat black", 30, 20, ("flat", 0xffffff), ("flat", 0)),
    row("red lamp against a green lamp of equal luma", 24, 24, ("flat", 0xff0000), ("flat", 0x008200)),
    row("one window", 7, 7, ("noise", 21), ("noise", 22)),
    row("one window and a column", 8, 7, ("noise", 23), ("noise", 24)),
    row("band 60x4: window 3", 60, 4, ("noise", 25), ("noise", 26)),
    row("band 60x5: window 5", 60, 5, ("text", 0), ("text", 1)),
    row("band 60x6: window 5", 60, 6, ("noise", 27), ("jitter", 28)),
    row("3x3", 3, 3, ("noise", 29), ("noise", 30)),
    row("2 px high, equal", 40, 2, ("noise", 31), ("noise", 31)),
    row("2 px high, different", 40, 2, ("noise", 31), ("noise", 32)),
    row("one pixel, different", 1, 1, ("flat", 0xffffff), ("flat", 0xfefefe)),
]
json.dump({"scikit-image": skimage.__version__, "rows": ROWS}, sys.stdout, indent=1)
print()
