// Free analysis of the shown position and analysis of the whole game. News of old jobs are dropped.

import { engine } from '../engine/engine.svelte.ts';
import { messages } from '../parts/messages.svelte.ts';
import { Settle } from '../parts/settle.ts';
import { failureText } from '../play/words.ts';
import { addMistake } from '../problems/mistakes.ts';
import type {
  Facts,
  Line,
  ReviewEffort,
  ReviewMoment,
  ReviewPly,
  ReviewSummary,
} from '../protocol/protocol.ts';
import { REST_MS, record } from '../record/record.svelte.ts';
import { lineFrom, movesTo, type Node } from '../record/tree.ts';
import { type Message, Refused, session } from '../server/session.svelte.ts';
import { settings } from '../settings/settings.svelte.ts';

type Info = Message<'info'>;

const HIDDEN_MS = 60_000;

class Analysis {
  /** The user wants the engine to follow the board. */
  on = $state(false);
  threat = $state(false);
  hidden = $state(false);
  info: Info | null = $state.raw(null);
  infoOf: Node | null = $state.raw(null);
  facts: Facts | null = $state.raw(null);
  /** What was searched before, by node. */
  known: Map<number, { w: number; line: Line }> = $state.raw(new Map());

  reviewing = $state(false);
  /** How long a whole game may take. */
  effort: ReviewEffort = $state('normal');
  progress: { done: number; total: number; etaMs: number | null } | null = $state.raw(null);
  plies: Map<number, ReviewPly> = $state.raw(new Map());
  summary: ReviewSummary | null = $state.raw(null);
  partial = $state(false);

  /** The running jobs, as the answers to our own requests named them; zero for none. */
  #job = 0;
  #reviewJob = 0;
  /** Count the requests, so that the answer to an older one is told from that to the newest. */
  #starts = 0;
  #reviews = 0;
  #settle = new Settle(REST_MS);
  #reviewed: Node[] = [];
  #found: ReviewMoment[] = $state.raw([]);
  #asked: Node | null = null;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #paused = false;

