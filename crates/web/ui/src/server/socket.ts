// The one WebSocket of a tab: it connects, waits longer after each failure, and says when the line is dead.

export type Connection = 'connecting' | 'live' | 'lost' | 'closed';

/** The server did not take our first words; later it is a flood, after which a pause is enough. */
const POLICY = 1008;

/** Close codes after which trying again would be wrong. */
export const FINAL_CODES = new Map<number, 'full' | 'taken' | 'idle' | 'protocol' | 'refused'>([
  [POLICY, 'refused'],
  [4000, 'full'],
  [4001, 'taken'],
  [4002, 'idle'],
  [4003, 'protocol'],
]);

const WAITS = [500, 1000, 2000, 4000, 8000];
const SILENCE_MS = 35_000;
const CONNECT_MS = 10_000;

export interface SocketEvents {
  open(): void;
  message(text: string): void;
  /** The state changed; `retryMs` is the wait before the next try. */
  state(state: Connection, retryMs?: number, final?: string): void;
}

export class Socket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  /** The server has said something on this connection. */
  #greeted = false;

  constructor(
    private readonly url: string,
    private readonly events: SocketEvents,
    private readonly random: () => number = Math.random,
  ) {}

  get live(): boolean {
    return this.#socket?.readyState === 1;
  }

  connect(): void {
    this.#unschedule();
    this.#drop();
    this.#greeted = false;
    this.#watch = setTimeout(() => this.#closed(0), CONNECT_MS);
    this.events.state('connecting');
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#heard();
      this.events.open();
      this.events.state('live');
    };
    socket.onmessage = (event) => {
      this.#heard();
      this.#greeted = true;
      if (typeof event.data === 'string') this.events.message(event.data);
    };
    socket.onclose = (event) => this.#closed(event.code);
  }

  /** Tries at once if another try is planned; after a close for good there is none. */
  hurry(): void {
    if (this.#timer !== undefined) this.connect();
  }

  send(text: string): boolean {
    if (!this.live) return false;
    this.#socket?.send(text);
    return true;
  }

  close(): void {
    this.#unschedule();
    this.#drop();
    this.events.state('closed');
  }

  #unschedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #drop(): void {
    clearTimeout(this.#watch);
    const old = this.#socket;
    this.#socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  #heard(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#closed(0), SILENCE_MS);
  }

  #closed(code: number): void {
    this.#drop();
    const final = code === POLICY && this.#greeted ? undefined : FINAL_CODES.get(code);
    if (final) {
      this.events.state('closed', undefined, final);
      return;
    }
    const base = WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 8000;
    const wait = Math.round(base * (0.8 + 0.4 * this.random()));
    this.#tries += 1;
    this.#timer = setTimeout(() => this.connect(), wait);
    this.events.state('lost', wait);
  }
}
