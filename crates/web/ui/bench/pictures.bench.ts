// The pictures of the guide, taken anew: PICTURES names the folder that they go to.

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { drop, expect, move, moves, PROGRAM, Server, test } from '../e2e/server.ts';

const FOLDER = process.env.PICTURES ?? '';
const GAME = '../../../suites/kifu/json-kifu-format/2005_YAMADA_GPS.csa';
/** The plies of the game that are shown, and the effort of its analysis: fewer and less on a busy machine. */
const PLIES = Number(process.env.PLIES ?? 999);
const EFFORT = process.env.EFFORT ?? 'normal';
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

test.skip(FOLDER === '', 'PICTURES names no folder');
test.beforeAll(() => {
  if (FOLDER) mkdirSync(FOLDER, { recursive: true });
});

/** The game, cut after some plies; names in letters, as a machine without Japanese fonts has no others. */
function record(): Uint8Array {
  let plies = 0;
  const lines = readFileSync(GAME, 'latin1')
    .split('\n')
    .filter((line) => !/^[+-]\d{4}/.test(line) || ++plies <= PLIES)
    .map((line) => (line.startsWith('N-') ? 'N-Morita Shogi 2.18' : line.replace('N+gps', 'N+GPS Shogi')));
  return Buffer.from(lines.join('\n'), 'latin1');
}

async function at(
  browser: Browser,
  server: Server,
  place: string,
  values: Record<string, unknown>,
  phone = false,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: phone ? PHONE : WIDE,
    ...(phone ? { hasTouch: true, isMobile: true } : {}),
  });
  const page = await context.newPage();
  await page.addInitScript((stored) => localStorage.setItem('sakiyomi.v1', JSON.stringify(stored)), {
    language: 'en',
    theme: 'light',
    level: 4,
    ...values,
  });
  await page.goto(`${server.url}#/${place}`);
  await expect(page.locator('h1')).toHaveCount(1);
  await page.waitForTimeout(800);
  return page;
}

async function take(page: Page, name: string, close = true): Promise<void> {
  await page.mouse.move(2, 300);
  await page.waitForTimeout(4500);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  if (close) await page.context().close();
}

/** Some moves of a game against the program. */
async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Start|開始)$/ }).click();
  await expect(page.locator('.status[data-phase=human]')).toBeVisible();
  let count = 0;
  for (const usi of ['7g7f', '2g2f', '3i4h', '6i7h', '5i6h', '4i5h', '3g3f', '9g9f']) {
    if (!(await page.locator('.status[data-phase=human]').isVisible())) break;
    await move(page, usi);
    count += 2;
    await expect
      .poll(() => moves(page).count(), { timeout: 10_000 })
      .toBe(count)
      .catch(() => undefined);
    count = await moves(page).count();
  }
}

async function review(page: Page, ply: number): Promise<void> {
  await drop(page, 'game.csa', record());
  await expect(page.locator('.review .move')).not.toHaveCount(1);
  await page.locator('.start select').selectOption(EFFORT);
  await page.locator('.start button').click();
  await expect(page.locator('.whole table')).toHaveCount(1, { timeout: 500_000 });
  for (let step = 0; step < ply; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('l');
  await page.waitForTimeout(3000);
}

for (const [language, theme] of [
  ['en', 'light'],
  ['ja', 'dark'],
] as const) {
  const suffix = language === 'en' ? '' : '-ja';
  test(`play and problems, ${language}`, async ({ browser, server }) => {
    const page = await at(browser, server, 'play', { language, theme, clock: 'tenByo' });
    await play(page);
    await take(page, `play${suffix}`);
    const form = await at(browser, server, 'play', { language, theme });
    await take(form, `form${suffix}`);
    const problems = await at(browser, server, 'problems', { language, theme });
    await problems.getByRole('button', { name: /^(Mate 7|7手詰)$/ }).click();
    await take(problems, `problems${suffix}`);
    const settings = await at(browser, server, 'settings', { language, theme });
    await take(settings, `settings${suffix}`);
  });

  test(`review, ${language}`, async ({ browser, server }) => {
    const page = await at(browser, server, 'review', { language, theme });
    await review(page, Math.min(61, PLIES - 3));
    await take(page, `review${suffix}`, false);
    await page
      .getByRole('button', { name: /^(Moves|棋譜)$/ })
      .last()
      .click();
    await take(page, `review-moves${suffix}`);
  });

  test(`phone, ${language}`, async ({ browser, server }) => {
    const form = await at(browser, server, 'play', { language, theme }, true);
    await take(form, `phone-form${suffix}`);
    const page = await at(browser, server, 'play', { language, theme }, true);
    await play(page);
    await take(page, `phone-play${suffix}`);
    const opened = await at(browser, server, 'review', { language, theme }, true);
    await drop(opened, 'game.csa', record());
    for (let step = 0; step < 61; step += 1) await opened.keyboard.press('ArrowRight');
    await opened.keyboard.press('l');
    await take(opened, `phone-review${suffix}`, false);
    await opened.getByRole('button', { name: /^(Graph|グラフ)$/ }).click();
    await take(opened, `phone-graph${suffix}`);
    const problems = await at(browser, server, 'problems', { language, theme }, true);
    await take(problems, `phone-problems${suffix}`);
  });
}

test('arena', async ({ browser }) => {
  const store = new Server();
  const file = store.path('match.db');
  const engine = (name: string, more = '') => `cmd=${PROGRAM};name=${name};option.USI_Hash=8${more}`;
  await promisify(execFile)(PROGRAM, [
    'arena',
    'sprt',
    engine('new'),
    engine('old', ';option.Off=null_move'),
    ...['--limit', 'nodes=600', '--games', '120', '--results', file],
  ]).catch(() => undefined);
  const server = new Server(['--results', file]);
  await server.start();
  await take(await at(browser, server, 'arena', {}), 'arena');
  await take(await at(browser, server, 'arena', { language: 'ja', theme: 'dark' }, true), 'phone-arena-ja');
  await server.end();
  await store.end();
});
