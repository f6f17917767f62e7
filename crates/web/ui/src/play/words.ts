// Words for codes of the server: illegal moves, failures, ends of games.

import { sideName } from '../board/names.ts';
import type { Failure, Over, Side } from '../protocol/protocol.ts';
import { t } from '../settings/settings.svelte.ts';
import { isKey, type TextKey } from '../text/text.ts';

const ILLEGAL: Record<string, TextKey> = {
  nifu: 'ill.nifu',
  uchifuzume: 'ill.uchifuzume',
  'leaves-king-in-check': 'ill.check',
  'no-further-move': 'ill.dead',
  unreachable: 'ill.way',
  occupied: 'ill.occupied',
  'no-promotion': 'ill.promotion',
  'not-in-hand': 'ill.hand',
  'no-piece': 'ill.no-piece',
};

export function illegalText(code: string | null): string {
  return t((code && ILLEGAL[code]) || 'ill.way');
}

export function failureText(failure: Failure): string {
  if (failure.code === 'illegal') return illegalText(failure.why);
  if (failure.code === 'not-your-turn' || failure.code === 'stale-ply') return t('ill.turn');
  if (failure.code === 'no-hint') return t('play.hintOff');
  if (failure.code === 'cannot-declare') return t('play.declareNot');
  if (failure.code === 'no-move') return t('ill.way');
  return t('net.fallback', { code: failure.code });
}

const other = (side: Side): Side => (side === 'black' ? 'white' : 'black');

/** The end of a game in one sentence. */
export function endText(over: Over, plies: number, handicap = false): string {
  const key = `end.${over.reason}`;
  const winner = over.winner ? sideName(over.winner, handicap) : '';
  const loser = over.winner ? sideName(other(over.winner), handicap) : '';
  return t(isKey(key) ? key : 'end.other', { winner, loser, n: plies });
}
