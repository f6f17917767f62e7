// For unit tests: the other end of the page's WebSocket, which says what the test tells it to.

import type { GameState, Pos } from '../protocol/protocol.ts';
import { session } from './session.svelte.ts';

/** A message in either direction; what matters of it is up to the test. */
interface Message {
  t: string;
  id?: number;
  [field: string]: unknown;
}

export const POS: Pos = {
  sfen: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1',
  turn: 'black',
  ply: 0,
  check: false,
  legal: ['7g7f', '2g2f'],
  last: null,
  text: null,
  kings: { rule: 'points27', black: null, white: null },
  over: null,
  repetition: 1,
  progress: 0,
};

export const GAME: GameState = {
  game: '0123456789abcdef',
  start: POS.sfen,
  handicap: 'even',
  human: 'black',
  level: 1,
  rule: 'points27',
  maxPlies: null,
  time: null,
  friendly: false,
  phase: 'human',
  pos: POS,
  moves: [],
  undone: [],
  clock: null,
  result: null,
  engineScore: null,
};

export class FakeServer {
  static present: FakeServer;
  readyState = 0;
  /** What the page has said on this connection. */
  sent: Message[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    FakeServer.present = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  say(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The newest message of a kind. */
  last(kind: string): Message {
    const found = this.sent.findLast((message) => message.t === kind);
    if (!found) throw new Error(`the page has sent no ${kind}`);
    return found;
  }

  count(kind: string): number {
    return this.sent.filter((message) => message.t === kind).length;
  }

  /** Answers the newest message of a kind; what waits for the answer has gone on when this returns. */
  async answer(kind: string, message: Message): Promise<void> {
    this.say({ id: this.last(kind).id, ...message });
    await turn();
  }

  /** Breaks the connection. */
  async lose(): Promise<void> {
    this.onclose?.({ code: 1006 });
    await turn();
  }
}

/** Lets everything go on that waits for an answer that has come. */
export async function turn(): Promise<void> {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}

/** Connects the session with a new fake server; `WebSocket` must be stubbed with it. */
export async function connect(
  state: { game?: GameState | null; job?: number | null } = {},
  fresh = false,
): Promise<FakeServer> {
  session.connect();
  const server = FakeServer.present;
  server.readyState = 1;
  server.onopen?.();
  server.say({ t: 'welcome', session: 'x', build: 'b', fresh });
  server.say({ t: 'state', game: null, job: null, prefs: {}, ...state });
  await turn();
  return server;
}
