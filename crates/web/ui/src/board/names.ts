// Names of squares, pieces and sides in the language of the page.

import type { MoveText } from '../protocol/protocol.ts';
import { settings, t } from '../settings/settings.svelte.ts';
import { isKey } from '../text/text.ts';
import { type Color, HAND_ROLES, type Placement, RANKS, type Side, sideOf } from './position.ts';

const KANJI_RANKS = '一二三四五六七八九';

export function rankName(rank: string): string {
  return settings.notation === 'ja' ? (KANJI_RANKS[RANKS.indexOf(rank)] ?? rank) : rank;
}

export function squareName(square: string): string {
  return `${square[0] ?? ''}${rankName(square[1] ?? '')}`;
}

export function sideName(side: Side, handicap = false): string {
  if (handicap) return side === 'black' ? t('side.lower') : t('side.upper');
  return side === 'black' ? t('side.black') : t('side.white');
}

export function pieceName(role: string): string {
  const key = `piece.${role}`;
  return isKey(key) ? t(key) : role;
}

/** A move in the notation of the settings. */
export function moveName(text: MoveText | null | undefined, usi: string | null | undefined): string {
  if (settings.notation === 'usi' || !text) return usi ?? '';
  return settings.notation === 'ja' ? text.ja : text.en;
}

function listOf(parts: string[]): string {
  return parts.length > 0 ? parts.join(', ') : t('a11y.nothing');
}

function handList(placement: Placement, color: Color): string {
  const held = HAND_ROLES.filter((role) => placement.hands[color].has(role));
  return listOf(held.map((role) => `${pieceName(role)} ${placement.hands[color].get(role) ?? 0}`));
}

/** All pieces of both sides, for those who listen. */
export function readPieces(placement: Placement): string {
  const side = (color: Color) => {
    const own = [...placement.squares].filter(([, piece]) => piece.color === color);
    const list = listOf(own.map(([square, piece]) => `${pieceName(piece.role)} ${squareName(square)}`));
    const hand = t('a11y.inHand', { list: handList(placement, color) });
    return `${t('a11y.pieces', { side: sideName(sideOf(color)), list })}; ${hand}`;
  };
  return `${side('sente')}. ${side('gote')}.`;
}

/** What stands on the file and the rank of a square. */
export function readLines(placement: Placement, square: string): string {
  const on = (place: number, name: string) =>
    listOf(
      [...placement.squares]
        .filter(([key]) => key[place] === name)
        .map(
          ([key, piece]) => `${sideName(sideOf(piece.color))} ${pieceName(piece.role)} ${squareName(key)}`,
        ),
    );
  const [file = '', rank = ''] = square;
  return t('a11y.fileRank', { file, rank: rankName(rank), f: on(0, file), r: on(1, rank) });
}