  constructor() {
    session.on('info', (message) => {
      if (message.job === this.#job && this.on) this.#inform(message);
    });
    session.on('facts', (message) => {
      if (message.job !== this.#job) return;
      const news = Object.entries(message.facts).filter(([, value]) => value !== null);
      this.facts = { ...(this.facts ?? message.facts), ...Object.fromEntries(news) };
    });
    session.on('ply', (message) => {
      const node = this.#reviewed[message.ply.ply];
      if (message.job === this.#reviewJob && node) this.plies = new Map(this.plies).set(node.id, message.ply);
    });
    session.on('moment', (message) => {
      if (message.job === this.#reviewJob)
        this.#found = [...this.#found.filter((m) => m.ply !== message.moment.ply), message.moment].sort(
          (a, b) => a.ply - b.ply,
        );
    });
    session.on('summary', (message) => {
      if (message.job !== this.#reviewJob) return;
      this.summary = message.summary;
      this.#practise();
    });
    session.on('progress', (message) => {
      if (message.job === this.#reviewJob) this.progress = message;
    });
    session.on('done', ({ job, reason }) => {
      if (job === 0) return;
      if (job === this.#reviewJob) this.#reviewEnded(reason !== 'found');
      else if (job === this.#job) {
        this.#job = 0;
        this.on = false;
      }
    });
    session.on('state', ({ job }) => {
      // The server was started again, or the analysis ended while the connection was lost.
      if (this.reviewing && job !== this.#reviewJob) this.#reviewEnded(true);
      else if (this.on) this.start();
    });
    record.onleave = () => this.forget();
    engine.onaway = () => {
      if (this.on) this.stop();
    };
    engine.onhere = () => this.start();
    document.addEventListener('visibilitychange', () => this.#visibility());
  }

  /** The moments by ply. A move that looked strong and was not found to be so is none. */
  get moments(): ReviewMoment[] {
    return this.#found.filter((moment) => {
      const node = this.#reviewed[moment.ply];
      const kind = node && this.plies.get(node.id)?.class;
      return kind === 'good' || kind === 'brilliant' || moment.why.some((why) => why !== 'good-move');
    });
  }

  /** Free analysis pauses a minute after the tab was hidden and goes on when it is seen again. */
  #visibility(): void {
    clearTimeout(this.#hiding);
    if (document.hidden && this.on && settings.values.hiddenPause)
      this.#hiding = setTimeout(() => {
        this.#paused = true;
        this.leave();
      }, HIDDEN_MS);
    else if (!document.hidden && this.#paused) {
      this.#paused = false;
      this.start();
    }
  }

  get lines(): Line[] {
    return this.on && !this.hidden && this.infoOf === record.current ? (this.info?.lines ?? []) : [];
  }

  start(): void {
    if (this.reviewing || !session.live) {
      this.on = true;
      return;
    }
    this.on = true;
    this.#asked = record.current;
    // What is still said of the position before is not meant for this one.
    this.#job = 0;
    this.#starts += 1;
    const start = this.#starts;
    this.info = null;
    this.infoOf = record.current;
    this.facts = null;
    engine.began();
    session
      .ask<'job'>({
        t: 'analyse.start',
        start: record.start,
        moves: record.moves,
        lines: settings.values.lines,
        explain: true,
        ...(this.threat ? { threat: true } : {}),
      })
      .then((answer) => {
        if (start === this.#starts) this.#job = answer.job;
      })
      .catch((error) => {
        if (!(error instanceof Refused)) return;
        if (start === this.#starts) this.on = false;
        messages.show(failureText(error.failure), 'bad');
      });
  }

  stop(): void {
    this.#end();
    session.tell({ t: 'analyse.stop' });
  }

  /** The user went elsewhere: the engine is given back. */
  leave(): void {
    this.#end();
    session.tell({ t: 'release' });
  }

  #end(): void {
    this.on = false;
    this.#job = 0;
    this.#starts += 1;
  }

  toggle(): void {
    if (this.on) this.stop();
    else this.start();
  }

  /** The shown position changed. */
  follow(): void {
    if (!this.on || this.#asked === record.current) return;
    this.#settle.call(() => {
      if (this.on && this.#asked !== record.current) this.start();
    });
  }

  review(effort: ReviewEffort): void {
    this.reviewing = true;
    this.partial = false;
    this.progress = null;
    this.plies = new Map();
    this.#found = [];
    this.summary = null;
    this.#reviewed = lineFrom(record.root).filter((node, index) => index === 0 || node.move);
    // The analysis of the position waits until this one has ended.
    this.#job = 0;
    this.#starts += 1;
    this.#reviews += 1;
    const review = this.#reviews;
    session
      .ask<'job'>({ t: 'review.start', tree: record.tree(), effort })
      .then((answer) => {
        if (review === this.#reviews) this.#reviewJob = answer.job;
      })
      .catch((error) => {
        if (review === this.#reviews) this.#reviewEnded(true);
        if (error instanceof Refused) messages.show(failureText(error.failure), 'bad');
      });
  }

  /** Ends the analysis of the game; if the server knows of none, the page is not to wait for one. */
  stopReview(): void {
    const review = this.#reviews;
    session
      .ask<'done'>({ t: 'review.stop' })
      .then(() => {
        if (review === this.#reviews && this.reviewing) this.#reviewEnded(true);
      })
      // Without a connection the state that comes with the next one says what runs.
      .catch(() => undefined);
  }

  #reviewEnded(isPartial: boolean): void {
    this.reviewing = false;
    this.partial = isPartial;
    this.#reviewJob = 0;
    this.#reviews += 1;
    if (this.on) this.start();
  }

  /** Another record comes: nothing that was or will be said of this one is meant for it. */
  forget(): void {
    if (this.reviewing) session.tell({ t: 'review.stop' });
    this.reviewing = false;
    this.#reviewJob = 0;
    this.#reviews += 1;
    this.#job = 0;
    this.info = null;
    this.infoOf = null;
    this.facts = null;
    this.plies = new Map();
    this.#found = [];
    this.summary = null;
    this.progress = null;
    this.partial = false;
    this.known = new Map();
    this.#reviewed = [];
  }

  /** The user's own mistakes become problems; of a record with unknown players, those of both. */
  #practise(): void {
    for (const moment of this.moments) {
      const node = this.#reviewed[moment.ply];
      const kind = node && this.plies.get(node.id)?.class;
      if (!node?.parent || (kind !== 'mistake' && kind !== 'blunder')) continue;
      if (!record.mine || record.mine === record.moverOf(node))
        addMistake(record.start, movesTo(node.parent), moment);
    }
  }

  nodeAt(ply: number): Node | undefined {
    return this.#reviewed[ply];
  }

  /** Black's chance at a node, from the review, from free analysis, or from the record. */
  w(node: Node): number | null {
    return this.plies.get(node.id)?.w ?? this.known.get(node.id)?.w ?? node.eval?.w ?? null;
  }

  #inform(message: Info): void {
    const node = this.#asked;
    this.info = message;
    this.infoOf = node;
    const best = message.lines[0];
    if (node && best?.bound === 'exact' && !this.threat)
      this.known = new Map(this.known).set(node.id, { w: best.w, line: best });
  }
}

export const analysis = new Analysis();
