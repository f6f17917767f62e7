// Words for codes of the server: illegal moves, failures, ends of games.

import { sideName } from '../board/names.ts';
import type { ErrorCode, ErrorDetail, Failure, Over, Side } from '../protocol/protocol.ts';
import { RestError } from '../server/rest.ts';
import { Refused } from '../server/session.svelte.ts';
import { settings, t } from '../settings/settings.svelte.ts';
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
  return codeWords(failure.code);
}

/** The words of a code that no part of the page has words of its own for. */
function codeWords(code: ErrorCode): string {
  if (code === 'bad-record') return t('file.notRecord');
  const key = `fail.${code}`;
  return t(isKey(key) ? key : 'fail.other');
}

/** What went wrong with a record or a file, and where. The reader's own sentence is English. */
export function detailText({ code, message, at }: ErrorDetail): string {
  const place = at && /^\d+$/.test(at) ? t('file.line', { n: at }) : at;
  const text = place ? `${codeWords(code)} (${place})` : codeWords(code);
  // Names of the file and the place stand before the problem.
  const why = message.replace(`:${at}: `, '');
  return code === 'bad-record' && settings.language === 'en' ? `${text}: ${why}` : text;
}

/** What went wrong, in the words of the page; nothing but the connection fails without a code. */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return failureText(error.failure);
  if (error instanceof RestError) return detailText(error.detail);
  return t('fail.offline');
}

const other = (side: Side): Side => (side === 'black' ? 'white' : 'black');

/** The end of a game in one sentence. */
export function endText(over: Over, plies: number, handicap = false): string {
  const key = `end.${over.reason}`;
  const winner = over.winner ? sideName(over.winner, handicap) : '';
  const loser = over.winner ? sideName(other(over.winner), handicap) : '';
  return t(isKey(key) ? key : 'end.other', { winner, loser, n: plies });
}
