// A Vite plugin that makes the piece sets, the font subset and the notices before anything is built or tested.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { sources, uiFont } from './font.ts';
import { notices } from './notices.ts';
import { pieceStyles, SETS } from './pieces.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const OUT = join(ROOT, 'made');

/** A name for everything the made files depend on. */
function stamp(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(join(ROOT, 'scripts')).sort())
    hash.update(readFileSync(join(ROOT, 'scripts', name)));
  for (const path of sources(ROOT)) hash.update(readFileSync(path));
  hash.update(readFileSync(join(ROOT, 'package.json')));
  return hash.digest('hex');
}

export async function make(): Promise<void> {
  const mark = join(OUT, 'stamp');
  const now = stamp();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  mkdirSync(OUT, { recursive: true });
  for (const set of SETS) writeFileSync(join(OUT, `pieces-${set}.css`), pieceStyles(set));
  for (const [name, file] of Object.entries(await uiFont(ROOT))) writeFileSync(join(OUT, name), file);
  writeFileSync(join(OUT, 'notices.txt'), notices(ROOT));
  writeFileSync(mark, now);
}

export function made(): Plugin {
  return { name: 'sakiyomi-made', buildStart: make };
}

/** Puts the licences beside the page: the server adds them to its own. */
export function licences(): Plugin {
  return {
    name: 'sakiyomi-licences',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'notices.txt',
        source: readFileSync(join(OUT, 'notices.txt'), 'utf8'),
      });
    },
  };
}
