// Texts in both languages, each fetched when it is first shown. A missing key is a type error: both files must have
// the keys of the English one.

import type en from './en.json';

export type Language = 'en' | 'ja';
export type TextKey = keyof typeof en;
type Texts = Record<TextKey, string>;
type Args = Record<string, string | number>;

const SOURCES: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./en.json'),
  ja: () => import('./ja.json'),
};
const fetched = new Map<Language, Texts>();

/** Fetches the texts of a language, once. */
export async function fetchTexts(language: Language): Promise<void> {
  if (!fetched.has(language)) fetched.set(language, (await SOURCES[language]()).default);
}

export function hasTexts(language: Language): boolean {
  return fetched.has(language);
}

/** The texts of a language, or of another one until they are there. */
function texts(language: Language): Texts | undefined {
  return fetched.get(language) ?? fetched.values().next().value;
}

/** Fills the places `{name}` of a text. */
export function fill(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(args[name] ?? place));
}

export function textIn(language: Language, key: TextKey, args: Args = {}): string {
  return fill(texts(language)?.[key] ?? '', args);
}

/** Whether a computed string, such as a code of the server, is a key. */
export function isKey(key: string): key is TextKey {
  return Object.hasOwn(texts('en') ?? {}, key);
}
