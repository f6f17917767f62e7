import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Connection, Socket } from './socket.ts';

class Fake {
  static made: Fake[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    Fake.made.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
}

const last = () => Fake.made.at(-1) as Fake;

function make() {
  const states: [Connection, number | undefined, string | undefined][] = [];
  const socket = new Socket(
    'ws://x/ws',
    {
      open: () => undefined,
      message: () => undefined,
      state: (...state) => states.push([state[0], state[1], state[2]]),
    },
    () => 0.5,
  );
  return { socket, states };
}

beforeEach(() => {
  Fake.made = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Fake);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits longer after each failure and starts over when it was open', () => {
  const { socket, states } = make();
  socket.connect();
  for (const wait of [500, 1000, 2000, 4000, 8000, 8000]) {
    last().onclose?.({ code: 1006 });
    expect(states.at(-1)).toEqual(['lost', wait, undefined]);
    vi.advanceTimersByTime(wait);
  }
  expect(Fake.made).toHaveLength(7);
  last().open();
  last().onclose?.({ code: 1001 });
  expect(states.at(-1)).toEqual(['lost', 500, undefined]);
});

it('does not try again when another tab took the game', () => {
  const { socket, states } = make();
  socket.connect();
  last().open();
  last().onclose?.({ code: 4001 });
  expect(states.at(-1)).toEqual(['closed', undefined, 'taken']);
  vi.advanceTimersByTime(60_000);
  expect(Fake.made).toHaveLength(1);
});

it('takes 35 seconds of silence for a lost line', () => {
  const { socket, states } = make();
  socket.connect();
  last().open();
  vi.advanceTimersByTime(34_000);
  last().onmessage?.({ data: '{}' });
  vi.advanceTimersByTime(34_000);
  expect(states.at(-1)?.[0]).toBe('live');
  vi.advanceTimersByTime(1100);
  expect(states.at(-1)?.[0]).toBe('lost');
});

it('sends nothing while the line is down', () => {
  const { socket } = make();
  socket.connect();
  expect(socket.send('a')).toBe(false);
  last().open();
  expect(socket.send('b')).toBe(true);
  expect(last().sent).toEqual(['b']);
});

it('stays away when another tab took the game, although it had to reconnect before', () => {
  const { socket } = make();
  socket.connect();
  last().open();
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(500);
  last().open();
  last().onclose?.({ code: 4001 });
  socket.hurry();
  expect(Fake.made).toHaveLength(2);
});

it('comes back after a flood and after a silence, but not if its first words were refused', () => {
  for (const code of [1008, 4004]) {
    const { socket, states } = make();
    socket.connect();
    last().open();
    last().onmessage?.({ data: '{"t":"welcome"}' });
    last().onclose?.({ code });
    expect(states.at(-1)).toEqual(['lost', 500, undefined]);
    socket.close();
  }
  const { socket, states } = make();
  socket.connect();
  last().open();
  last().onclose?.({ code: 1008 });
  expect(states.at(-1)).toEqual(['closed', undefined, 'refused']);
});

it('gives up an attempt that nobody answers', () => {
  const { socket, states } = make();
  socket.connect();
  vi.advanceTimersByTime(10_000);
  expect(states.at(-1)?.[0]).toBe('lost');
});
