// The settings of this browser: one reactive object, kept in localStorage, told to the other tabs.

import { fetchTexts, hasTexts, isKey, type Language, type TextKey, textIn } from '../text/text.ts';

export const DEFAULTS = {
  language: 'auto' as 'auto' | Language,
  notation: 'auto' as 'auto' | 'ja' | 'en' | 'usi',
  theme: 'system' as 'system' | 'light' | 'dark',
  board: 'wood' as 'wood' | 'pale' | 'slate',
  pieces: 'kanji' as 'kanji' | 'gothic' | 'letters',
  kings: 'both' as 'both' | 'same',
  textSize: 100,
  coordinates: true,
  showLegal: true,
  showLast: true,
  bigPieces: false,
  noAnimation: false,
  strongHand: 'left' as 'left' | 'right',
  promotion: 'ask' as 'ask' | 'auto',
  input: 'both' as 'both' | 'click' | 'drag',
  confirmMoves: false,
  upDown: 'ends' as 'ends' | 'steps',
  pieceSound: 40,
  clockSound: 40,
  speakMoves: false,
  byoyomi: 'beeps' as 'beeps' | 'ja' | 'en' | 'off',
  view: 'black' as 'black' | 'mover',
  unit: 'percent' as 'percent' | 'points',
  arrows: 3,
  threads: 0,
  hashMb: 0,
  lines: 3,
  rule: 'points27' as 'points27' | 'points24' | 'try' | 'none',
  hiddenPause: true,
  level: 3,
  side: 'black' as 'black' | 'white' | 'random' | 'both',
  clock: 'none',
  ownClock: { main: 10, byoyomi: 30, increment: 0 },
  showEval: false,
  friendly: false,
};

export type Values = typeof DEFAULTS;

const KEY = 'sakiyomi.v1';

/** Keeps what has the type of the default and drops everything else, as the store may hold anything. */
export function clean(raw: unknown): Partial<Values> {
  if (typeof raw !== 'object' || raw === null) return {};
  const known = Object.entries(raw).filter(
    ([key, value]) =>
      Object.hasOwn(DEFAULTS, key) && typeof value === typeof DEFAULTS[key as keyof Values] && value !== null,
  );
  return Object.fromEntries(known) as Partial<Values>;
}

function load(): Values {
  try {
    return { ...DEFAULTS, ...clean(JSON.parse(localStorage.getItem(KEY) ?? '{}')) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Settings {
  values: Values = $state(load());
  #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sakiyomi-settings');
  #systemDark = $state(
    typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches,
  );

  constructor() {
    if (this.#channel) this.#channel.onmessage = () => Object.assign(this.values, load());
    if (typeof matchMedia === 'function')
      matchMedia('(prefers-color-scheme: dark)').addEventListener?.('change', (event) => {
        this.#systemDark = event.matches;
      });
  }

  /** Changes settings, stores them and tells the other tabs. */
  set(change: Partial<Values>): void {
    Object.assign(this.values, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // Without a store the settings count for this page only.
    }
    this.#channel?.postMessage('changed');
  }

  reset(): void {
    this.set(structuredClone(DEFAULTS));
  }

  get language(): Language {
    const chosen = this.values.language;
    if (chosen !== 'auto') return chosen;
    return typeof navigator !== 'undefined' && navigator.language.startsWith('ja') ? 'ja' : 'en';
  }

  get notation(): 'ja' | 'en' | 'usi' {
    return this.values.notation === 'auto' ? this.language : this.values.notation;
  }

  get dark(): boolean {
    return this.values.theme === 'dark' || (this.values.theme === 'system' && this.#systemDark);
  }
}

export const settings = new Settings();

/** Counts the languages whose texts have come, so that what is shown follows them. */
let arrivals = $state(0);
const coming = new Set<Language>();

/** Fetches the texts of a language; without a connection those of another one stay. */
export async function bringTexts(language: Language): Promise<void> {
  if (coming.has(language)) return;
  coming.add(language);
  try {
    await fetchTexts(language);
    arrivals += 1;
  } catch {
    // The next text that is shown asks again.
  }
  coming.delete(language);
}

/** The text of a key in the language of the page; reactive inside components. */
export function t(key: TextKey, args: Record<string, string | number> = {}): string {
  void arrivals;
  const { language } = settings;
  if (!hasTexts(language)) void bringTexts(language);
  return textIn(language, key, args);
}

/** The words of a code of the server, or the code itself if it has none. */
export function codeText(group: string, code: string): string {
  const key = `${group}.${code}`;
  return isKey(key) ? t(key) : code;
}

/** The language of moves, for the attribute `lang` of text in another language than the page. */
export function moveLanguage(): 'ja' | undefined {
  return settings.notation === 'ja' && settings.language !== 'ja' ? 'ja' : undefined;
}
