import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Settle } from './settle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('acts at once, then on the newest of many', () => {
  const done: number[] = [];
  const settle = new Settle(80);
  for (let step = 0; step < 100; step += 1) {
    settle.call(() => done.push(step));
    vi.advanceTimersByTime(33);
  }
  expect(done).toEqual([0]);
  vi.advanceTimersByTime(80);
  expect(done).toEqual([0, 99]);
  settle.call(() => done.push(100));
  expect(done).toEqual([0, 99, 100]);
});

it('stays below thirty messages a second when each act sends two', () => {
  let sent = 0;
  const settle = new Settle(80);
  for (let step = 0; step < 100; step += 1) {
    settle.call(() => {
      sent += 2;
    });
    vi.advanceTimersByTime(80);
  }
  expect(sent / 8).toBeLessThanOrEqual(30);
});
