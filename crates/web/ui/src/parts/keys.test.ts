import { expect, it } from 'vitest';
import { KEYS } from './keyList.ts';
import { isForField, keyName } from './keys.ts';

it('gives no key two meanings at one place', () => {
  const all = KEYS.flatMap((row) =>
    row.keys.map((key) => `${row.place === 'focus' ? 'focus' : 'page'} ${key}`),
  );
  expect(all.length).toBe(new Set(all).size);
});

it('names keys as the table does', () => {
  expect(keyName(new KeyboardEvent('keydown', { key: 'ArrowLeft', shiftKey: true }))).toBe('Shift+←');
  expect(keyName(new KeyboardEvent('keydown', { key: 'c', ctrlKey: true, shiftKey: true }))).toBe(
    'Ctrl+Shift+C',
  );
  expect(keyName(new KeyboardEvent('keydown', { key: '?', shiftKey: true }))).toBe('?');
});

it('leaves keys in fields and during composition alone', () => {
  const field = document.createElement('textarea');
  document.body.append(field);
  let seen = false;
  field.addEventListener('keydown', (event) => {
    seen = isForField(event);
  });
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }));
  expect(seen).toBe(true);
  expect(isForField(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true }))).toBe(true);
});
