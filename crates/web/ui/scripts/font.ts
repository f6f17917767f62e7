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

/** The sources whose words reach the page: its own texts, the sentences of the analysis, the notation of moves. */
export function sources(root: string): string[] {
  const words = /\.(json|rs|tsv)$/;
  return ['src/text', '../../analysis/src', '../../kifu/src/notation'].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => words.test(name))
          .sort()
          .map((name) => join(root, folder, name))
      : [],
  );
}

/** All characters beyond ASCII that the page may show of itself. */
export function characters(root: string): string {
  const text = sources(root)
    .map((path) => readFileSync(path, 'utf8'))
    .join('');
  const kana = Array.from({ length: 0x60 }, (_, i) => String.fromCodePoint(0x3040 + i, 0x30a0 + i)).join('');
  return [...new Set(text + OTHERS + kana)]
    .filter((c) => c > '\u007f')
    .sort()
    .join('');
}

export function uiFont(root: string): Promise<Buffer> {
  return subsetFont(readFileSync(require.resolve(SOURCE)), characters(root), { targetFormat: 'woff2' });
}
