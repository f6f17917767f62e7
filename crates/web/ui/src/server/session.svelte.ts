// The session of this tab: requests with answers, news by kind, and what the shell shows of the connection.

import type { Caps, EngineName, Failure, Prefs, Request, ServerMessage } from '../protocol/protocol.ts';
import { VERSION } from '../protocol/protocol.ts';
import { type Connection, Socket } from './socket.ts';

type Kind = ServerMessage['t'];
export type Message<K extends Kind> = Extract<ServerMessage, { t: K }>;
type Listener<K extends Kind> = (message: Message<K>) => void;
type AnyListener = (message: ServerMessage) => void;

/** A refused request. */
export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

interface Waiting {
  resolve(message: ServerMessage): void;
  reject(error: Error): void;
}

const SESSION_KEY = 'sakiyomi.session';

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(SESSION_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export class Session {
  connection: Connection = $state('connecting');
  /** Why the connection was closed for good. */
  final: string | undefined = $state();
  retryAt = $state(0);
  everLive = $state(false);
  engine: EngineName | null = $state(null);
  caps: Caps | null = $state.raw(null);
  prefs: Prefs | null = $state.raw(null);
  newBuild = $state(false);
  /** The server did not know the session any more. */
  fresh = $state(false);

  #socket: Socket;
  #build: string | undefined;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #listeners = new Map<Kind, Set<AnyListener>>();

  constructor(url: string) {
    this.#socket = new Socket(url, {
      open: () => this.#hello(),
      message: (text) => this.#receive(text),
      state: (state, retryMs, final) => this.#state(state, retryMs, final),
    });
  }

  get live(): boolean {
    return this.connection === 'live';
  }

  connect(): void {
    this.final = undefined;
    this.#socket.connect();
  }

  hurry(): void {
    this.#socket.hurry();
  }

  on<K extends Kind>(kind: K, listener: Listener<K>): () => void {
    const all = this.#listeners.get(kind) ?? new Set();
    all.add(listener as unknown as AnyListener);
    this.#listeners.set(kind, all);
    return () => all.delete(listener as unknown as AnyListener);
  }

  /** Sends a message that needs no answer. */
  tell(message: Request): boolean {
    return this.#socket.send(JSON.stringify(message));
  }

  /** Sends a request and waits for its answer; a refusal rejects. */
  ask<K extends Kind>(message: Request): Promise<Message<K>> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      if (!this.#socket.send(JSON.stringify({ id, ...message }))) {
        this.#waiting.delete(id);
        reject(new Error('no connection'));
      }
    });
  }

  #hello(): void {
    const session = stored();
    this.tell({ t: 'hello', v: VERSION, ...(session ? { session } : {}) });
  }

  #state(state: Connection, retryMs?: number, final?: string): void {
    this.connection = state;
    this.final = final;
    this.retryAt = retryMs === undefined ? 0 : Date.now() + retryMs;
    if (state === 'live') return;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error('connection lost'));
    this.#waiting.clear();
  }

  #receive(text: string): void {
    let message: ServerMessage & { id?: number };
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.t === 'ping') this.tell({ t: 'pong', n: message.n });
    else if (message.t === 'welcome') this.#welcome(message);
    else if (message.t === 'prefs') this.prefs = message;
    else if (message.t === 'state') this.prefs = message.prefs;
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (waiting && message.id !== undefined) {
      this.#waiting.delete(message.id);
      if (message.t === 'error') {
        waiting.reject(new Refused(message));
        return;
      }
      waiting.resolve(message);
    }
    for (const listener of this.#listeners.get(message.t) ?? []) listener(message);
    // Only the first state after a welcome speaks of a session that was lost.
    if (message.t === 'state') this.fresh = false;
  }

  #welcome(message: Message<'welcome'>): void {
    try {
      sessionStorage.setItem(SESSION_KEY, message.session);
    } catch {
      // Without a store a reload starts a new session.
    }
    this.engine = message.engine;
    this.caps = message.caps;
    this.fresh = message.fresh;
    this.everLive = true;
    // The page came from the server that welcomes it first; another build later means that it is old.
    this.#build ??= message.build;
    this.newBuild = message.build !== this.#build;
  }
}

export function socketUrl(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws`;
}

export const session = new Session(typeof location === 'undefined' ? '' : socketUrl());
