// The record under review: its tree, the position shown, edits. It belongs to the page and is kept in the browser.

import { EVEN, parseSfen, play, playAll, type Side, toSfen } from '../board/position.ts';
import { Settle } from '../parts/settle.ts';
import type { MoveText, Pos, ReadWarning, Tree } from '../protocol/protocol.ts';
import { session } from '../server/session.svelte.ts';
import { dropOpen, keep, keepOpen, kept, newId } from './recent.ts';
import {
  fromTree,
  isIn,
  lineFrom,
  makeMain,
  movesTo,
  type Node,
  newNode,
  pathTo,
  toTree,
  variationsToText,
} from './tree.ts';

export interface LoadOptions {
  orientation?: Side;
  /** The side of the user, for "next mistake of mine". */
  mine?: Side | null;
  name?: string;
  warnings?: ReadWarning[];
  /** The record's own among the recent ones, if it is one of them. */
  id?: string;
}

/** The rest after which a position that was passed through quickly is asked for. */
export const REST_MS = 80;

class Record {
  start = $state(EVEN);
  headers: [string, string][] = $state.raw([]);
  root: Node = $state.raw(newNode(null));
  current: Node = $state.raw(this.root);
  /** Grows with every change of the tree, whose nodes are plain objects. */
  version = $state(0);
  orientation: Side = $state('black');
  mine: Side | null = $state(null);
  name = $state('');
  warnings: ReadWarning[] = $state.raw([]);
  /** A change is not in the browser's store yet. */
  unkept = $state(false);
  /** What the server knows of the shown position. */
  pos: Pos | null = $state.raw(null);
  posOf: Node | null = $state.raw(null);
  /** Called before another record takes the place of this one. */
  onleave: (() => void) | undefined;
  #id = newId();
  #asked = 0;
  #settle = new Settle(REST_MS);
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #placing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    session.on('state', () => this.askPosition());
    const open = kept();
    if (open) {
      this.load(open.tree, open);
      this.#goAlong(open.path);
    }
    // A reload, a closed lid or a duplicated tab finds the record as it was.
    if (typeof window === 'undefined') return;
    window.addEventListener('pagehide', () => {
      this.#flush();
      this.#keepPlace();
    });
    window.addEventListener('beforeunload', (event) => {
      this.#flush();
      if (this.unkept) event.preventDefault();
    });
  }

  /** To the end of a path of child numbers. */
  #goAlong(path: readonly number[]): void {
    for (const index of path) this.go(this.current.children[index]);
  }

  #keepPlace(): void {
    if (this.root.children.length === 0 && this.start === EVEN) {
      dropOpen();
      return;
    }
    const path = pathTo(this.current).map((node) => node.parent?.children.indexOf(node) ?? 0);
    const { orientation, mine, name, warnings } = this;
    keepOpen({ id: this.#id, tree: this.tree(), path, orientation, mine, name, warnings });
  }

  /** Stores a change that still waits for its turn. */
  #flush(): void {
    if (this.#keeping === undefined) return;
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    this.unkept = !keep({ id: this.#id, name: this.name || this.title, at: Date.now(), tree: this.tree() });
    this.#keepPlace();
  }

  get moves(): string[] {
    void this.version;
    return movesTo(this.current);
  }

  get sfen(): string {
    return toSfen(this.moves.reduce(play, parseSfen(this.start)));
  }

  /** The position at a node. */
  sfenAt(node: Node): string {
    return toSfen(playAll(this.start, movesTo(node)));
  }

  /** The side that made the move of a node. */
  moverOf(node: Node): Side {
    const firstWhite = this.start.split(' ')[1] === 'w';
    return (node.ply % 2 === 1) !== firstWhite ? 'black' : 'white';
  }

  /** The shown line: to the current position and on along its main line. */
  get line(): Node[] {
    void this.version;
    const before = [this.root, ...pathTo(this.current)];
    return [...before, ...lineFrom(this.current).slice(1)].filter((node, index) => index === 0 || node.move);
  }

  /** The legal moves, once the server has told them for this very position. */
  get legal(): string[] {
    return this.posOf === this.current ? (this.pos?.legal ?? []) : [];
  }

  load(tree: Tree, options: LoadOptions = {}): void {
    this.#flush();
    this.onleave?.();
    this.#id = options.id ?? newId();
    this.start = tree.start;
    this.headers = tree.headers;
    this.root = fromTree(tree);
    this.current = this.root;
    this.orientation = options.orientation ?? 'black';
    this.mine = options.mine ?? null;
    this.name = options.name ?? '';
    this.warnings = options.warnings ?? [];
    this.changed();
    this.askPosition();
  }

  /** A new record from a position. */
  fresh(sfen = EVEN): void {
    this.load({ headers: [], start: sfen, nodes: [{}] });
  }

  tree(): Tree {
    return toTree(this.root, this.start, this.headers);
  }

  changed(): void {
    this.version += 1;
    clearTimeout(this.#keeping);
    this.unkept = true;
    this.#keeping = setTimeout(() => this.#flush(), 1000);
  }

  get title(): string {
    const names = ['先手', '下手', '後手', '上手'].flatMap((key) =>
      this.headers.filter(([name]) => name === key).map(([, value]) => value),
    );
    return names.join(' – ');
  }

  /** Shows the position at a node; one of another record, or one that was deleted, is refused. */
  go(node: Node | undefined): void {
    if (!node || node.end || node === this.current || !isIn(this.root, node)) return;
    this.current = node;
    clearTimeout(this.#placing);
    this.#placing = setTimeout(() => this.#keepPlace(), 1000);
    this.askPosition();
  }

  /** Plays a move from the shown position: an old branch is entered, a new one is kept. */
  play(usi: string, text?: MoveText): void {
    const known = this.current.children.find((child) => child.move === usi);
    if (known) {
      this.go(known);
      return;
    }
    const node = newNode(this.current, { move: usi, ...(text ? { text } : {}) });
    // Moves stand before an end such as "resigns", which stays the end of its own line.
    this.current.children.push(node);
    this.changed();
    this.go(node);
  }

  playLine(moves: readonly string[], texts: readonly MoveText[]): void {
    for (const [index, usi] of moves.entries()) this.play(usi, texts[index]);
  }

  back = () => this.go(this.current.parent ?? undefined);
  forward = () => this.go(this.current.children.find((child) => child.move));
  first = () => this.go(this.root);
  last = () => this.go(lineFrom(this.current).findLast((node) => !node.end));

  jump(plies: number): void {
    const line = this.line;
    const at = line.indexOf(this.current) + plies;
    this.go(line[Math.max(0, Math.min(line.length - 1, at))]);
  }

  /** To the previous or next move beside this one. */
  sibling(step: number): void {
    const siblings = (this.current.parent?.children ?? []).filter((node) => node.move);
    this.go(siblings[siblings.indexOf(this.current) + step]);
  }

  /** Back to where the variation leaves the line it belongs to. */
  leave(): void {
    let at: Node | null = this.current;
    while (at?.parent && at.parent.children[0] === at) at = at.parent;
    this.go(at?.parent ?? this.root);
  }

  enter(): void {
    this.go(this.current.children.filter((node) => node.move)[1]);
  }

  /** Takes the current node and what follows out; returns the way to undo that. */
  remove(): (() => void) | null {
    const node = this.current;
    const parent = node.parent;
    if (!parent) return null;
    const at = parent.children.indexOf(node);
    parent.children.splice(at, 1);
    this.go(parent);
    this.changed();
    return () => {
      parent.children.splice(at, 0, node);
      this.go(node);
      this.changed();
    };
  }

  promote(): void {
    makeMain(this.current);
    this.changed();
  }

  setHeaders(headers: [string, string][]): void {
    this.headers = headers;
    this.changed();
  }

  /** Turns the variations of the main line into comments, for formats and readers without them; returns how many. */
  variationsToText(words: (node: Node) => string): number {
    const count = variationsToText(this.root, words);
    if (count > 0) {
      this.current = lineFrom(this.root).find((node) => node === this.current) ?? this.root;
      this.changed();
      this.askPosition();
    }
    return count;
  }

  comment(text: string): void {
    this.current.comments = text.trim() === '' ? [] : text.split('\n');
    this.changed();
  }

  /** Asks the server for legal moves, words and counts of the shown position, once it stands still. */
  askPosition(): void {
    this.#settle.call(() => void this.#ask());
  }

  async #ask(): Promise<void> {
    const node = this.current;
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const { pos } = await session.ask<'pos'>({ t: 'position', start: this.start, moves: movesTo(node) });
      if (asked !== this.#asked) return;
      this.pos = pos;
      this.posOf = node;
      if (pos.text && node.move && !node.text) {
        node.text = pos.text;
        this.version += 1;
      }
    } catch {
      // Without a connection the record can still be read.
    }
  }
}

export const record = new Record();
