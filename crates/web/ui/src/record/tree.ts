// A record as the page keeps it: nodes with children, made from the server's list of nodes and turned back into it.

import { parseSfen, play } from '../board/position.ts';
import type { GameState, MoveText, Tree, TreeEvaluation, TreeNode } from '../protocol/protocol.ts';

export interface Node {
  id: number;
  parent: Node | null;
  children: Node[];
  /** Plies from the start. */
  ply: number;
  move?: string;
  text?: MoveText;
  end?: string;
  comments: string[];
  spentMs?: number;
  eval?: TreeEvaluation;
}

let nextId = 1;

export function newNode(parent: Node | null, fields: Partial<Node> = {}): Node {
  const node: Node = {
    comments: [],
    ...fields,
    id: nextId,
    parent,
    children: [],
    ply: parent ? parent.ply + (fields.move ? 1 : 0) : 0,
  };
  nextId += 1;
  return node;
}

/** Builds the nodes of a list; a node with a bad parent is left out with all that follow it. */
export function fromTree(tree: Tree): Node {
  const root = newNode(null, fieldsOf(tree.nodes[0] ?? {}));
  const made: (Node | undefined)[] = [root];
  tree.nodes.slice(1).forEach((entry, offset) => {
    const parent = entry.parent === undefined ? undefined : made[entry.parent];
    if (!parent || (entry.parent ?? 0) > offset) {
      made.push(undefined);
      return;
    }
    const node = newNode(parent, fieldsOf(entry));
    parent.children.push(node);
    made.push(node);
  });
  return root;
}

function fieldsOf(entry: TreeNode): Partial<Node> {
  return {
    move: entry.move ?? undefined,
    text: entry.text ?? undefined,
    end: entry.end ?? undefined,
    comments: [...(entry.comments ?? [])],
    spentMs: entry.spentMs ?? undefined,
    eval: entry.eval ?? undefined,
  };
}

/** The list of nodes for the server: each parent before its children, main line first. */
export function toTree(root: Node, start: string, headers: [string, string][]): Tree {
  const nodes: TreeNode[] = [];
  const stack: [Node, number | undefined][] = [[root, undefined]];
  while (stack.length > 0) {
    const [node, parent] = stack.pop() as [Node, number | undefined];
    const index = nodes.length;
    const entry: TreeNode = {};
    if (parent !== undefined) entry.parent = parent;
    if (node.move) entry.move = node.move;
    if (node.end) entry.end = node.end;
    if (node.comments.length > 0) entry.comments = node.comments;
    if (node.spentMs !== undefined) entry.spentMs = node.spentMs;
    nodes.push(entry);
    for (const child of [...node.children].reverse()) stack.push([child, index]);
  }
  return { headers, start, nodes };
}

/** The nodes from the start to a node, without the start. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) path.push(at);
  return path.reverse();
}

/** Whether a node hangs on this very tree: not on another record's, nor on a branch that was cut off. */
export function isIn(root: Node, node: Node): boolean {
  let at = node;
  while (at.parent) {
    if (!at.parent.children.includes(at)) return false;
    at = at.parent;
  }
  return at === root;
}

export function movesTo(node: Node): string[] {
  return pathTo(node).flatMap((step) => (step.move ? [step.move] : []));
}

/** The main line from a node on, the node included. */
export function lineFrom(node: Node): Node[] {
  const line = [node];
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

export function placementAt(start: string, node: Node) {
  return movesTo(node).reduce(play, parseSfen(start));
}

/** Makes every step to the node the first child: the line to it becomes the main line. */
export function makeMain(node: Node): void {
  for (let at: Node | null = node; at?.parent; at = at.parent) {
    const siblings = at.parent.children;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

/** Takes the variations beside the main line out; each becomes a line of comment before its first move. */
export function variationsToText(root: Node, words: (node: Node) => string): number {
  let count = 0;
  for (const node of lineFrom(root)) {
    const [, ...others] = node.children;
    for (const first of others) {
      const line = lineFrom(first).flatMap((step) => (step.move ? [words(step)] : []));
      const notes = lineFrom(first).flatMap((step) => step.comments);
      if (line.length === 0) continue;
      node.comments.push(`${first.ply}: ${line.join(' ')}`, ...notes);
      count += 1;
    }
    node.children.splice(1);
  }
  return count;
}

/** A played game as a record; moves that were taken back are variations. */
export function gameTree(game: GameState, names: { black: string; white: string }): Tree {
  const root = newNode(null);
  let at = root;
  const main: Node[] = [root];
  for (const move of game.moves) {
    const node = newNode(at, { move: move.usi, text: move.text, spentMs: move.spentMs });
    at.children.push(node);
    main.push(node);
    at = node;
  }
  if (game.result) at.children.push(newNode(at, { end: endName(game.result.reason) }));
  for (const undone of game.undone) {
    let from = main[undone.ply];
    for (const usi of undone.moves) {
      if (!from) break;
      let next: Node | undefined = from.children.find((child) => child.move === usi);
      if (!next) {
        next = newNode(from, { move: usi });
        from.children.push(next);
      }
      from = next;
    }
  }
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return toTree(root, game.start, [
    ['先手', names.black],
    ['後手', names.white],
    ['開始日時', today],
  ]);
}

/** The name of the end in a record. */
function endName(reason: string): string {
  const names: Record<string, string> = {
    mate: 'Mate',
    resign: 'Resign',
    time: 'TimeUp',
    repetition: 'Sennichite',
    'perpetual-check': 'IllegalLoss',
    declaration: 'Declaration',
    'max-moves': 'MaxMoves',
    illegal: 'IllegalLoss',
  };
  return names[reason] ?? 'Interrupted';
}
