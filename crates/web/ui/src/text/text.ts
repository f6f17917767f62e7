// Texts in both languages. A missing key is a type error: both files must have the keys of the English one.

import en from './en.json';
import ja from './ja.json';

export type Language = 'en' | 'ja';
export type TextKey = keyof typeof en;
type Args = Record<string, string | number>;

const TEXTS: Record<Language, Record<TextKey, string>> = { en, ja };

/** Fills the places `{name}` of a text. */
export function fill(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(args[name] ?? place));
}

export function textIn(language: Language, key: TextKey, args: Args = {}): string {
  return fill(TEXTS[language][key], args);
}

/** Whether a computed string, such as a code of the server, is a key. */
export function isKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}
