#!/usr/bin/env python3
"""Do other programs read our files to the same moves?

Converts games to KIF (Shift_JIS and UTF-8) and CSA with `sakiyomi convert` and reads them with
cshogi and python-shogi (PyPI) and tsshogi (npm). Needs the network once:

    python3 -m venv venv && venv/bin/pip install cshogi python-shogi
    npm install tsshogi
    venv/bin/python compare.py --sakiyomi ../../target/release/sakiyomi --games games.sfen

games.sfen holds one game a line: startpos moves 7g7f ... or sfen ... moves ...
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import cshogi
import shogi.CSA
import shogi.KIF
from cshogi import CSA, KIF

HERE = pathlib.Path(__file__).parent


def with_cshogi(path):
    parser = CSA.Parser if path.suffix == ".csa" else KIF.Parser
    read = parser.parse_file(str(path))
    game = read[0] if isinstance(read, list) else read
    return [cshogi.move_to_usi(move) for move in game.moves]


def with_python_shogi(path):
    parser = shogi.CSA.Parser if path.suffix == ".csa" else shogi.KIF.Parser
    return list(parser.parse_file(str(path))[0]["moves"])


def with_tsshogi(paths, modules):
    names = "\n".join(str(path) for path in paths)
    command = ["node", str(HERE / "tsshogi.mjs"), str(modules)]
    run = subprocess.run(command, input=names, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--sakiyomi", required=True, type=pathlib.Path)
    options.add_argument("--games", required=True, type=pathlib.Path)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--node-modules", type=pathlib.Path, default=pathlib.Path("node_modules"))
    options = options.parse_args()

    lines = options.games.read_text().splitlines()
    step = max(1, len(lines) // options.count)
    lines = lines[::step][: options.count]
    expected = [line.split(" moves ", 1)[1].split() for line in lines]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = folder / "sfen"
        source.mkdir()
        for number, line in enumerate(lines):
            (source / f"{number:04}.sfen").write_text(line + "\n")
        for kind in ["kif", "kifu", "csa"]:
            out = folder / kind
            command = [options.sakiyomi, "convert", source, out, "--to", kind]
            subprocess.run(command, check=True, capture_output=True)
            paths = sorted(out.glob(f"*.{kind}"))
            by_tsshogi = with_tsshogi(paths, options.node_modules.resolve())
            readers = {
                "cshogi": [attempt(with_cshogi, path) for path in paths],
                "python-shogi": [attempt(with_python_shogi, path) for path in paths],
                "tsshogi": by_tsshogi,
            }
            for name, games in readers.items():
                equal = sum(a == b for a, b in zip(games, expected))
                failures += len(expected) - equal
                moves = sum(map(len, expected))
                print(f"{name:13} {kind:5} {equal} of {len(expected)} games equal, {moves} moves")
                for path, a, b in zip(paths, games, expected):
                    if a != b:
                        print(f"    {path.name}: {a if isinstance(a, str) else len(a)} {len(b)}")
                        break
    raise SystemExit(1 if failures else 0)


def attempt(reader, path):
    try:
        return reader(path)
    except Exception as error:  # whatever the other program raises is the result
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
