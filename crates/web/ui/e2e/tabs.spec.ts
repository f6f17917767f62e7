// F9: tabs that are duplicated, hidden or beside one another; connections that are lost.

import { begin, expect, listen, middle, move, moves, open, test } from './server.ts';

test('F9: a duplicated tab takes the game over, and the first can take it back', async ({
  page,
  context,
}) => {
  await open(page, 'play', { side: 'both' });
  await begin(page);
  await move(page, '7g7f');
  await expect(moves(page)).toHaveCount(1);
  // What the browser does for a duplicated tab: a copy of the session's store.
  const copy = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const second = await context.newPage();
  await second.addInitScript((stored) => {
    for (const [key, value] of Object.entries(JSON.parse(stored) as Record<string, string>))
      sessionStorage.setItem(key, value);
  }, copy);
  await second.goto('/#/play');
  await expect(moves(second)).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('This game goes on in another tab');
  await page.getByRole('button', { name: 'Take back' }).first().click();
  await expect(second.getByRole('alert')).toContainText('another tab');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(moves(page)).toHaveCount(1);
});

test('F9: free analysis in a second tab pauses that of the first', async ({ page, context }) => {
  await open(page, 'review');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.lines li')).toHaveCount(3);
  const second = await context.newPage();
  await open(second, 'review');
  await second.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(second.locator('.lines li')).toHaveCount(3);
  await expect(page.getByRole('status').filter({ hasText: 'Another tab is thinking' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Think here' }).click();
  await expect(page.locator('.lines li')).toHaveCount(3);
  await expect(second.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
});

test('F9: a reload in the middle of a game loses nothing', async ({ page }) => {
  await open(page, 'play', { side: 'both' });
  await begin(page);
  await move(page, '7g7f');
  await expect(moves(page)).toHaveCount(1);
  await move(page, '3c3d');
  await expect(moves(page)).toHaveCount(2);
  await page.reload();
  await expect(moves(page)).toHaveCount(2);
  await move(page, '2g2f');
  await expect(moves(page)).toHaveCount(3);
});

test('F9: a move that was sent into a dead connection is played once', async ({ page, server }) => {
  await open(page, 'play', { side: 'both' });
  await begin(page);
  await move(page, '7g7f');
  await expect(moves(page)).toHaveCount(1);
  await server.kill();
  await expect(page.getByRole('alert')).toContainText('Connection lost');
  await move(page, '3c3d');
  await server.start();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Nobody has to make the move again.
  await expect(moves(page)).toHaveCount(2);
});

test('a clock that has run out loses, and one stands still without a connection', async ({
  page,
  server,
}) => {
  const heard = listen(page);
  await open(page, 'play', {
    side: 'both',
    clock: 'own',
    ownClock: { main: 0, byoyomi: 2, increment: 0 },
  });
  await begin(page);
  await expect(page.locator('.card')).toContainText('time is up');
  expect(heard.findLast((news) => news.t === 'game')?.result).toEqual({ winner: 'white', reason: 'time' });
  await page.getByRole('button', { name: 'Again' }).click();
  await expect(page.locator('.card')).toHaveCount(0);
  await server.kill();
  await page.waitForTimeout(3000);
  await expect(page.locator('.time.frozen').first()).toBeVisible();
  await server.start();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.locator('.status[data-phase=human]')).toBeVisible();
});

test('reduced motion: pieces stand at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'play', { side: 'both' });
  await begin(page);
  await move(page, '7g7f');
  expect(await page.locator('piece.anim').count()).toBe(0);
  const at = await middle(page, '7f');
  const piece = await page.evaluate(
    ({ x, y }) =>
      [...document.querySelectorAll('sg-pieces piece')].some((element) => {
        const box = element.getBoundingClientRect();
        return box.left < x && x < box.right && box.top < y && y < box.bottom;
      }),
    at,
  );
  expect(piece).toBe(true);
});
