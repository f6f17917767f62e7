// The game of this session as the page sees it. The server is the authority; the page shows a move at once and
// takes it back if the server refuses.

import { moveName, sideName } from '../board/names.ts';
import { parseSfen, play, toSfen } from '../board/position.ts';
import { messages } from '../parts/messages.svelte.ts';
import { pieceSound, speak } from '../parts/sound.ts';
import type { GameStart, GameState, Over, Request, SavedPosition, Side } from '../protocol/protocol.ts';
import { Refused, session } from '../server/session.svelte.ts';
import { settings, t } from '../settings/settings.svelte.ts';
import { errorText, failureText, illegalText } from './words.ts';

const COPY = 'sakiyomi.game';

type GameAction = 'game.undo' | 'game.resign' | 'game.declare' | 'game.pause' | 'game.resume';

/** The copy of the game that a restarted server gets back. */
export function savedPosition(game: GameState): SavedPosition {
  return {
    game: game.game,
    start: game.start,
    moves: game.moves.map((move) => move.usi),
    spentMs: game.moves.map((move) => move.spentMs),
    undone: game.undone,
    human: game.human,
    level: game.level,
    rule: game.rule,
    ...(game.maxPlies ? { maxPlies: game.maxPlies } : {}),
    ...(game.time ? { time: game.time } : {}),
    ...(game.clock ? { clock: { black: game.clock.black, white: game.clock.white } } : {}),
    friendly: game.friendly,
  };
}

class Game {
  state: GameState | null = $state.raw(null);
  /** A move that was sent and is not confirmed. */
  pending: { ply: number; usi: string; isLost?: boolean } | null = $state(null);
  orientation: Side = $state('black');
  hint: { usi: string; text: string } | null = $state(null);
  /** The result card was closed by the user. */
  cardClosed = $state(false);
  /** The form is shown although a game is there. */
  setup = $state(false);
  receivedAt = $state(0);
  /** Counts refusals, so that the board puts the pieces back. */
  refused = $state(0);
  /** What this page asked the present game to begin with. */
  #began: { game: string; start: GameStart } | null = null;

