// Starts the page: waits for our font, so that no text is laid out in a font without Japanese, then mounts it.

import { mount } from 'svelte';
import '../made/pieces-kanji.css';
import './style.css';
import './board/board.css';
import App from './App.svelte';
import { session } from './server/session.svelte.ts';
import { settings } from './settings/settings.svelte.ts';
import ja from './text/ja.json';

async function start(): Promise<void> {
  const late = new Promise((done) => setTimeout(done, 500));
  await Promise.race([
    document.fonts.load('15px "Sakiyomi JP"', ja['nav.play']).catch(() => undefined),
    late,
  ]);
  const target = document.getElementById('app');
  if (!target) return;
  document.documentElement.lang = settings.language;
  mount(App, { target });
  session.connect();
}

void start();
