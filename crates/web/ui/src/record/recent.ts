// The last twenty records, kept in the browser, and the record that is open in this tab.

import type { ReadWarning, Side, Tree } from '../protocol/protocol.ts';

const KEY = 'sakiyomi.recent';
const MOST = 20;
const MOST_BYTES = 200_000;

export interface Kept {
  /** Different for each record that was opened, as many games have the same players. */
  id: string;
  name: string;
  at: number;
  tree: Tree;
}

/** A name for a record that is opened now. */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

export function recent(): Kept[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(list)) return [];
    // Records that an older page has kept are told apart by their time.
    return (list as Kept[]).map((kept) => ({ ...kept, id: kept.id ?? String(kept.at) }));
  } catch {
    return [];
  }
}

/** Keeps a record in the place of what was kept of it before. Returns whether it was stored. */
export function keep(record: Kept): boolean {
  if (record.tree.nodes.length < 2) return true;
  const text = JSON.stringify(record.tree);
  const isOther = (kept: Kept) =>
    kept.id !== record.id &&
    (kept.tree.nodes.length !== record.tree.nodes.length || JSON.stringify(kept.tree) !== text);
  const list = [record, ...recent().filter(isOther)].slice(0, MOST);
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
  id?: string;
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
