// "Find a better move": the played move is taken back, and an answer within 3.5 points of W of the best counts as
// found (the tolerance is a habit of lishogi).

import { moveName } from '../board/names.ts';
import { messages } from '../parts/messages.svelte.ts';
import type { ReviewMoment } from '../protocol/protocol.ts';
import { record } from '../record/record.svelte.ts';
import type { Node } from '../record/tree.ts';
import { t } from '../settings/settings.svelte.ts';

const TOLERANCE = 3.5;

/** What an answer loses against the best line, in the mover's points of W; nothing if it was not searched. */
export function lossOf(moment: ReviewMoment, usi: string): number | null {
  const [best] = moment.lines;
  const line = moment.lines.find((entry) => entry.moves[0] === usi);
  if (!best || !line) return null;
  return Math.abs(best.w - line.w);
}

class Quiz {
  active = $state(false);
  played = $state('');
  #moment: ReviewMoment | null = null;
  #from: Node | null = $state.raw(null);
  #target: Node | null = null;

  /** The exercise runs and its position is on the board. */
  get here(): boolean {
    return this.active && record.current === this.#from;
  }

  begin(moment: ReviewMoment): void {
    const node = record.current;
    if (!node.parent || !node.move) return;
    this.#moment = moment;
    this.#from = node.parent;
    this.#target = node;
    this.played = moveName(node.text, node.move);
    this.active = true;
    record.go(node.parent);
  }

  /** Judges a move played while the exercise runs; true if it was taken. */
  answer(usi: string): boolean {
    if (!this.here || !this.#moment) return false;
    const loss = lossOf(this.#moment, usi);
    if (loss !== null && loss <= TOLERANCE) {
      this.active = false;
      messages.show(t('rev.found'));
      return false;
    }
    messages.show(loss === null ? t('prob.wrong') : t('rev.notFound', { loss: loss.toFixed(1) }), 'bad');
    return true;
  }

  giveUp(): void {
    this.active = false;
    const best = this.#moment?.lines[0];
    if (this.#from) record.go(this.#from);
    if (best?.moves[0]) record.play(best.moves[0], best.text[0]);
    else if (this.#target) record.go(this.#target);
  }
}

export const quiz = new Quiz();
