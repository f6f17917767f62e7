// The licences of what the page carries: run-time packages and the two fonts whose outlines are used.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages whose code or outlines end up in the built page. */
const CARRIED = [
  'shogiground',
  'svelte',
  'clsx',
  'esm-env',
  'devalue',
  '@fontsource/kaisei-tokumin',
  '@fontsource/biz-udpgothic',
];

const NAMES = ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt'];

export function notices(root: string): string {
  const parts: string[] = [];
  for (const name of CARRIED) {
    const folder = join(root, 'node_modules', name);
    const about = join(folder, 'package.json');
    if (!existsSync(about)) continue;
    const { version, license } = JSON.parse(readFileSync(about, 'utf8')) as {
      version: string;
      license: string;
    };
    const file = NAMES.map((candidate) => join(folder, candidate)).find((path) => existsSync(path));
    const text = file ? readFileSync(file, 'utf8').trim() : '';
    // The GPL is the licence of Sakiyomi itself; its text stands in the repository.
    parts.push(`${name} ${version} (${license})\n${license.startsWith('GPL') ? '' : text}`.trim());
  }
  return `${parts.join('\n\n----\n\n')}\n`;
}
