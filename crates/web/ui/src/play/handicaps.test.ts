// The names must be those of the rules, or the server refuses the game.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVEN, parseSfen, toSfen } from '../board/position.ts';
import { HANDICAPS, missing } from './handicaps.ts';

it('has the names and start positions of the rules', () => {
  const source = readFileSync('../../shogi/src/handicap.rs', 'utf8');
  const rules = [...source.matchAll(/^\s+[A-Z]\w+ "([a-z-]+)" "[^"]+" "(\S+) [bw] - 1";/gm)].map(
    ([, name, board]) => [name, board],
  );
  const page = HANDICAPS.map((name) => {
    const placement = parseSfen(EVEN);
    for (const square of missing(name)) placement.squares.delete(square);
    return [name, toSfen(placement).split(' ')[0]];
  });
  expect(page).toEqual(rules);
});
