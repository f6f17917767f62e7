// The list of keys that the page shows.

import type { TextKey } from '../text/text.ts';

export type Place = 'record' | 'engine' | 'board' | 'file' | 'play' | 'focus';

export interface KeyRow {
  place: Place;
  /** Names as shown; several mean alternatives. */
  keys: string[];
  does: TextKey;
}

export const KEYS: KeyRow[] = [
  { place: 'record', keys: ['←', '→'], does: 'keys.step' },
  { place: 'record', keys: ['↑', '↓', 'Home', 'End'], does: 'keys.ends' },
  { place: 'record', keys: ['Shift+←', 'Shift+→'], does: 'keys.variation' },
  { place: 'record', keys: ['[', ']'], does: 'keys.sibling' },
  { place: 'record', keys: ['PageUp', 'PageDown'], does: 'keys.ten' },
  { place: 'record', keys: [',', '.'], does: 'keys.moment' },
  { place: 'record', keys: ['Delete'], does: 'keys.delete' },
  { place: 'record', keys: ['Ctrl+↑'], does: 'keys.main' },
  { place: 'engine', keys: ['Space'], does: 'keys.best' },
  { place: 'engine', keys: ['l'], does: 'keys.toggle' },
  { place: 'engine', keys: ['1', '2', '3', '4', '5'], does: 'keys.count' },
  { place: 'engine', keys: ['x'], does: 'keys.threat' },
  { place: 'engine', keys: ['a'], does: 'keys.arrows' },
  { place: 'engine', keys: ['z'], does: 'keys.hide' },
  { place: 'engine', keys: ['m'], does: 'keys.mate' },
  { place: 'engine', keys: ['h'], does: 'keys.hisshi' },
  { place: 'board', keys: ['f'], does: 'keys.flip' },
  { place: 'board', keys: ['c'], does: 'keys.comment' },
  { place: 'board', keys: ['e'], does: 'keys.edit' },
  { place: 'board', keys: ['/'], does: 'keys.text' },
  { place: 'board', keys: ['?'], does: 'keys.help' },
  { place: 'file', keys: ['Ctrl+O'], does: 'keys.open' },
  { place: 'file', keys: ['Ctrl+V'], does: 'keys.paste' },
  { place: 'file', keys: ['Ctrl+C'], does: 'keys.copy' },
  { place: 'file', keys: ['Ctrl+Shift+C'], does: 'keys.copyPos' },
  { place: 'file', keys: ['Ctrl+S'], does: 'keys.save' },
  { place: 'play', keys: ['u'], does: 'keys.undo' },
  { place: 'play', keys: ['Ctrl+Enter'], does: 'keys.declare' },
  { place: 'focus', keys: ['←', '→', '↑', '↓'], does: 'keys.cursor' },
  { place: 'focus', keys: ['Enter', 'Space'], does: 'keys.press' },
  { place: 'focus', keys: ['7 g'], does: 'keys.goto' },
  { place: 'focus', keys: ['h'], does: 'keys.hand' },
  { place: 'focus', keys: ['i'], does: 'keys.read' },
  { place: 'focus', keys: ['o'], does: 'keys.readLines' },
  { place: 'focus', keys: ['Escape'], does: 'keys.unselect' },
];
