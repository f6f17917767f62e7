import { beforeEach, expect, it, vi } from 'vitest';
import { EVEN } from '../board/position.ts';
import type { Tree } from '../protocol/protocol.ts';
import { recent } from './recent.ts';
import { record } from './record.svelte.ts';

const headers: [string, string][] = [
  ['先手', 'A'],
  ['後手', 'B'],
];
const game = (move: string): Tree => ({ headers, start: EVEN, nodes: [{}, { parent: 0, move }] });

beforeEach(() => {
  vi.useFakeTimers();
  record.fresh();
  localStorage.clear();
});

it('keeps two games of the same players, each with its comments', () => {
  record.load(game('7g7f'));
  vi.advanceTimersByTime(1500);
  record.comment('the first');
  // The next one comes before the comment was stored.
  record.load(game('2g2f'));
  vi.advanceTimersByTime(1500);
  const kept = recent();
  expect(kept.map((one) => one.tree.nodes[1]?.move)).toEqual(['2g2f', '7g7f']);
  expect(kept[1]?.tree.nodes[0]?.comments).toEqual(['the first']);
});

it('keeps a record that was opened again in its own place', () => {
  record.load(game('7g7f'));
  vi.advanceTimersByTime(1500);
  const [kept] = recent();
  record.fresh();
  if (kept) record.load(kept.tree, { id: kept.id, name: kept.name });
  record.comment('later');
  vi.advanceTimersByTime(1500);
  expect(recent()).toHaveLength(1);
  expect(recent()[0]?.tree.nodes[0]?.comments).toEqual(['later']);
});

it('keeps the same file once', () => {
  record.load(game('7g7f'));
  vi.advanceTimersByTime(1500);
  record.load(game('7g7f'));
  vi.advanceTimersByTime(1500);
  expect(recent()).toHaveLength(1);
});

it('says what could not be stored', () => {
  const full = () => {
    throw new Error('full');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full });
  record.load(game('7g7f'));
  vi.advanceTimersByTime(1500);
  expect(record.unkept).toBe(true);
  vi.unstubAllGlobals();
  record.comment('again');
  vi.advanceTimersByTime(1500);
  expect(record.unkept).toBe(false);
});
