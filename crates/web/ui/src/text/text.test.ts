import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from './en.json';
import ja from './ja.json';
import { fetchTexts, fill, isKey, textIn } from './text.ts';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'text' || entry.name === 'protocol' ? [] : sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

describe('the texts', () => {
  it('have the same keys and places in both languages', () => {
    expect(Object.keys(ja)).toEqual(Object.keys(en));
    for (const key of Object.keys(en) as (keyof typeof en)[])
      expect(places(ja[key]), key).toEqual(places(en[key]));
  });

  it('stand in the text files alone, as the font subset is made from them', () => {
    // Header names of records, ranks and rank names are data, not texts.
    const data = ['names.ts', 'record.svelte.ts', 'tree.ts', 'Review.svelte'];
    const found = sources('src').filter(
      (path) => !data.some((name) => path.endsWith(name)) && /[\u3040-\u30ff\u4e00-\u9fff]/.test(code(path)),
    );
    expect(found).toEqual([]);
  });

  it('fill their places and leave unknown ones', async () => {
    expect(fill('{n} of {m}', { n: 3 })).toBe('3 of {m}');
    await fetchTexts('en');
    expect(isKey('nav.play')).toBe(true);
    expect(isKey('constructor')).toBe(false);
  });

  it('are those of another language until they come', async () => {
    await fetchTexts('en');
    expect(textIn('ja', 'nav.play')).toBe(en['nav.play']);
    await fetchTexts('ja');
    expect(textIn('ja', 'nav.play')).toBe(ja['nav.play']);
  });
});

/** The file without comments. */
function code(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '')
    .replace(/\/\/.*$/gm, '');
}
