import { expect, it } from 'vitest';
import { solved } from '../problems/progress.svelte.ts';
import { deleteData, exportData, importData } from './data.ts';
import { clean, settings } from './settings.svelte.ts';

it('keeps known settings of the right type and nothing else', () => {
  expect(clean({ level: 7, theme: 5, evil: 1, __proto__: { level: 1 } })).toEqual({ level: 7 });
  expect(clean('x')).toEqual({});
  expect(clean(null)).toEqual({});
});

it('goes out to a file and comes back', async () => {
  settings.set({ level: 9 });
  const file = await exportData().text();
  settings.set({ level: 1 });
  expect(importData(file)).toBe(true);
  expect(settings.values.level).toBe(9);
  expect(importData('nonsense')).toBe(false);
  expect(importData('{"kept":null}')).toBe(false);
});

it('brings the progress in problems with it', async () => {
  solved.add('mate-1', 3, true);
  const file = await exportData().text();
  deleteData();
  expect(solved.count('mate-1')).toBe(0);
  expect(importData(file)).toBe(true);
  expect(solved.count('mate-1')).toBe(1);
  solved.add('mate-1', 4, true);
  expect(solved.count('mate-1')).toBe(2);
});
