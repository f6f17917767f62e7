// When the entering-king meter is worth its place, and what a king misses.

import type { King } from '../protocol/protocol.ts';
import { t } from '../settings/settings.svelte.ts';

export function matters(king: King): boolean {
  return king.inCamp || king.mayDeclare || king.points >= 20 || (king.steps !== null && king.steps <= 2);
}

/** What is missing for a declaration, in words. */
export function missingParts(king: King): string[] {
  const parts: string[] = [];
  if (king.unmet.includes('points'))
    parts.push(t('ek.missPoints', { n: Math.max(1, king.needed - king.points) }));
  if (king.unmet.includes('pieces')) parts.push(t('ek.missPieces', { n: Math.max(1, 10 - king.pieces) }));
  if (king.unmet.includes('camp')) parts.push(t('ek.missCamp'));
  if (king.unmet.includes('check')) parts.push(t('ek.missCheck'));
  if (king.unmet.includes('turn')) parts.push(t('ek.missTurn'));
  return parts;
}
