// Geometry of the graph: chances as a path, losses as bars.

export const GRAPH = { width: 1000, height: 100 };

export interface Point {
  x: number;
  y: number;
}

export function xAt(index: number, count: number): number {
  return count <= 1 ? 0 : (index / (count - 1)) * GRAPH.width;
}

/** The known chances as points; unknown ones leave no point. */
export function points(chances: readonly (number | null)[]): Point[] {
  return chances.flatMap((w, index) =>
    w === null ? [] : [{ x: xAt(index, chances.length), y: GRAPH.height - w }],
  );
}

export function linePath(list: readonly Point[]): string {
  return list.map((p, index) => `${index === 0 ? 'M' : 'L'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('');
}

/** The area between the line and the middle. */
export function areaPath(list: readonly Point[]): string {
  const [first] = list;
  const last = list.at(-1);
  if (!first || !last) return '';
  return `${linePath(list)}L${last.x.toFixed(1)} 50L${first.x.toFixed(1)} 50Z`;
}

/** The index nearest to a place between 0 and 1. */
export function indexAt(part: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.round(part * (count - 1))));
}