  constructor() {
    session.on('game', (message) => this.#take(message));
    session.on('state', (message) => {
      if (message.game) this.#take(message.game);
      else this.#restore();
      // A move that went into the lost connection is still on the board, so the server must get it.
      if (message.game && this.pending?.isLost) void this.move(this.pending.usi);
    });
    session.on('hint', (message) => {
      this.hint = { usi: message.usi, text: moveName(message.text, message.usi) };
      messages.show(t('play.hintIs', { move: this.hint.text }));
    });
  }

  get active(): boolean {
    return this.state !== null && !this.setup;
  }

  get over(): Over | null {
    return this.state?.result ?? null;
  }

  /** The side whose pieces the user may move now. */
  get mover(): Side | 'both' | null {
    const game = this.state;
    if (!game || game.result || this.setup) return null;
    return game.human;
  }

  get sfen(): string {
    const game = this.state;
    if (!game) return '';
    if (!this.pending || this.pending.ply !== game.moves.length) return game.pos.sfen;
    return toSfen(play(parseSfen(game.pos.sfen), this.pending.usi));
  }

  async begin(start: GameStart, level = settings.values.level, swapped?: Side): Promise<void> {
    const wish = settings.values.side;
    const human = swapped ?? (wish === 'random' ? (Math.random() < 0.5 ? 'black' : 'white') : wish);
    const time = timeOf(settings.values.clock);
    this.pending = null;
    this.hint = null;
    const { rule, friendly } = settings.values;
    const clock = time ? { time, friendly } : {};
    const message: Request = { t: 'game.new', start, human, level, rule, ...clock };
    try {
      const { game } = await session.ask<'game'>(message);
      this.#began = { game, start };
      this.setup = false;
      this.cardClosed = false;
      this.orientation = human === 'white' ? 'white' : 'black';
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The same game again, with the sides swapped if asked. */
  again(swap: boolean): void {
    const game = this.state;
    if (!game) return;
    const human =
      game.human === 'both' ? undefined : swap ? (game.human === 'black' ? 'white' : 'black') : game.human;
    const known = this.#began?.game === game.game ? this.#began.start : null;
    const start = known ?? (game.handicap ? { handicap: game.handicap } : { sfen: game.start });
    void this.begin(start, game.level, human);
  }

  async move(usi: string): Promise<void> {
    const game = this.state;
    if (!game) return;
    this.hint = null;
    const pending = { ply: game.moves.length, usi };
    this.pending = pending;
    pieceSound(settings.values.pieceSound);
    try {
      await session.ask<'game'>({ t: 'game.move', ply: game.moves.length, usi });
    } catch (error) {
      if (!(error instanceof Refused)) {
        if (this.pending?.ply === pending.ply) this.pending = { ...pending, isLost: true };
        return;
      }
      this.pending = null;
      this.refused += 1;
      this.#failed(error);
    }
  }

  async act(kind: GameAction): Promise<void> {
    const game = this.state;
    if (!game) return;
    this.hint = null;
    try {
      await session.ask<'game'>({ t: kind, ply: game.moves.length });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Hints would be no fair play while a clock runs, unless the game is a friendly one. */
  get mayHint(): boolean {
    return this.state !== null && (this.state.clock === null || this.state.friendly);
  }

  /** Continues a saved game; false if the server refuses. */
  async resume(id: string): Promise<boolean> {
    try {
      await session.ask<'game'>({ t: 'game.open', game: id });
    } catch (error) {
      messages.show(errorText(error), 'bad');
      return false;
    }
    this.setup = false;
    this.cardClosed = false;
    return true;
  }

  async askHint(): Promise<void> {
    try {
      await session.ask<'hint'>({ t: 'game.hint', ply: this.state?.moves.length ?? 0 });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Says why a move is not allowed. */
  async why(usi: string): Promise<void> {
    const game = this.state;
    if (!game) return;
    const moves = game.moves.map((move) => move.usi);
    const turn = game.pos.turn;
    if (game.human !== 'both' && game.human !== turn) return messages.show(t('ill.turn'), 'bad');
    try {
      const { code } = await session.ask<'why'>({ t: 'position.why', start: game.start, moves, usi });
      messages.show(illegalText(code), 'bad');
    } catch {
      messages.show(illegalText(null), 'bad');
    }
  }

  #failed(error: unknown): void {
    if (error instanceof Refused) messages.show(failureText(error.failure), 'bad');
  }

  #take(game: GameState): void {
    const before = this.state;
    const grown = before?.game === game.game && game.moves.length > before.moves.length;
    const resent =
      this.pending && this.pending.ply === game.moves.length && !game.result ? this.pending : null;
    if (!resent) this.pending = null;
    this.state = game;
    this.receivedAt = performance.now();
    if (before?.game !== game.game) this.orientation = game.human === 'white' ? 'white' : 'black';
    if (grown) this.#announce(game);
    try {
      sessionStorage.setItem(COPY, JSON.stringify(savedPosition(game)));
    } catch {
      // The server has the game on disk as well.
    }
  }

  #announce(game: GameState): void {
    const last = game.moves.at(-1);
    if (!last) return;
    const mover: Side = game.pos.turn === 'black' ? 'white' : 'black';
    if (game.human !== 'both' && mover !== game.human) pieceSound(settings.values.pieceSound);
    const args = {
      side: sideName(mover, game.handicap !== null && game.handicap !== 'even'),
      move: moveName(last.text, last.usi),
    };
    messages.say(t(game.pos.check ? 'a11y.movedCheck' : 'a11y.moved', args));
    if (settings.values.speakMoves)
      speak(args.move, settings.notation === 'ja' ? 'ja' : 'en', Math.max(10, settings.values.pieceSound));
  }

  /** Gives a server that does not know the game the page's copy of it. */
  #restore(): void {
    const lost = this.pending;
    let copy: SavedPosition | null = null;
    try {
      copy = JSON.parse(sessionStorage.getItem(COPY) ?? 'null');
    } catch {
      copy = null;
    }
    if (!session.fresh || !copy) {
      this.state = null;
      return;
    }
    session
      .ask<'game'>({ t: 'session.restore', game: copy })
      .then((game) => {
        messages.show(t('net.restored'));
        if (lost && lost.ply === game.moves.length) void this.move(lost.usi);
      })
      .catch(() => {
        this.state = null;
      });
  }

  forget(): void {
    try {
      sessionStorage.removeItem(COPY);
    } catch {
      // Nothing was stored.
    }
    session.tell({ t: 'game.close' });
    this.state = null;
    this.setup = false;
  }
}

/** The time of a preset, in milliseconds. */
export function timeOf(preset: string) {
  const own = settings.values.ownClock;
  const minutes = 60_000;
  const presets: Record<string, { main: number; byoyomi: number; increment: number }> = {
    tenByo: { main: 10 * minutes, byoyomi: 30_000, increment: 0 },
    fischer: { main: 5 * minutes, byoyomi: 0, increment: 10_000 },
    move: { main: 0, byoyomi: 30_000, increment: 0 },
    sudden: { main: 3 * minutes, byoyomi: 0, increment: 0 },
    own: { main: own.main * minutes, byoyomi: own.byoyomi * 1000, increment: own.increment * 1000 },
  };
  return presets[preset] ?? null;
}

export const game = new Game();
