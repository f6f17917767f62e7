// Scores as text. The chance W comes from the server; only proved ends and scores of games need a number here.

import type { Score, Side } from '../protocol/protocol.ts';
import { settings, t } from '../settings/settings.svelte.ts';

/** Whether Black wins a proved score. */
function winner(score: Score): Side | null {
  if ('wins' in score) return score.wins;
  if ('mate' in score) return score.mate > 0 ? 'black' : 'white';
  return null;
}

/** Black's chance for scores that come without one: K = 600, clamped to 3000 points, as the server has it. */
export function scoreW(score: Score): number {
  const side = winner(score);
  if (side) return side === 'black' ? 100 : 0;
  const cp = 'cp' in score ? Math.max(-3000, Math.min(3000, score.cp)) : 0;
  return 100 / (1 + Math.exp(-cp / 600));
}

export function scoreText(score: Score, turn: Side): string {
  const sign = settings.values.view === 'mover' && turn === 'white' ? -1 : 1;
  const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
  if ('cp' in score) return signed(sign * score.cp);
  if ('mate' in score) return `${t('flag.mateShort')} ${signed(sign * score.mate)}`;
  return `${t('flag.mateShort')} ${(score.wins === 'black') === (sign > 0) ? '+' : '-'}`;
}

/** `472k`, `1.2M`; Japanese counts in 万. */
export function countText(count: number): string {
  return new Intl.NumberFormat(settings.language, { notation: 'compact', maximumFractionDigits: 1 }).format(
    count,
  );
}
