// The user's own mistakes as problems, kept in the browser.

import { playAll, toSfen } from '../board/position.ts';
import type { ReviewMoment } from '../protocol/protocol.ts';

const KEY = 'sakiyomi.mistakes';

export interface Mistake {
  sfen: string;
  /** Moves that count as right. */
  good: string[];
}

export function mistakes(): Mistake[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? (list as Mistake[]) : [];
  } catch {
    return [];
  }
}

export function addMistake(start: string, moves: string[], moment: ReviewMoment): void {
  const sfen = toSfen(playAll(start, moves));
  const [best] = moment.lines;
  if (!best) return;
  const good = moment.lines
    .filter((line) => Math.abs(line.w - best.w) <= 3.5)
    .flatMap((line) => line.moves.slice(0, 1));
  const list = [{ sfen, good }, ...mistakes().filter((other) => other.sfen !== sfen)].slice(0, 200);
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // A full store loses the newest mistake, nothing else.
  }
}
