// The problem on the board: tries are judged by the server, the defence answers at once.

import { moveName } from '../board/names.ts';
import { EVEN, parseSfen, play, toSfen } from '../board/position.ts';
import { messages } from '../parts/messages.svelte.ts';
import { failureText } from '../play/words.ts';
import type { JudgeOutcome, Pos, Problem, ProblemSet } from '../protocol/protocol.ts';
import { problemAfter, problemSets } from '../server/rest.ts';
import { Refused, session } from '../server/session.svelte.ts';
import { t } from '../settings/settings.svelte.ts';
import { mistakes } from './mistakes.ts';
import { solved } from './progress.svelte.ts';

class ProblemState {
  sets: ProblemSet[] = $state.raw([]);
  set = $state('');
  problem: Problem | null = $state.raw(null);
  moves: string[] = $state.raw([]);
  words: string[] = $state.raw([]);
  pos: Pos | null = $state.raw(null);
  outcome: JudgeOutcome | null = $state(null);
  judging = $state(false);
  hint = $state('');
  failed = $state(false);
  own = $state(EVEN);
  /** Counts what is put on the board, so that answers about what stood there before are dropped. */
  #shown = 0;

  get sfen(): string {
    const start = this.set === 'own' ? this.own : (this.problem?.sfen ?? EVEN);
    return toSfen(this.moves.reduce(play, parseSfen(start)));
  }

  async load(): Promise<void> {
    try {
      this.sets = await problemSets();
    } catch {
      this.sets = [];
    }
    if (!this.set) await this.choose(this.sets[0]?.set ?? 'own');
  }

  async choose(set: string): Promise<void> {
    this.set = set;
    this.problem = null;
    this.reset();
    if (set !== 'own') await this.next(solved.last(set));
  }

  async next(after = this.problem?.number ?? 0): Promise<void> {
    this.#shown += 1;
    const shown = this.#shown;
    const next =
      this.set === 'mistakes' ? mistake(after) : await problemAfter(this.set, after).catch(() => null);
    if (shown !== this.#shown) return;
    this.problem = next;
    this.reset();
  }

  reset(): void {
    this.#shown += 1;
    this.judging = false;
    this.pos = null;
    this.moves = [];
    this.words = [];
    this.outcome = null;
    this.hint = '';
    this.failed = false;
    void this.ask();
  }

  async ask(): Promise<void> {
    const start = this.set === 'own' ? this.own : this.problem?.sfen;
    if (!start) return;
    const [shown, moves] = [this.#shown, this.moves];
    const answer = await session.ask<'pos'>({ t: 'position', start, moves }).catch(() => null);
    if (shown === this.#shown && moves === this.moves) this.pos = answer?.pos ?? null;
  }

  async try(usi: string): Promise<void> {
    const problem = this.problem;
    const moves = [...this.moves, usi];
    if (!problem || this.set === 'own') {
      this.moves = moves;
      return this.ask();
    }
    const shown = this.#shown;
    this.judging = true;
    this.hint = '';
    try {
      if (this.set === 'mistakes') {
        this.moves = moves;
        this.outcome = problem.solution.includes(usi) ? 'solved' : 'wrong';
      } else {
        const judged = await session.ask<'judged'>({ t: 'solve.try', problem: problem.id, moves });
        // The user has gone on to another problem, or begun this one anew.
        if (shown !== this.#shown) return;
        this.outcome = judged.outcome;
        this.moves = judged.reply ? [...moves, judged.reply] : moves;
        this.words = [
          ...this.words,
          moveName(judged.tried, usi),
          ...(judged.reply ? [moveName(judged.text, judged.reply)] : []),
        ];
        if (judged.pos) this.pos = judged.pos;
        else await this.ask();
      }
      if (this.outcome === 'wrong') this.miss();
      if (this.outcome === 'solved') solved.add(this.set, problem.number, !this.failed);
      messages.say(t(`prob.${this.outcome === 'unknown' ? 'judging' : this.outcome}`));
    } catch (error) {
      if (error instanceof Refused && shown === this.#shown) messages.show(failureText(error.failure), 'bad');
    }
    if (shown === this.#shown) this.judging = false;
  }

  /** The first move of the solution that fits the moves so far. */
  get nextRight(): string | null {
    const solution = this.problem?.solution ?? [];
    return this.moves.every((move, index) => solution[index] === move)
      ? (solution[this.moves.length] ?? null)
      : null;
  }

  /** The problem on the board was not solved at once. */
  private miss(): void {
    this.failed = true;
    if (this.problem) solved.miss(this.set, this.problem.number);
  }

  showHint(): void {
    this.miss();
    this.hint = this.nextRight ?? '';
  }

  answer(): void {
    this.miss();
    this.moves =
      this.problem?.kind === 'mate'
        ? (this.problem?.solution ?? [])
        : (this.problem?.solution ?? []).slice(0, 1);
    void this.ask();
  }
}

function mistake(after: number): Problem | null {
  const list = mistakes();
  const entry = list[after % Math.max(1, list.length)];
  if (!entry) return null;
  const number = (after % list.length) + 1;
  return {
    id: `mistakes/${number}`,
    set: 'mistakes',
    kind: 'next',
    number,
    total: list.length,
    sfen: entry.sfen,
    plies: null,
    solution: entry.good,
  };
}

export const problem = new ProblemState();
