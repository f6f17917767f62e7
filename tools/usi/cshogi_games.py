#!/usr/bin/env python3
"""Plays games between two copies of a USI engine through cshogi's driver.

Every move is checked by cshogi, every clock by this script. Exit code 0: all games were played to an end
without an illegal move, a lost flag or a missing answer.
"""
import argparse
import os
import sys
import time

import cshogi
from cshogi.usi import Engine

CONTROLS = [
    {"start": 1000, "increment": 10, "byoyomi": 0},
    {"start": 0, "increment": 0, "byoyomi": 100},
    {"start": 2000, "increment": 0, "byoyomi": 50},
    {"start": 5000, "increment": 0, "byoyomi": 0},
]
MOST_PLIES = 320
# The operating system may keep both programs waiting.
TOLERANCE_MS = 50


def play(engines, control, number):
    board = cshogi.Board()
    moves = []
    clock = [control["start"], control["start"]]
    worst = 0
    for engine in engines:
        engine.isready()
        engine.usinewgame()
    while True:
        repetition = board.is_draw()
        if repetition == cshogi.REPETITION_DRAW:
            return "repetition", moves, worst
        if repetition in (cshogi.REPETITION_WIN, cshogi.REPETITION_LOSE):
            return "perpetual check", moves, worst
        if len(moves) >= MOST_PLIES:
            return "length", moves, worst
        side = board.turn
        engine = engines[(side + number) % 2]
        engine.position(moves=moves)
        times = {"btime": int(clock[0]), "wtime": int(clock[1])}
        if control["increment"]:
            times |= {"binc": control["increment"], "winc": control["increment"]}
        else:
            times |= {"byoyomi": control["byoyomi"]}
        before = time.perf_counter()
        answer, _ = engine.go(**times)
        spent = 1000 * (time.perf_counter() - before)
        over = spent - clock[side] - control["byoyomi"]
        worst = max(worst, over)
        if over > TOLERANCE_MS:
            raise SystemExit(f"game {number}, move {len(moves) + 1}: {over:.0f} ms past the flag")
        clock[side] = max(0, clock[side] - spent) + control["increment"]
        if answer == "resign":
            if not board.is_game_over():
                raise SystemExit(f"game {number}: resigned with legal moves left: {board.sfen()}")
            return "mate", moves, worst
        if answer == "win":
            if not board.is_nyugyoku():
                raise SystemExit(f"game {number}: a declaration that does not hold: {board.sfen()}")
            return "declaration", moves, worst
        move = board.move_from_usi(answer)
        if not board.is_legal(move):
            raise SystemExit(f"game {number}: illegal move {answer} in {board.sfen()}")
        board.push(move)
        moves.append(answer)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    # cshogi starts the program in its own folder, where a relative path would lead nowhere.
    parser.add_argument("engine", type=os.path.abspath)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    engines = []
    for _ in range(2):
        engine = Engine(arguments.engine, connect=False)
        engine.connect()
        engine.usi()
        engine.setoption("USI_Hash", 16)
        for option in arguments.option:
            name, value = option.split("=", 1)
            engine.setoption(name, value)
        engines.append(engine)
    for number in range(arguments.games):
        control = CONTROLS[number % len(CONTROLS)]
        end, moves, worst = play(engines, control, number)
        for engine in engines:
            engine.gameover("draw")
        print(f"game {number + 1:2} {control}: {len(moves)} plies, {end}; worst {worst:.1f} ms past the flag")
        sys.stdout.flush()
    for engine in engines:
        engine.quit()
    print(f"{arguments.games} games, all legal, no flag lost")


if __name__ == "__main__":
    main()
