// Everything that this browser keeps, as one file and back.

import { solved } from '../problems/progress.svelte.ts';
import { clean, settings } from './settings.svelte.ts';

const PREFIX = 'sakiyomi.';

function keys(): string[] {
  return Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) =>
    key.startsWith(PREFIX),
  );
}

export function exportData(): Blob {
  const kept = Object.fromEntries(
    keys().map((key) => [key, JSON.parse(localStorage.getItem(key) ?? 'null')]),
  );
  return new Blob([JSON.stringify({ sakiyomi: 1, kept }, null, 1)], { type: 'application/json' });
}

/** Reads an exported file; false if it is none. */
export function importData(text: string): boolean {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return false;
  }
  if (
    typeof file !== 'object' ||
    file === null ||
    !('kept' in file) ||
    typeof file.kept !== 'object' ||
    file.kept === null
  )
    return false;
  for (const [key, value] of Object.entries(file.kept)) {
    if (!key.startsWith(PREFIX)) continue;
    if (key === 'sakiyomi.v1') settings.set(clean(value));
    else localStorage.setItem(key, JSON.stringify(value));
  }
  // What is only in memory would otherwise overwrite the file's at the next change.
  solved.reload();
  return true;
}

export function deleteData(): void {
  for (const key of keys()) localStorage.removeItem(key);
  settings.reset();
  solved.reload();
}
