// The three piece sets as style rules: a pentagon with the outline of a glyph, taken from OFL fonts at build
// time, so that the page needs neither images nor fonts for its pieces. Geometry: the project's own.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
// The package is CommonJS, whose names bundlers and Node see differently when it is imported.
const opentype = require('opentype.js') as { parse(buffer: ArrayBuffer): unknown };

export const SETS = ['kanji', 'gothic', 'letters'] as const;
export type PieceSet = (typeof SETS)[number];

interface Kind {
  role: string;
  kanji: string;
  letter: string;
  scale: number;
  promoted: boolean;
  /** Directions as column and row steps seen by Black; `s` slides, `j` jumps. */
  ways: string;
}

const GOLD = '0,-1 -1,-1 1,-1 -1,0 1,0 0,1';
const KINDS: Kind[] = [
  { role: 'king', kanji: '玉', letter: 'K', scale: 1, promoted: false, ways: `${GOLD} -1,1 1,1` },
  { role: 'rook', kanji: '飛', letter: 'R', scale: 0.97, promoted: false, ways: '0,-1s 0,1s -1,0s 1,0s' },
  { role: 'bishop', kanji: '角', letter: 'B', scale: 0.97, promoted: false, ways: '-1,-1s 1,-1s -1,1s 1,1s' },
  { role: 'gold', kanji: '金', letter: 'G', scale: 0.93, promoted: false, ways: GOLD },
  {
    role: 'silver',
    kanji: '銀',
    letter: 'S',
    scale: 0.92,
    promoted: false,
    ways: '0,-1 -1,-1 1,-1 -1,1 1,1',
  },
  { role: 'knight', kanji: '桂', letter: 'N', scale: 0.89, promoted: false, ways: '-1,-2j 1,-2j' },
  { role: 'lance', kanji: '香', letter: 'L', scale: 0.88, promoted: false, ways: '0,-1s' },
  { role: 'pawn', kanji: '歩', letter: 'P', scale: 0.85, promoted: false, ways: '0,-1' },
  {
    role: 'dragon',
    kanji: '竜',
    letter: '+R',
    scale: 0.97,
    promoted: true,
    ways: '0,-1s 0,1s -1,0s 1,0s -1,-1 1,-1 -1,1 1,1',
  },
  {
    role: 'horse',
    kanji: '馬',
    letter: '+B',
    scale: 0.97,
    promoted: true,
    ways: '-1,-1s 1,-1s -1,1s 1,1s 0,-1 0,1 -1,0 1,0',
  },
  { role: 'promotedsilver', kanji: '全', letter: '+S', scale: 0.92, promoted: true, ways: GOLD },
  { role: 'promotedknight', kanji: '圭', letter: '+N', scale: 0.89, promoted: true, ways: GOLD },
  { role: 'promotedlance', kanji: '杏', letter: '+L', scale: 0.88, promoted: true, ways: GOLD },
  { role: 'tokin', kanji: 'と', letter: '+P', scale: 0.85, promoted: true, ways: GOLD },
];

const FONTS: Record<PieceSet, string> = {
  kanji: '@fontsource/kaisei-tokumin/files/kaisei-tokumin-japanese-800-normal.woff',
  gothic: '@fontsource/biz-udpgothic/files/biz-udpgothic-japanese-700-normal.woff',
  letters: '@fontsource/biz-udpgothic/files/biz-udpgothic-latin-700-normal.woff',
};

const CENTRE = { x: 50, y: 64 };
const BODY = 'M50 6 78 17 88 110H12L22 17Z';
const INK = '#1d1812';
const RED = '#b3261e';

interface Command {
  type: string;
  x?: number;
  y?: number;
  x1?: number;
  y1?: number;
  x2?: number;
  y2?: number;
}

interface Outlines {
  getPath(text: string, x: number, y: number, size: number): { commands: Command[] };
}

/** Writes the outline ourselves: the library's own formatter was seen to write NaN. */
function pathData(commands: Command[], map: (x: number, y: number) => [number, number]): string {
  const point = (x = 0, y = 0) =>
    map(x, y)
      .map((value) => String(Math.round(value * 10) / 10))
      .join(' ');
  return commands
    .map((c) => {
      if (c.type === 'Z') return 'Z';
      if (c.type === 'Q') return `Q${point(c.x1, c.y1)} ${point(c.x, c.y)}`;
      if (c.type === 'C') return `C${point(c.x1, c.y1)} ${point(c.x2, c.y2)} ${point(c.x, c.y)}`;
      return `${c.type}${point(c.x, c.y)}`;
    })
    .join('');
}

