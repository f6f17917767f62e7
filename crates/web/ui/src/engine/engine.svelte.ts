// What the engine of this session does, for the chip in the header; and the word between tabs, so that free
// analysis of one pauses the others'.

import type { JobState } from '../protocol/protocol.ts';
import { session } from '../server/session.svelte.ts';

class EngineState {
  state: JobState | 'idle' = $state('idle');
  job = $state(0);
  /** Nodes a second of the last news; zero without any. */
  nps = $state(0);
  /** Another tab thinks; this one waits until the user says otherwise. */
  elsewhere = $state(false);
  /** Called when the user wants to think in this tab. */
  onhere: (() => void) | undefined;
  /** Called when another tab began to think. */
  onaway: (() => void) | undefined;
  #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sakiyomi');

  constructor() {
    session.on('job', (message) => {
      this.job = message.job;
      this.state = message.state;
    });
    session.on('info', (message) => {
      if (message.job === this.job) this.nps = message.nps;
    });
    session.on('done', (message) => {
      if (message.job === 0 || message.job !== this.job) return;
      this.state = 'idle';
      this.nps = 0;
    });
    session.on('state', (message) => {
      if (message.job === null) this.state = 'idle';
    });
    session.on('game', (message) => {
      this.state = message.phase === 'engine' ? 'running' : 'idle';
    });
    if (this.#channel)
      this.#channel.onmessage = (event) => {
        if (event.data !== 'thinking' || !this.onaway) return;
        this.elsewhere = true;
        this.onaway();
      };
  }

  /** Tells the other tabs that free analysis began here. */
  began(): void {
    this.elsewhere = false;
    this.#channel?.postMessage('thinking');
  }

  here(): void {
    this.elsewhere = false;
    this.onhere?.();
  }
}

export const engine = new EngineState();
