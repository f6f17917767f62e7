// What goes wrong between page and server, and must not be felt for long.

import { mkdirSync, rmSync } from 'node:fs';
import type { Page, WebSocketRoute } from '@playwright/test';
import { begin, expect, listen, move, moves, open, paste, test } from './server.ts';

const GAME = 'position startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 8h4d 2b4d';
const OTHER = 'position startpos moves 2g2f 8c8d';
/** Kings that walk to and fro for a hundred plies. */
const LONG = `position startpos moves ${'5i5h 5a5b 5h5i 5b5a '.repeat(25).trim()}`;

async function analyse(page: Page, effort: string): Promise<void> {
  await page.locator('.start select').selectOption(effort);
  await page.locator('.start').getByRole('button', { name: 'Analyse game' }).click();
}

test('a held key walks through a record while the engine thinks', async ({ page }) => {
  const heard = listen(page);
  await open(page, 'review');
  await paste(page, LONG);
  await expect(page.locator('.review .move')).toHaveCount(101);
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.lines li')).not.toHaveCount(0);
  const began = Date.now();
  for (let step = 0; step < 140; step += 1) {
    await page.keyboard.press(step < 70 ? 'ArrowRight' : 'ArrowLeft');
    await page.waitForTimeout(Math.max(0, began + 33 * step - Date.now()));
  }
  // The graph is dragged from end to end as well.
  const graph = await page.locator('.graph').boundingBox();
  if (!graph) throw new Error('no graph');
  await page.mouse.move(graph.x + 2, graph.y + 20);
  await page.mouse.down();
  await page.mouse.move(graph.x + graph.width - 2, graph.y + 20, { steps: 150 });
  await page.mouse.up();
  await expect(page.locator('.lines li')).not.toHaveCount(0);
  expect(heard.filter((news) => news.t === 'error')).toEqual([]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a move that went into a dying connection is played by the server that lives on', async ({ page }) => {
  const lines: WebSocketRoute[] = [];
  let isDead = false;
  await page.routeWebSocket(/\/ws$/, (line) => {
    const server = line.connectToServer();
    line.onMessage((message) => {
      if (!isDead) server.send(message);
    });
    lines.push(line);
  });
  await open(page, 'play', { clock: 'tenByo' });
  await begin(page);
  await move(page, '7g7f');
  await expect(moves(page)).toHaveCount(2);
  isDead = true;
  await move(page, '2g2f');
  await expect(page.locator('.status')).toContainText('Thinking');
  await lines.at(-1)?.close({ code: 4004 });
  isDead = false;
  await expect(moves(page)).toHaveCount(4);
  await expect(page.locator('.status[data-phase=human]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back' })).toBeEnabled();
});

test('the report of one game is not shown over another', async ({ page }) => {
  test.setTimeout(300_000);
  await open(page, 'review');
  await paste(page, GAME);
  await expect(page.locator('.review .move')).toHaveCount(9);
  await analyse(page, 'quick');
  await expect(page.locator('.whole table')).toBeVisible({ timeout: 200_000 });
  await page.goto('/#/play');
  await paste(page, OTHER);
  await expect(page.locator('.review .move')).toHaveCount(3);
  await page.locator('.lower').getByRole('button', { name: 'Whole game' }).click();
  await expect(page.locator('.whole')).toContainText('Mistakes, missed mates');
  await expect(page.locator('.whole table')).toHaveCount(0);
  await expect(page.locator('.whole .entry')).toHaveCount(0);
});

test('a record that comes during an analysis gets nothing of it', async ({ page }) => {
  await open(page, 'review');
  await paste(page, GAME);
  await expect(page.locator('.review .move')).toHaveCount(9);
  await analyse(page, 'deep');
  await expect(page.locator('.start progress')).toBeVisible();
  await paste(page, OTHER);
  await expect(page.locator('.review .move')).toHaveCount(3);
  await expect(page.locator('.start').getByRole('button', { name: 'Analyse game' })).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(page.locator('.whole .entry')).toHaveCount(0);
  await expect(page.locator('.chip')).toContainText('idle');
});

test('a server that is started again does not hold up Review', async ({ page, server }) => {
  await open(page, 'review');
  await paste(page, GAME);
  await expect(page.locator('.review .move')).toHaveCount(9);
  await analyse(page, 'deep');
  await expect(page.locator('.start progress')).toBeVisible();
  await server.kill();
  await expect(page.getByRole('alert')).toContainText('Connection lost');
  await server.start();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.start').getByRole('button', { name: 'Analyse game' })).toBeEnabled();
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.lines li')).toHaveCount(3);
});

test('a game that cannot be saved says so', async ({ page, server }) => {
  await open(page, 'play', { side: 'both' });
  await begin(page);
  const folder = server.path('games');
  rmSync(folder, { recursive: true });
  await move(page, '7g7f');
  await expect(page.locator('.toast.bad')).toContainText('could not be saved');
  await expect(moves(page)).toHaveCount(1);
  mkdirSync(folder);
});

test('an analysis that another tab takes the place of is over in the first', async ({
  page,
  context,
  server,
}) => {
  // One engine at a time, and tabs that do not hear one another.
  await page.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }));
  const second = await context.newPage();
  const third = await context.newPage();
  for (const other of [page, second, third]) {
    await other.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }));
    await other.goto(`${server.url}#/review`);
    await other.getByRole('button', { name: /^(Analyse|検討)$/ }).click();
  }
  await expect(third.locator('.lines li')).toHaveCount(3);
  await expect(page.locator('.toast')).toContainText('another tab');
  await expect(page.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
});

test('two games of the same players are both kept', async ({ page }) => {
  const kif = (usi: string) => `手合割：平手\n先手：A\n後手：B\n1 ${usi}\n`;
  await open(page, 'review');
  await paste(page, kif('７六歩(77)'));
  await expect(page.locator('.review .move')).toHaveCount(2);
  await page.locator('#comment').fill('of the first');
  await page.locator('#comment').blur();
  await paste(page, kif('２六歩(27)'));
  await expect(page.locator('.move[aria-current], .review .move').last()).toContainText('P-2f');
  await page.waitForTimeout(1500);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const kept = page.locator('dialog').getByRole('button', { name: 'A – B' });
  await expect(kept).toHaveCount(2);
  await kept.last().click();
  await expect(page.locator('#comment')).toHaveValue('of the first');
});

test('the Japanese page words every refusal itself', async ({ page }) => {
  await open(page, 'review', { language: 'ja' });
  await paste(page, '手合割：平手\n1 ７六歩(77)\n2 ９九玉(11)\n');
  const toast = page.locator('.toast');
  await expect(toast).toContainText('3行目');
  expect(await toast.innerText()).not.toMatch(/[A-Za-z]{3}/);
});