/** The glyphs scaled into a box around the centre of the piece. */
function glyph(font: Outlines, text: string, box: number): string {
  const commands = font.getPath(text, 0, 0, 100).commands;
  const xs = commands.flatMap((c) => [c.x, c.x1, c.x2]).filter((v): v is number => v !== undefined);
  const ys = commands.flatMap((c) => [c.y, c.y1, c.y2]).filter((v): v is number => v !== undefined);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.max(right - left, 0.92 * (bottom - top));
  const scale = box / size;
  return pathData(commands, (x, y) => [
    CENTRE.x + (x - (left + right) / 2) * scale,
    CENTRE.y + (y - (top + bottom) / 2) * scale,
  ]);
}

/** Marks around the letter: a dot for a step, a bar for a slide, a pair of high dots for the knight. */
function wayMarks(ways: string): string {
  const shapes = ways.split(' ').map((way) => {
    const [dx, dy, kind] = /^(-?\d),(-?\d)([sj]?)$/.exec(way)?.slice(1) ?? [];
    const x = Number(dx);
    const y = Number(dy);
    if (kind === 'j') return `<circle cx='${50 + x * 14}' cy='23' r='4.4'/>`;
    const high = y < 0;
    const cx = CENTRE.x + x * (high ? 21 : 29);
    const cy = y === 0 ? CENTRE.y + 2 : y < 0 ? 31 - (x === 0 ? 8 : 0) : 100;
    if (kind !== 's') return `<circle cx='${cx}' cy='${cy}' r='4.4'/>`;
    const [ux, uy] = [x * 5.5, y * 5.5];
    return `<path d='M${cx - ux} ${cy - uy}L${cx + ux} ${cy + uy}' stroke='#5a3d10' stroke-width='6' stroke-linecap='round'/>`;
  });
  return `<g fill='#5a3d10'>${shapes.join('')}</g>`;
}

function piece(set: PieceSet, kind: Kind, font: Outlines, text: string): string {
  const box = set === 'letters' ? (text.length > 1 ? 46 : 36) : 58;
  const marks = set === 'letters' ? wayMarks(kind.ways) : '';
  const shift = `translate(${(50 * (1 - kind.scale)).toFixed(1)} ${(62 * (1 - kind.scale)).toFixed(1)}) scale(${kind.scale})`;
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 116'>` +
    `<linearGradient id='g' x2='.25' y2='1'><stop stop-color='#f8e2ac'/><stop offset='1' stop-color='#e3bb6c'/></linearGradient>` +
    `<g transform='${shift}'><path d='${BODY}' fill='url(#g)' stroke='#7a5520' stroke-width='2.4' stroke-linejoin='round'/>` +
    `${marks}<path d='${glyph(font, text, box)}' fill='${kind.promoted ? RED : INK}'/></g></svg>`
  );
}

function url(svg: string): string {
  const safe = svg
    .replaceAll('%', '%25')
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E');
  return `url("data:image/svg+xml,${safe}")`;
}

function read(file: string): Outlines {
  const bytes = readFileSync(require.resolve(file));
  return opentype.parse(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  ) as unknown as Outlines;
}

/** The style rules of one set; they count below an element with `data-pieces` of that name. */
export function pieceStyles(set: PieceSet): string {
  const font = read(FONTS[set]);
  const rule = (selector: string, picture: string) =>
    `[data-pieces='${set}'] ${selector}::before{background-image:${url(picture)}}`;
  const rules = KINDS.map((kind) =>
    rule(`piece.${kind.role}`, piece(set, kind, font, set === 'letters' ? kind.letter : kind.kanji)),
  );
  const king = KINDS[0];
  if (set !== 'letters' && king)
    rules.push(
      `[data-pieces='${set}']:not([data-kings='same']) piece.gote.king::before{background-image:${url(piece(set, king, font, '王'))}}`,
    );
  return `${rules.join('\n')}\n`;
}
