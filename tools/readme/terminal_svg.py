"""Draws the picture of the README: two terminal windows with real output of the program.

    python tools/readme/terminal_svg.py target/release/sakiyomi > docs/terminal.svg
    rsvg-convert --width 1200 docs/terminal.svg > docs/terminal.png

Any font of fixed width will do that has kanji; the picture in the repository was drawn with Noto Sans Mono CJK JP (SIL Open Font License).
"""

import html
import os
import subprocess
import sys
import tempfile
import unicodedata

PROBLEM = "6kbG/7P1/8S/9/9/5R3/9/9/9 b rb3g3s3n4l17p 1"
HISSHI = "2+R6/ksG6/np6p/psp4p1/1nP+B5/1PG6/P1K+B4P/2S1P4/1N5RL b 2GSN3L7Pp 205"
CELL, LINE, SIZE = 9, 22, 18
BACK, BAR, TEXT, PROMPT, ANSWER = "#1e2127", "#2c313a", "#d7dae0", "#7ec16e", "#e5c07b"


def run(program, arguments, folder):
    """The lines that the program writes; engines of a match find it by its name."""
    command = [program, *arguments]
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=True)
    return done.stdout.splitlines()


def session(program, shown, arguments, folder):
    """One command as typed and what it writes: pairs of a colour and a line."""
    lines = [(PROMPT, f"$ {line}" if index == 0 else f"    {line}") for index, line in enumerate(shown)]
    for line in run(program, arguments, folder):
        is_answer = line.startswith(("mate ", "hisshi ", "shortest", "threat", "  games", "  Elo"))
        lines.append((ANSWER if is_answer else TEXT, line))
    return lines + [(TEXT, "")]


def width(char):
    return 2 if char in "▲△" or unicodedata.east_asian_width(char) in "WF" else 1


def draw_line(left, top, colour, line):
    """Narrow characters in runs, every wide one at its own place: renderers differ in widths."""
    runs, column = [], 0
    for char in line:
        if width(char) == 1 and runs and runs[-1][1][-1].isascii() and char.isascii():
            runs[-1][1] += char
        else:
            runs.append([left + column * CELL, char])
        column += width(char)
    runs = [(place, text) for place, text in runs if text.strip()]
    return "".join(
        f'<text x="{place}" y="{top}" fill="{colour}" xml:space="preserve">{html.escape(text)}</text>'
        for place, text in runs
    )


def draw_window(left, top, columns, lines, rows):
    wide, high = columns * CELL + 32, rows * LINE + 52
    parts = [
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="10" fill="{BACK}"/>',
        f'<path d="M{left} {top + 32}v-22a10 10 0 0 1 10-10h{wide - 20}a10 10 0 0 1 10 10v22z" fill="{BAR}"/>',
    ]
    for index, colour in enumerate(["#e06c75", "#e5c07b", "#98c379"]):
        parts.append(f'<circle cx="{left + 20 + 20 * index}" cy="{top + 16}" r="6" fill="{colour}"/>')
    for row, (colour, line) in enumerate(lines):
        if line:
            parts.append(draw_line(left + 16, top + 56 + row * LINE, colour, line))
    return "\n".join(parts), wide, high


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(program, os.path.join(folder, "sakiyomi"))
        mate = session(
            program, ["sakiyomi mate --shortest --sfen \\", f"'{PROBLEM}'"],
            ["mate", "--shortest", "--sfen", PROBLEM], folder,
        )
        hisshi = session(
            program, ["sakiyomi hisshi --sfen \\", f"'{HISSHI}'"], ["hisshi", "--sfen", HISSHI], folder,
        )
        engines = ["cmd=sakiyomi;name=tournament", "cmd=sakiyomi;name=bonanza;option.Recipe=bonanza"]
        limits = ["--limit", "nodes=1000", "--games", "100", "--results", "x.db"]
        match = session(
            program,
            [f"sakiyomi arena match '{engines[0]}' \\", f"'{engines[1]}' \\", " ".join(limits)],
            ["arena", "match", *engines, *limits, "--quiet"], folder,
        )
    # The board of the second problem is left out of the picture.
    spoken = ("hisshi", "▲８", "threat", "nodes")
    right = hisshi[:2] + [line for line in hisshi[2:] if line[1].startswith(spoken)] + [(TEXT, "")] + match
    rows = max(len(mate) - 1, len(right))
    first, wide1, high = draw_window(10, 10, 66, mate, rows)
    second, wide2, _ = draw_window(wide1 + 26, 10, 81, right, rows)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide1 + wide2 + 36} {high + 20}" '
          f'font-family="\'M PLUS 1 Code\', \'Noto Sans Mono CJK JP\', monospace" font-size="{SIZE}">')
    print(first)
    print(second)
    print("</svg>")


main()
