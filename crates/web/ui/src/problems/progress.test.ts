import { beforeEach, describe, expect, it } from 'vitest';
import { solved } from './progress.svelte.ts';

const DAY = 24 * 3600 * 1000;

describe('progress in problems', () => {
  beforeEach(() => {
    solved.value = { sets: {}, streak: 0, again: {} };
  });

  it('counts what was solved at once', () => {
    solved.add('mate-1', 1, true, 0);
    solved.add('mate-1', 2, false, 0);
    expect(solved.count('mate-1')).toBe(1);
    expect(solved.last('mate-1')).toBe(2);
    expect(solved.value.streak).toBe(0);
    expect(solved.due('mate-1', DAY)).toEqual([2]);
  });

  it('asks again for what was missed, after longer and longer pauses', () => {
    solved.add('mate-3', 9, true, 0);
    solved.miss('mate-3', 4, 0);
    expect(solved.due('mate-3', DAY - 1)).toEqual([]);
    expect(solved.due('mate-3', DAY)).toEqual([4]);
    solved.add('mate-3', 4, true, DAY);
    expect(solved.last('mate-3')).toBe(9);
    expect(solved.due('mate-3', 3 * DAY)).toEqual([]);
    expect(solved.due('mate-3', 4 * DAY)).toEqual([4]);
    solved.add('mate-3', 4, true, 4 * DAY);
    solved.add('mate-3', 4, true, 11 * DAY);
    expect(solved.due('mate-3', 1000 * DAY)).toEqual([]);
    solved.miss('mate-3', 4, 0);
    solved.add('mate-3', 4, false, DAY);
    expect(solved.due('mate-3', 2 * DAY)).toEqual([4]);
  });
});
