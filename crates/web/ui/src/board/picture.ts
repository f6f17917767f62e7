// The position as a picture: one SVG file without references, made of the pieces that the page shows.

import { rankName, sideName } from './names.ts';
import { type Color, HAND_ROLES, type Placement, RANKS, sideOf } from './position.ts';

const SQUARE = { width: 44, height: 48 };
const BOARD = { left: 64, top: 24 };
const WIDTH = BOARD.left + 9 * SQUARE.width + 78;
const HEIGHT = BOARD.top + 9 * SQUARE.height + 12;

/** The drawing of a piece, taken from the style rule that the page uses for it. */
function drawing(color: Color, role: string): string {
  const probe = document.createElement('piece');
  probe.className = `${color} ${role}`;
  probe.style.display = 'none';
  document.body.append(probe);
  const image = getComputedStyle(probe, '::before').backgroundImage;
  probe.remove();
  const data = /^url\("data:image\/svg\+xml,(.*)"\)$/.exec(image)?.[1] ?? '';
  const inner = /^<svg[^>]*>(.*)<\/svg>$/s.exec(decodeURIComponent(data.replaceAll('\\"', '"')))?.[1] ?? '';
  return `<symbol id="${color}-${role}" viewBox="0 0 100 116">${inner}</symbol>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function picture(placement: Placement): string {
  const used = new Map<string, string>();
  const piece = (color: Color, role: string, x: number, y: number) => {
    const name = `${color}-${role}`;
    if (!used.has(name)) used.set(name, drawing(color, role));
    const { width, height } = SQUARE;
    const turn = color === 'gote' ? ` transform="rotate(180 ${x + width / 2} ${y + height / 2})"` : '';
    return `<use href="#${name}" x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${height - 2}"${turn}/>`;
  };
  const parts: string[] = [];
  for (const [square, { color, role }] of placement.squares) {
    const x = BOARD.left + (9 - Number(square[0])) * SQUARE.width;
    const y = BOARD.top + RANKS.indexOf(square[1] ?? 'a') * SQUARE.height;
    parts.push(piece(color, role, x, y));
  }
  for (const color of ['sente', 'gote'] as const) {
    const held = HAND_ROLES.filter((role) => (placement.hands[color].get(role) ?? 0) > 0);
    const x = color === 'sente' ? WIDTH - 58 : 8;
    const from = color === 'sente' ? HEIGHT - 16 - held.length * SQUARE.height : BOARD.top;
    held.forEach((role, index) => {
      const y = from + index * SQUARE.height;
      const count = placement.hands[color].get(role) ?? 0;
      parts.push(piece(color, role, x, y));
      if (count > 1)
        parts.push(`<text x="${x + SQUARE.width + 2}" y="${y + SQUARE.height - 6}">${count}</text>`);
    });
  }
  const [left, top] = [BOARD.left, BOARD.top];
  const [right, bottom] = [left + 9 * SQUARE.width, top + 9 * SQUARE.height];
  const lines = Array.from({ length: 8 }, (_, i) => {
    const [x, y] = [left + (i + 1) * SQUARE.width, top + (i + 1) * SQUARE.height];
    return `M${x} ${top}V${bottom}M${left} ${y}H${right}`;
  }).join('');
  const names = Array.from({ length: 9 }, (_, i) => {
    const x = left + (i + 0.5) * SQUARE.width;
    const y = top + (i + 0.6) * SQUARE.height;
    const rank = rankName(RANKS[i] ?? '');
    return `<text x="${x - 4}" y="${top - 7}">${9 - i}</text><text x="${right + 4}" y="${y}">${rank}</text>`;
  }).join('');
  const title = escaped(sideName(sideOf(placement.turn)));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `font-family="system-ui, sans-serif" font-size="13" fill="#22201c"><title>${title}</title>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fffdf8"/>` +
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="#e8c27a" stroke="#5d4316" stroke-width="2"/>` +
    `<path d="${lines}" fill="none" stroke="#5d4316"/>${names}<defs>${[...used.values()].join('')}</defs>${parts.join('')}</svg>\n`
  );
}
