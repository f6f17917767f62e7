// Starts the page: waits for our font, so that no text is laid out in a font without Japanese, then mounts it.

import { mount } from 'svelte';
import '../made/font.css';
import '../made/pieces-kanji.css';
import './style.css';
import './board/board.css';
import App from './App.svelte';
import { session } from './server/session.svelte.ts';
import { bringTexts, settings } from './settings/settings.svelte.ts';

/** A character of the font's first part. */
const SAMPLE = '\u3042';

async function start(): Promise<void> {
  const late = new Promise((done) => setTimeout(done, 500));
  const font = document.fonts.load('15px "Sakiyomi JP"', SAMPLE).catch(() => undefined);
  await Promise.all([bringTexts(settings.language), Promise.race([font, late])]);
  const target = document.getElementById('app');
  if (!target) return;
  document.documentElement.lang = settings.language;
  mount(App, { target });
  session.connect();
}

void start();
