import { describe, expect, it } from 'vitest';
import { EVEN } from '../board/position.ts';
import type { Tree } from '../protocol/protocol.ts';
import { fromTree, lineFrom, makeMain, movesTo, toTree, variationsToText } from './tree.ts';

const TREE: Tree = {
  headers: [['先手', '<b>a</b>']],
  start: EVEN,
  nodes: [
    { comments: ['start'] },
    { parent: 0, move: '7g7f', spentMs: 1000 },
    { parent: 1, move: '3c3d', comments: ['a', 'b'] },
    { parent: 2, end: 'Resign' },
    { parent: 1, move: '8c8d' },
    { parent: 4, move: '2g2f' },
  ],
};

describe('the tree of a record', () => {
  it('goes to nodes and back without loss', () => {
    expect(toTree(fromTree(TREE), TREE.start, TREE.headers)).toEqual(TREE);
  });

  it('knows the moves to a node and the main line', () => {
    const root = fromTree(TREE);
    expect(lineFrom(root).map((node) => node.move ?? node.end ?? '')).toEqual(['', '7g7f', '3c3d', 'Resign']);
    const branch = root.children[0]?.children[1]?.children[0];
    expect(branch && movesTo(branch)).toEqual(['7g7f', '8c8d', '2g2f']);
  });

  it('makes a variation the main line', () => {
    const root = fromTree(TREE);
    const branch = root.children[0]?.children[1]?.children[0];
    if (branch) makeMain(branch);
    expect(lineFrom(root).map((node) => node.move)).toEqual([undefined, '7g7f', '8c8d', '2g2f']);
  });

  it('turns variations into comments', () => {
    const root = fromTree(TREE);
    expect(variationsToText(root, (node) => node.move ?? '')).toBe(1);
    const first = root.children[0];
    expect(first?.children).toHaveLength(1);
    expect(first?.comments).toEqual(['2: 8c8d 2g2f']);
    expect(variationsToText(root, () => '')).toBe(0);
  });

  it('leaves nodes with bad parents out', () => {
    const bad: Tree = {
      headers: [],
      start: EVEN,
      nodes: [{}, { parent: 5, move: '7g7f' }, { parent: 0, move: '2g2f' }, { parent: 1, move: '3c3d' }],
    };
    expect(toTree(fromTree(bad), EVEN, []).nodes).toEqual([{}, { parent: 0, move: '2g2f' }]);
  });
});
