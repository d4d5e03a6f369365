#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the color fonts of `fonts/`, with fontTools:

- `bitmaps.ttf`: some emoji of Noto Color Emoji (Debian's fonts-noto-color-emoji), bitmaps in a `CBDT` table;
- `layers.ttf`: a red square with a square in the color of the text in it, for U+1F3C1, in a `COLR` table of version 0.
"""
import pathlib

from fontTools import subset
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

FOLDER = pathlib.Path(__file__).parent / "fonts"
NOTO = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
TEXT = "😀☕🏨🇫🇮👩‍👩‍👧 0123456789#*"
DATE = 3_700_000_000  # fixed, so that the files are always the same


def rename(font, family):
    for record in font["name"].names:
        record.string = {1: family, 2: "Regular", 4: family, 6: family.replace(" ", "")}.get(record.nameID, str(record))


def bitmaps():
    font = TTFont(NOTO, recalcTimestamp=False)
    options = subset.Options(layout_features=["*"], drop_tables=[], name_IDs=[0, 1, 2, 4, 6, 13, 14])
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=TEXT)
    subsetter.subset(font)
    rename(font, "Test Emoji")
    font.save(FOLDER / "bitmaps.ttf")


def square(low, high):
    pen = TTGlyphPen(None)
    pen.moveTo((low, low))
    for point in [(low, high), (high, high), (high, low)]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def layers():
    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", "flag", "outer", "inner"]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x1F3C1: "flag"})
    builder.setupGlyf(dict(zip(names, [square(0, 1), square(0, 800), square(0, 800), square(200, 600)])))
    builder.setupHorizontalMetrics({name: (1000, 0) for name in names})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Test Layers", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    font = builder.font
    font["COLR"] = buildCOLR({"flag": [("outer", 0), ("inner", 0xFFFF)]}, version=0)
    font["CPAL"] = buildCPAL([[(0.8, 0.1, 0.2, 1)]])
    font["head"].created = font["head"].modified = DATE
    font.recalcTimestamp = False
    font.save(FOLDER / "layers.ttf")


FOLDER.mkdir(exist_ok=True)
bitmaps()
layers()
