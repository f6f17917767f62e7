import { beforeEach, expect, it, vi } from 'vitest';
import { connect, FakeServer } from '../server/fake.ts';
import { settings } from '../settings/settings.svelte.ts';
import en from '../text/en.json';
import { fetchTexts } from '../text/text.ts';
import { messages } from './messages.svelte.ts';
import { notices } from './notices.svelte.ts';

let server: FakeServer;
beforeEach(async () => {
  vi.stubGlobal('WebSocket', FakeServer);
  settings.set({ language: 'en' });
  await fetchTexts('en');
  server = await connect();
  messages.hide();
});

it('shows notices in the words of the page', () => {
  server.say({ t: 'notice', code: 'not-saved', text: 'No space left on device (os error 28)' });
  expect(messages.toast?.text).toBe(en['notice.not-saved']);
});

it('keeps the last words of the engine for the settings', () => {
  for (const n of [1, 2, 3, 3, 4, 5, 6]) server.say({ t: 'notice', code: 'engine', text: `note ${n}` });
  expect(messages.toast).toBeNull();
  expect(notices.ofEngine).toEqual([2, 3, 4, 5, 6].map((n) => `note ${n}`));
});

it('shows failures that nobody waits for, such as that of the engine’s move', () => {
  server.say({ t: 'error', id: 999, code: 'engine-failed', message: 'for the log', why: null, unmet: null });
  expect(messages.toast?.text).toBe(en['fail.engine-failed']);
});
