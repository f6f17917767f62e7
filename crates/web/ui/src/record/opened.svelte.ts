// The games of a file that has several, until one is chosen.

import type { ReadGame } from '../protocol/protocol.ts';

class Opened {
  choices: ReadGame[] = $state.raw([]);
  name = $state('');
}

export const opened = new Opened();
