"""Writes the outlines of the characters on a shogi diagram, one a line: the character and its SVG path.

Usage: python3 tools/glyphs/extract.py FONT.ttf > crates/kifu/src/svg/glyphs.txt
Needs fonttools. The font of the file in the repository is named in its first lines and in NOTICE.
Coordinates are in units of 1/1000 em, y downwards, and the box of the em is centred on 0 0.
"""

import sys

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

PIECES = "歩香桂銀金角飛玉と杏圭全馬龍"
# The rest: names of files and ranks, and counts in hand.
OTHERS = "一二三四五六七八九十123456789"


def outline(font, character):
    """The path of one character, centred on its own box."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    scale = 1000 / font["head"].unitsPerEm
    # Pieces are centred by their ink. Digits and numerals keep the height of the line.
    middle = (bottom + top) / 2
    if character not in PIECES:
        middle = 0.38 * font["head"].unitsPerEm if not character.isdigit() else middle
    move = Transform(scale, 0, 0, -scale, -scale * (left + right) / 2, scale * middle)
    path = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyph.draw(TransformPen(path, move))
    return path.getCommands()


def main():
    font = TTFont(sys.argv[1])
    name = font["name"]
    print(f"# {name.getDebugName(4)}, {name.getDebugName(5)}")
    print(f"# {name.getDebugName(0)}")
    print("# SIL Open Font License 1.1; made by tools/glyphs/extract.py")
    for character in PIECES + OTHERS:
        print(character, outline(font, character))


if __name__ == "__main__":
    main()
