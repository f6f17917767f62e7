import { expect, it } from 'vitest';
import { eloCurve, llrCurve } from '../arena/curve.ts';
import { areaPath, indexAt, linePath, points, xAt } from './graph.ts';

it('draws known chances and skips unknown ones', () => {
  const list = points([50, null, 100]);
  expect(linePath(list)).toBe('M0.0 50.0L1000.0 0.0');
  expect(areaPath(list)).toBe('M0.0 50.0L1000.0 0.0L1000.0 50L0.0 50Z');
  expect(areaPath([])).toBe('');
});

it('finds the move below the pointer', () => {
  expect(indexAt(0.5, 101)).toBe(50);
  expect(indexAt(-1, 101)).toBe(0);
  expect(indexAt(2, 101)).toBe(100);
  expect(xAt(0, 1)).toBe(0);
});

it('keeps Elo and both bounds inside the picture', () => {
  expect(eloCurve([{ games: 2, elo: 0, margin: 100 }])).toBeNull();
  const curve = eloCurve([
    { games: 10, elo: 300, margin: 200 },
    { games: 100, elo: 20, margin: 30 },
  ]);
  expect(curve?.line.startsWith('M60.0 0.0')).toBe(true);
  const test = llrCurve([0, 1, 5], -2.94, 2.94);
  expect(test.upper).toBeGreaterThan(0);
  expect(test.lower).toBeLessThan(160);
});
