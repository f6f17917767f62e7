// F3 and F4: records in, free analysis, the report of a whole game.

import { drop, expect, listen, middle, move, open, paste, press, rest, test } from './server.ts';

const GAME = 'position startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 8h4d 2b4d';

test('F3: a dropped Shift_JIS file is read, and its remarks are listed', async ({ page }) => {
  await open(page, 'play');
  // Headers 先手 and 手合割, then the moves 1 ７六歩 and, with a wrong number, 5 ３四歩.
  const bytes =
    '90e68ee881468d620d0a8ee88d878a84814695bd8ee80d0a31208256985a95e0283737290d0a3520' +
    '82528e6c95e0283333290d0a';
  const text = Uint8Array.from(Buffer.from(bytes, 'hex'));
  await drop(page, 'old.kif', text);
  await expect(page.locator('.review .player').last()).toContainText('甲');
  await expect(page.locator('.toast')).toContainText('remark');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.locator('dialog')).toContainText('move number');
});

test('F3: a broken record says its line, a file that is too big is not sent', async ({ page }) => {
  await open(page, 'review');
  await paste(page, '手合割：平手\n1 ７六歩(77)\n2 ９九玉(11)\n');
  await expect(page.locator('.toast')).toContainText('3');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await drop(page, 'big.kif', new Uint8Array(2 * 1024 * 1024 + 1));
  await expect(page.locator('.toast')).toContainText('2 MB');
  expect(sent.filter((url) => url.includes('/api/kifu'))).toEqual([]);
});

test('F3: a whole game is analysed, and its moments open', async ({ page }) => {
  test.setTimeout(300_000);
  await open(page, 'review');
  await paste(page, GAME);
  await expect(page.locator('.review .move')).toHaveCount(9);
  await page.locator('.start select').selectOption('quick');
  await page.locator('.start').getByRole('button', { name: 'Analyse game' }).click();
  await expect(page.locator('.whole table')).toContainText('Mean loss', { timeout: 200_000 });
  await expect(page.locator('.graph .curve')).not.toHaveAttribute('d', '');
  const moments = page.locator('.whole .entry');
  await expect(moments).not.toHaveCount(0);
  const bad = moments.filter({ hasText: 'loss' }).last();
  await bad.click();
  const card = page.locator('section.card');
  await expect(card).toContainText('loss');
  await expect(card).toContainText('Played');
  // The words of both languages, without a new analysis.
  const words = await bad.locator('.move').innerText();
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.locator('.whole table')).toContainText('平均損失');
  expect(await moments.last().locator('.move').innerText()).not.toBe(words);
  await page.getByRole('button', { name: 'English' }).click();
  // The exercise: the move is taken back, a worse try is refused, the answer can be asked for.
  await card.getByRole('button', { name: 'Find a better move' }).click();
  await expect(card).toContainText('Find a better move than');
  await press(page, '9g');
  await press(page, '9f');
  await expect(page.locator('.toast.bad')).toBeVisible();
  await card.getByRole('button', { name: 'Show the best move' }).click();
  await expect(page.locator('.variations')).not.toHaveCount(0);
  // Mistakes of the game are problems now.
  await page.goto('/#/problems');
  await page.getByRole('button', { name: 'My mistakes' }).click();
  await expect(page.locator('.side h2')).toHaveText('The best move');
});

test('F4: lines come at most six times a second, follow the board and stop', async ({ page }) => {
  const heard = listen(page);
  await open(page, 'review');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.lines li')).toHaveCount(3);
  const infos = () => heard.filter((news) => news.t === 'info').length;
  const before = infos();
  await page.waitForTimeout(3000);
  expect(infos() - before).toBeLessThanOrEqual(18);
  await move(page, '7g7f');
  await expect(page.locator('.lines li')).toHaveCount(3);
  // No line of the old position: all begin with a move of White's.
  const jobs = heard.filter((news) => news.t === 'job').map((news) => news.job);
  expect(heard.findLast((news) => news.t === 'info')?.job).toBe(jobs.at(-1));
  const second = page.locator('.lines li').nth(1).getByRole('button');
  const shown = await page.locator('[data-square="7f"]').getAttribute('aria-label');
  await second.nth(1).hover();
  await expect(page.locator('.move[aria-current]')).toContainText('P-7f');
  await page.mouse.move(5, 5);
  await expect(page.locator('[data-square="7f"]')).toHaveAttribute('aria-label', shown ?? '');
  await second.nth(1).click();
  await expect(page.locator('.review .move')).toHaveCount(4);
  await page.keyboard.press('l');
  await expect(page.locator('.chip')).toContainText('idle');
  const stopped = infos();
  await page.waitForTimeout(1000);
  expect(infos()).toBe(stopped);
});

