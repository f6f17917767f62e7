// A position as the page knows it: where the pieces stand. USI moves are applied without judging them, since the
// rules live in the server. Squares are named as in USI ("7g").

export type Color = 'sente' | 'gote';
export type Side = 'black' | 'white';

export interface Piece {
  color: Color;
  role: string;
}

export interface Placement {
  /** Pieces by square name. */
  squares: Map<string, Piece>;
  hands: Record<Color, Map<string, number>>;
  turn: Color;
  ply: number;
}

export const HAND_ROLES = ['rook', 'bishop', 'gold', 'silver', 'knight', 'lance', 'pawn'] as const;
export const RANKS = 'abcdefghi';
export const FILES = '123456789';
export const EVEN = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

const ROLE_OF: Record<string, string> = {
  k: 'king',
  r: 'rook',
  b: 'bishop',
  g: 'gold',
  s: 'silver',
  n: 'knight',
  l: 'lance',
  p: 'pawn',
};
const LETTER_OF = Object.fromEntries(Object.entries(ROLE_OF).map(([letter, role]) => [role, letter]));
const PROMOTED: Record<string, string> = {
  rook: 'dragon',
  bishop: 'horse',
  silver: 'promotedsilver',
  knight: 'promotedknight',
  lance: 'promotedlance',
  pawn: 'tokin',
};
const PLAIN = Object.fromEntries(Object.entries(PROMOTED).map(([plain, promoted]) => [promoted, plain]));

export const other = (color: Color): Color => (color === 'sente' ? 'gote' : 'sente');
export const colorOf = (side: Side): Color => (side === 'black' ? 'sente' : 'gote');
export const sideOf = (color: Color): Side => (color === 'sente' ? 'black' : 'white');
export const promote = (role: string): string => PROMOTED[role] ?? role;
export const unpromote = (role: string): string => PLAIN[role] ?? role;
export const isPromoted = (role: string): boolean => role in PLAIN;
export const roleOfLetter = (letter: string): string | undefined => ROLE_OF[letter.toLowerCase()];
export const letterOfRole = (role: string): string => LETTER_OF[role] ?? '';

/** Reads an SFEN; what is not understood is left out, as the server has judged it before. */
export function parseSfen(sfen: string): Placement {
  const [board = '', turn = 'b', hands = '-', ply = '1'] = sfen.split(' ');
  const squares = new Map<string, Piece>();
  board.split('/').forEach((row, rank) => {
    let file = 9;
    let plus = false;
    for (const letter of row) {
      const role = ROLE_OF[letter.toLowerCase()];
      if (letter === '+') plus = true;
      else if (/\d/.test(letter)) file -= Number(letter);
      else if (role) {
        const color = letter === letter.toUpperCase() ? 'sente' : 'gote';
        squares.set(`${file}${RANKS[rank]}`, { color, role: plus ? promote(role) : role });
        plus = false;
        file -= 1;
      }
    }
  });
  const inHand: Record<Color, Map<string, number>> = { sente: new Map(), gote: new Map() };
  for (const [, count, letter] of hands.matchAll(/(\d*)([a-zA-Z])/g)) {
    const role = letter && ROLE_OF[letter.toLowerCase()];
    if (role && letter)
      inHand[letter === letter.toUpperCase() ? 'sente' : 'gote'].set(role, Number(count || 1));
  }
  return { squares, hands: inHand, turn: turn === 'w' ? 'gote' : 'sente', ply: Number(ply) || 1 };
}

function letterOf(piece: Piece): string {
  const letter = LETTER_OF[unpromote(piece.role)] ?? '';
  return (isPromoted(piece.role) ? '+' : '') + (piece.color === 'sente' ? letter.toUpperCase() : letter);
}

export function boardSfen(placement: Placement): string {
  const rows = [...RANKS].map((rank) => {
    let row = '';
    let empty = 0;
    for (let file = 9; file >= 1; file -= 1) {
      const piece = placement.squares.get(`${file}${rank}`);
      if (!piece) {
        empty += 1;
        continue;
      }
      row += (empty || '') + letterOf(piece);
      empty = 0;
    }
    return row + (empty || '');
  });
  return rows.join('/');
}

