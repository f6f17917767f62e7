// What the server says without being asked: notices, and failures of what nobody waits for, such as the engine's move.

import { failureText } from '../play/words.ts';
import { session } from '../server/session.svelte.ts';
import { t } from '../settings/settings.svelte.ts';
import { messages } from './messages.svelte.ts';

const MOST = 5;

class Notices {
  /** What the engine last said of its files and memory, in its own English; the settings show it. */
  ofEngine: string[] = $state.raw([]);

  constructor() {
    session.on('notice', ({ code, text }) => {
      if (code !== 'engine') messages.show(t(`notice.${code}`), 'bad');
      else if (text)
        this.ofEngine = [...this.ofEngine.filter((before) => before !== text), text].slice(-MOST);
    });
    session.on('error', (failure) => messages.show(failureText(failure), 'bad'));
  }
}

export const notices = new Notices();
