// The last twenty records, kept in the browser, and the record that is open in this tab.

import type { ReadWarning, Side, Tree } from '../protocol/protocol.ts';

const KEY = 'sakiyomi.recent';
const MOST = 20;
const MOST_BYTES = 200_000;

export interface Kept {
  name: string;
  at: number;
  tree: Tree;
}

export function recent(): Kept[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? (list as Kept[]) : [];
  } catch {
    return [];
  }
}

/** Keeps a record; one of the same name and start is replaced. Returns whether it was stored. */
export function keep(name: string, tree: Tree): boolean {
  if (tree.nodes.length < 2) return true;
  const others = recent().filter((kept) => kept.name !== name || kept.tree.start !== tree.start);
  const list = [{ name, at: Date.now(), tree }, ...others].slice(0, MOST);
  while (list.length > 1 && JSON.stringify(list).length > MOST_BYTES * list.length) list.pop();
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}

const OPEN = 'sakiyomi.review';

/** The record of this tab and the place in it, as child numbers from the start. */
export interface Open {
  tree: Tree;
  path: number[];
  orientation: Side;
  mine: Side | null;
  name: string;
  warnings: ReadWarning[];
}

export function keepOpen(open: Open): void {
  try {
    sessionStorage.setItem(OPEN, JSON.stringify(open));
  } catch {
    // It is among the recent records as well.
  }
}

export function dropOpen(): void {
  try {
    sessionStorage.removeItem(OPEN);
  } catch {
    // Nothing was kept.
  }
}

/** What this tab had open, if it can be read. */
export function kept(): Open | null {
  try {
    const open: unknown = JSON.parse(sessionStorage.getItem(OPEN) ?? 'null');
    if (typeof open !== 'object' || open === null) return null;
    const { tree, path } = open as Open;
    return Array.isArray(tree?.nodes) && Array.isArray(path) ? (open as Open) : null;
  } catch {
    return null;
  }
}