export function handsSfen(placement: Placement): string {
  let text = '';
  for (const color of ['sente', 'gote'] as const)
    for (const role of HAND_ROLES) {
      const count = placement.hands[color].get(role) ?? 0;
      const letter = LETTER_OF[role] ?? '';
      if (count > 0) text += (count > 1 ? count : '') + (color === 'sente' ? letter.toUpperCase() : letter);
    }
  return text || '-';
}

export function toSfen(placement: Placement): string {
  return `${boardSfen(placement)} ${placement.turn === 'sente' ? 'b' : 'w'} ${handsSfen(placement)} ${placement.ply}`;
}

export function copy(placement: Placement): Placement {
  return {
    squares: new Map(placement.squares),
    hands: { sente: new Map(placement.hands.sente), gote: new Map(placement.hands.gote) },
    turn: placement.turn,
    ply: placement.ply,
  };
}

export function changeHand(placement: Placement, color: Color, role: string, by: number): void {
  const count = (placement.hands[color].get(role) ?? 0) + by;
  if (count > 0) placement.hands[color].set(role, count);
  else placement.hands[color].delete(role);
}

/** The position after a USI move; words such as `resign` change nothing. */
export function play(before: Placement, usi: string): Placement {
  const drop = /^([RBGSNLP])\*(\d[a-i])$/.exec(usi);
  const move = /^(\d[a-i])(\d[a-i])(\+?)$/.exec(usi);
  if (!drop && !move) return before;
  const after = copy(before);
  if (drop?.[1] && drop[2]) {
    const role = ROLE_OF[drop[1].toLowerCase()] ?? 'pawn';
    changeHand(after, before.turn, role, -1);
    after.squares.set(drop[2], { color: before.turn, role });
  } else if (move?.[1] && move[2]) {
    const piece = after.squares.get(move[1]);
    const captured = after.squares.get(move[2]);
    if (captured && captured.role !== 'king') changeHand(after, before.turn, unpromote(captured.role), 1);
    after.squares.delete(move[1]);
    if (piece) after.squares.set(move[2], move[3] ? { ...piece, role: promote(piece.role) } : piece);
  }
  after.turn = other(before.turn);
  after.ply = before.ply + 1;
  return after;
}

/** Plays moves from an SFEN. */
export function playAll(sfen: string, moves: readonly string[]): Placement {
  return moves.reduce(play, parseSfen(sfen));
}

/** Where a move goes and, unless it is a drop, where it comes from. */
export function squaresOf(usi: string): { from?: string; to: string; drop?: string } | null {
  const drop = /^([RBGSNLP])\*(\d[a-i])$/.exec(usi);
  if (drop?.[1] && drop[2]) return { to: drop[2], drop: ROLE_OF[drop[1].toLowerCase()] };
  const move = /^(\d[a-i])(\d[a-i])\+?$/.exec(usi);
  return move?.[1] && move[2] ? { from: move[1], to: move[2] } : null;
}

/** Goals by square and by hand piece, from the list of legal moves. */
export function goals(legal: readonly string[], turn: Color) {
  const moves = new Map<string, string[]>();
  const drops = new Map<string, string[]>();
  for (const usi of legal) {
    const parts = squaresOf(usi);
    if (!parts) continue;
    const [map, key] = parts.from ? [moves, parts.from] : [drops, `${turn} ${parts.drop}`];
    const list = map.get(key) ?? [];
    if (!list.includes(parts.to)) list.push(parts.to);
    map.set(key, list);
  }
  return { moves, drops };
}

/** How a move from one square to another may be made: plainly, by promoting, or either. */
export function promotionOf(
  legal: readonly string[],
  from: string,
  to: string,
): 'plain' | 'promotes' | 'choice' | 'none' {
  const plain = legal.includes(from + to);
  const promotes = legal.includes(`${from}${to}+`);
  if (plain) return promotes ? 'choice' : 'plain';
  return promotes ? 'promotes' : 'none';
}
