// Geometry of the two curves of a match: Elo with its band, and the log-likelihood ratio between its bounds.

import type { ArenaPoint } from '../protocol/protocol.ts';

export const CURVE = { width: 600, height: 160 };

const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;

export interface EloCurve {
  line: string;
  band: string;
  zero: number;
  /** The Elo at the top and at the bottom. */
  range: number;
}

/** The Elo over the games, with zero in the middle; nothing if there are fewer than two points. */
export function eloCurve(points: readonly ArenaPoint[]): EloCurve | null {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  // The first games say nothing and would flatten the rest: the scale follows the later half.
  const later = points.slice(Math.floor(points.length / 2));
  const range = Math.max(10, ...later.map((p) => Math.abs(p.elo) + p.margin)) * 1.1;
  const x = (p: ArenaPoint) => (p.games / last.games) * CURVE.width;
  const y = (elo: number) => {
    const clamped = Math.max(-range, Math.min(range, elo));
    return (CURVE.height / 2) * (1 - clamped / range);
  };
  const line = points.map((p, i) => `${i === 0 ? 'M' : 'L'}${at(x(p), y(p.elo))}`).join('');
  const upper = points.map((p, i) => `${i === 0 ? 'M' : 'L'}${at(x(p), y(p.elo + p.margin))}`).join('');
  const lower = points
    .toReversed()
    .map((p) => `L${at(x(p), y(p.elo - p.margin))}`)
    .join('');
  return { line, band: `${upper}${lower}Z`, zero: CURVE.height / 2, range };
}

/** The ratio over the games; both bounds lie inside the picture. */
export function llrCurve(values: readonly number[], lower: number, upper: number) {
  const most = Math.max(upper, ...values) * 1.1;
  const least = Math.min(lower, ...values) * 1.1;
  const y = (value: number) => CURVE.height * (1 - (value - least) / (most - least || 1));
  const step = CURVE.width / Math.max(1, values.length - 1);
  const line = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${at(i * step, y(value))}`).join('');
  return { line, lower: y(lower), upper: y(upper) };
}
