// The subset of BIZ UDPGothic (OFL 1.1) for machines without a Japanese font: it holds the characters of our own
// texts, of the analysis' sentences and of the move notation, nothing else.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const SOURCE = '@fontsource/biz-udpgothic/files/biz-udpgothic-japanese-400-normal.woff';

/** Characters that no file has: numbers and dates as the browser writes them, and rare pieces of records. */
const OTHERS = '０１２３４５６７８９万億兆年月日時分秒龍全圭杏。、「」（）・％：〜';

/** Folders whose words reach the page: its own texts, the notation of moves, the sentences of reports. */
const TEXTS = 'src/text';
const NOTATION = '../../kifu/src/notation';
const REPORTS = '../../analysis/src';
/** The groups of texts that the first screen does not have. */
const OTHER_SCREENS = /^(arena|cls|edit|ek|fail|file|flag|keys|loss|notice|prob|rec|rev|set|term|warn|why)\./;

function files(root: string, folders: readonly string[]): string[] {
  const words = /\.(json|rs|tsv)$/;
  return folders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => words.test(name))
          .sort()
          .map((name) => join(root, folder, name))
      : [],
  );
}

/** All sources whose words reach the page. */
export function sources(root: string): string[] {
  return files(root, [TEXTS, NOTATION, REPORTS]);
}

/** The characters beyond ASCII in files. */
function charactersOf(paths: readonly string[]): string[] {
  const text = paths.map((path) => readFileSync(path, 'utf8')).join('');
  return [...new Set(text)].filter((c) => c > '\u007f');
}

/** The characters beyond ASCII in the Japanese texts of the first screen. */
function charactersOfFirstScreen(root: string): string[] {
  const texts: Record<string, string> = JSON.parse(readFileSync(join(root, TEXTS, 'ja.json'), 'utf8'));
  const shown = Object.entries(texts).filter(([key]) => !OTHER_SCREENS.test(key));
  return [...new Set(shown.map(([, text]) => text).join(''))].filter((c) => c > '\u007f');
}

/** The parts of the font by name: a browser fetches the second when a character of it is shown. */
function parts(root: string): Record<string, string[]> {
  const kana = Array.from({ length: 0x60 }, (_, i) => String.fromCodePoint(0x3040 + i, 0x30a0 + i)).join('');
  const notation = charactersOf(files(root, [NOTATION]));
  const first = new Set([...charactersOfFirstScreen(root), ...notation, ...OTHERS, ...kana]);
  const later = charactersOf(sources(root)).filter((c) => !first.has(c));
  return { 'sakiyomi-jp': [...first].sort(), 'sakiyomi-jp-more': later.sort() };
}

/** The font's files, and the styles that say which characters each has. */
export async function uiFont(root: string): Promise<Record<string, Buffer | string>> {
  const source = readFileSync(require.resolve(SOURCE));
  const made: Record<string, Buffer | string> = { 'font.css': '' };
  for (const [name, characters] of Object.entries(parts(root))) {
    made[`${name}.woff2`] = await subsetFont(source, characters.join(''), { targetFormat: 'woff2' });
    const range = characters.map((c) => `U+${c.codePointAt(0)?.toString(16)}`).join(',');
    made['font.css'] +=
      `@font-face{font-family:"Sakiyomi JP";src:url("./${name}.woff2") format("woff2");font-display:swap;unicode-range:${range}}\n`;
  }
  return made;
}
