// What a clock shows: computed from the last message and the time since, never counted, as browsers slow timers
// of hidden tabs.

import type { Clock, Side } from '../protocol/protocol.ts';

export interface Face {
  /** Milliseconds to show. */
  ms: number;
  byoyomi: boolean;
}

/** The face of a side's clock `since` milliseconds after the message. */
export function face(clock: Clock, side: Side, since: number): Face {
  const main = clock[side];
  if (clock.running !== side)
    return main > 0 || clock.byoyomi === 0
      ? { ms: main, byoyomi: false }
      : { ms: clock.byoyomi, byoyomi: true };
  if (clock.inByoyomi) return { ms: Math.max(0, clock.byoyomiLeft - since), byoyomi: true };
  if (since <= main || clock.byoyomi === 0) return { ms: Math.max(0, main - since), byoyomi: false };
  return { ms: Math.max(0, clock.byoyomi - (since - main)), byoyomi: true };
}

/** `9:41`, `1:02:03`, and tenths in the last ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:0${Math.floor(ms / 1000)}.${Math.floor((ms % 1000) / 100)}`;
  const all = Math.ceil(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
