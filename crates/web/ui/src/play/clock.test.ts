import { expect, it } from 'vitest';
import type { Clock } from '../protocol/protocol.ts';
import { clockText, face } from './clock.ts';

const CLOCK: Clock = {
  black: 12_000,
  white: 0,
  byoyomi: 30_000,
  increment: 0,
  running: 'black',
  inByoyomi: false,
  byoyomiLeft: 30_000,
};

it('runs from main time into byoyomi by itself', () => {
  expect(face(CLOCK, 'black', 5000)).toEqual({ ms: 7000, byoyomi: false });
  expect(face(CLOCK, 'black', 20_000)).toEqual({ ms: 22_000, byoyomi: true });
  expect(face(CLOCK, 'black', 99_000)).toEqual({ ms: 0, byoyomi: true });
});

it('stands still for the side that waits', () => {
  expect(face(CLOCK, 'white', 50_000)).toEqual({ ms: 30_000, byoyomi: true });
  expect(face({ ...CLOCK, running: null }, 'black', 50_000)).toEqual({ ms: 12_000, byoyomi: false });
});

it('writes hours, minutes and tenths', () => {
  expect(clockText(600_000)).toBe('10:00');
  expect(clockText(3_723_000)).toBe('1:02:03');
  expect(clockText(9_400)).toBe('0:09.4');
});
