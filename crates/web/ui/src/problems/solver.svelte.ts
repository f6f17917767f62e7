// Questions to the solver: one at a time, with its verdict in the four words that are never mixed.

import { messages } from '../parts/messages.svelte.ts';
import { failureText } from '../play/words.ts';
import type { SolveKind } from '../protocol/protocol.ts';
import { type Message, Refused, session } from '../server/session.svelte.ts';

class Solver {
  running = $state(false);
  /** Whether the question was stopped before the solver had begun, so that there is no verdict. */
  withdrawn = $state(false);
  ms = $state(0);
  kind: SolveKind = $state('mate');
  verdict: Message<'verdict'> | null = $state.raw(null);
  limitMs = $state(10_000);
  shortest = $state(false);
  /** The job as the answer to our own request named it; zero for none. */
  #job = 0;
  #asked = 0;

  constructor() {
    session.on('solving', (message) => {
      if (message.job === this.#job) this.ms = message.ms;
    });
    session.on('verdict', (message) => {
      if (message.job !== this.#job) return;
      this.verdict = message;
      this.running = false;
    });
    session.on('done', (message) => {
      if (message.job === 0 || message.job !== this.#job) return;
      this.withdrawn = this.running && message.reason === 'stopped';
      this.running = false;
    });
  }

  ask(kind: SolveKind, start: string, moves: string[], plies?: number): void {
    this.kind = kind;
    this.verdict = null;
    this.ms = 0;
    this.withdrawn = false;
    // What is still said of the question before is not meant for this one.
    this.#job = 0;
    this.#asked += 1;
    const asked = this.#asked;
    this.running = true;
    const { limitMs, shortest } = this;
    session
      .ask<'job'>({ t: 'solve.start', kind, start, moves, limitMs, shortest, ...(plies ? { plies } : {}) })
      .then((answer) => {
        if (asked === this.#asked) this.#job = answer.job;
      })
      .catch((error) => {
        if (asked === this.#asked) this.running = false;
        if (error instanceof Refused) messages.show(failureText(error.failure), 'bad');
      });
  }

  stop(): void {
    if (this.running) session.tell({ t: 'solve.stop' });
  }
}

export const solver = new Solver();
