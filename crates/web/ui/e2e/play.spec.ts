import { begin, expect, middle, move, moves, open, paste, press, test } from './server.ts';

const PAWN = '8k/9/9/2P6/9/9/9/9/K8 b - 1';

test('F1: first start: a move is played and answered', async ({ page }) => {
  await open(page, 'play');
  await begin(page);
  await press(page, '7g');
  await expect(page.locator('sq.dest')).toHaveCount(1);
  await press(page, '7f');
  await expect(moves(page)).toHaveCount(2);
});

test('F2: drag, refusal with its reason, take back, resignation, review of the game', async ({ page }) => {
  await open(page, 'play');
  await begin(page);
  const [from, to] = [await middle(page, '2g'), await middle(page, '2f')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(moves(page)).toHaveCount(2);
  await press(page, '1g');
  await press(page, '1d');
  await expect(page.locator('.toast')).toContainText('cannot go there');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(moves(page)).toHaveCount(0);
  await move(page, '7g7f');
  await expect(moves(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.card')).toContainText('White wins');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await expect(page.locator('.review .move')).not.toHaveCount(0);
  // The moves that were taken back are kept as a variation.
  await expect(page.locator('.variations')).toContainText('P-2f');
});

test('promotion is asked, Escape puts the piece back, keys answer', async ({ page }) => {
  await open(page, 'play', { side: 'both' });
  await page.getByLabel('Start position').selectOption('sfen');
  await page.getByLabel('Position (SFEN)').fill(PAWN);
  await begin(page);
  await press(page, '7d');
  await press(page, '7c');
  await expect(page.locator('.chooser')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.chooser')).toHaveCount(0);
  await expect(page.locator('[data-square="7d"]')).toHaveAttribute('aria-label', /pawn/);
  await press(page, '7d');
  await press(page, '7c');
  await expect(page.locator('.chooser')).toBeVisible();
  await page.keyboard.press('+');
  await expect(page.locator('[data-square="7c"]')).toHaveAttribute('aria-label', /tokin/);
  await expect(moves(page)).toHaveCount(1);
});

test('a game by keys alone', async ({ page }) => {
  await open(page, 'play', { side: 'both' });
  await begin(page);
  const squares = page.locator('[role=gridcell][tabindex="0"]');
  await squares.focus();
  for (const [index, usi] of [
    '7g7f',
    '3c3d',
    '2g2f',
    '8c8d',
    '2f2e',
    '8d8e',
    '6i7h',
    '4a3b',
    '2e2d',
    '2c2d',
  ].entries()) {
    for (const key of [usi.slice(0, 1), usi.slice(1, 2), 'Enter', usi.slice(2, 3), usi.slice(3, 4), 'Enter'])
      await page.keyboard.press(key);
    await expect(moves(page)).toHaveCount(index + 1);
  }
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1);
});

test('a handicap game: White begins and is the giver', async ({ page }) => {
  await open(page, 'play');
  await page.getByLabel('Start position').selectOption('two-pieces');
  await expect(page.locator('form')).toContainText('begins');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(moves(page)).toHaveCount(1);
  await expect(page.locator('.player').first()).toContainText('giver');
});

test('clocks run, and byoyomi has its word', async ({ page }) => {
  await open(page, 'play', { clock: 'move' });
  await begin(page);
  await expect(page.locator('.player .byoyomi').first()).toContainText('Byoyomi');
  const clock = page.locator('.player').last().getByRole('timer');
  const before = await clock.innerText();
  await expect(clock).not.toHaveText(before);
});

test('F9: the server is killed and started again: the game goes on', async ({ page, server }) => {
  await open(page, 'play');
  await begin(page);
  await move(page, '7g7f');
  await expect(moves(page)).toHaveCount(2);
  const before = await moves(page).allInnerTexts();
  await server.kill();
  await expect(page.getByRole('alert')).toContainText('Connection lost');
  await server.start();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.status[data-phase=human]')).toBeVisible();
  expect(await moves(page).allInnerTexts()).toEqual(before);
  await move(page, '1g1f');
  await expect(moves(page)).toHaveCount(4);
});

test('a game goes on from a record with all its moves', async ({ page }) => {
  await open(page, 'review', { side: 'both' });
  await paste(page, 'position startpos moves 7g7f 3c3d 2g2f');
  await expect(page.locator('.review .move')).toHaveCount(4);
  await page.keyboard.press('End');
  await expect(page.locator('.move[aria-current]')).toContainText('P-2f');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Play from here' }).click();
  await expect(page.locator('form')).toContainText('3 moves that led to it');
  await begin(page);
  await expect(moves(page)).toHaveCount(3);
  await move(page, '8c8d');
  await expect(moves(page)).toHaveCount(4);
});

test('hints are off under a clock, with the reason, but for friendly games', async ({ page }) => {
  await open(page, 'play', { clock: 'tenByo' });
  await begin(page);
  const hint = page.getByRole('button', { name: 'Hint' });
  await expect(hint).toBeDisabled();
  await expect(hint).toHaveAttribute('title', /clock/);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Friendly game').check();
  await begin(page);
  await hint.click();
  await expect(page.locator('.toast')).toContainText('Hint:');
});

test('saved games: all can be reached, and each can be deleted', async ({ page }) => {
  await open(page, 'play', { side: 'both' });
  for (let game = 0; game < 10; game += 1) {
    await begin(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'New game' }).click();
  }
  await page.getByText('Saved games').click();
  const games = page.locator('details li');
  await expect(games).toHaveCount(8);
  await page.getByRole('button', { name: 'More games' }).click();
  await expect.poll(() => games.count()).toBeGreaterThanOrEqual(10);
  const before = await games.count();
  await games.last().getByRole('button', { name: 'Delete' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(games).toHaveCount(before - 1);
  await page.reload();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('Saved games').click();
  await page.getByRole('button', { name: 'More games' }).click();
  await expect(games).toHaveCount(before - 1);
});