test('F4: arrows of the user survive news of the engine', async ({ page }) => {
  await open(page, 'review');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.lines li')).toHaveCount(3);
  const [from, to] = [await middle(page, '5i'), await middle(page, '5e')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  const arrow = page.locator('.sg-shapes g.primary');
  await expect(arrow).toHaveCount(1);
  await page.waitForTimeout(1500);
  await expect(arrow).toHaveCount(1);
});

test('F9: a reload and another screen keep the record and the place in it', async ({ page }) => {
  await open(page, 'review');
  await paste(page, GAME);
  await expect(page.locator('.review .move')).toHaveCount(9);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.locator('#comment').fill('here');
  await page.locator('#comment').blur();
  await page.reload();
  await expect(page.locator('.review .move')).toHaveCount(9);
  await expect(page.locator('.move[aria-current]')).toContainText('Bx4d');
  await expect(page.locator('#comment')).toHaveValue('here');
  await page.goto('/#/play');
  await page.goto('/#/review');
  await expect(page.locator('.move[aria-current]')).toContainText('Bx4d');
});

test('the keys of a record', async ({ page }) => {
  await open(page, 'review');
  await paste(page, GAME);
  await expect(page.locator('.review .move')).toHaveCount(9);
  const at = page.locator('.move[aria-current] .no');
  for (const [key, ply] of [
    ['End', '8'],
    ['ArrowLeft', '7'],
    ['Home', ''],
    ['ArrowRight', '1'],
    ['PageDown', '8'],
    ['PageUp', ''],
    ['ArrowDown', '8'],
    ['ArrowUp', ''],
    ['ArrowRight', '1'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(at, key).toHaveText(ply);
  }
  await rest(page);
  await move(page, '8c8d');
  await expect(page.locator('.variations')).toContainText('P-3d');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(at).toHaveText('1');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('.move[aria-current]')).toContainText('P-8d');
  await page.keyboard.press('[');
  await expect(page.locator('.move[aria-current]')).toContainText('P-3d');
  await page.keyboard.press(']');
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('Delete');
  await expect(page.locator('.toast')).toContainText('Deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.move[aria-current]')).toContainText('P-8d');
  await page.keyboard.press('/');
  await page.locator('dialog input').fill('2g2f');
  await page.keyboard.press('Enter');
  await expect(page.locator('.move[aria-current]')).toContainText('P-2f');
  await page.keyboard.press('f');
  await expect(page.locator('.sg-wrap')).toHaveClass(/orientation-gote/);
  await page.keyboard.press('?');
  await expect(page.locator('dialog')).toContainText('leave, enter a variation');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.locator('#editor-sfen')).toBeVisible();
});

test('headers are changed, variations become comments, the position is a picture', async ({ page }) => {
  await open(page, 'review');
  await paste(page, GAME);
  await expect(page.locator('.review .move')).toHaveCount(9);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-square="7f"]')).toHaveAttribute('aria-label', /pawn/);
  await rest(page);
  await move(page, '8c8d');
  await expect(page.locator('.variations')).not.toHaveCount(0);
  await page.keyboard.press('Home');
  const menu = page.getByRole('button', { name: 'Record', exact: true });
  await menu.click();
  await page.getByRole('button', { name: 'Game information' }).click();
  await page.getByRole('button', { name: 'Add a line' }).click();
  await page.getByLabel('Name').last().fill('先手');
  await page.getByLabel('Value').last().fill('<i>me</i>');
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.locator('.review .player').last()).toContainText('<i>me</i>');
  await menu.click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the position as a picture' }).click();
  expect((await download).suggestedFilename()).toBe('sakiyomi.svg');
  await menu.click();
  await page.getByRole('button', { name: 'Turn variations into text' }).click();
  await expect(page.locator('.toast')).toContainText('1 variation');
  await expect(page.locator('.variations')).toHaveCount(0);
});
