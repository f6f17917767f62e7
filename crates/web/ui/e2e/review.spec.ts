import { readFileSync } from 'node:fs';
import { expect, move, open, paste, test } from './server.ts';

const KIF = `手合割：平手
先手：<img src=x onerror=alert(1)>
後手：White
手数----指手---------消費時間--
   1 ７六歩(77)
*a comment
   2 ３四歩(33)
   3 ２六歩(27)
   4 投了

変化：2手
   2 ８四歩(83)
`;

test('F3: a pasted record keeps its variations and runs no markup', async ({ page }) => {
  await open(page, 'play');
  await paste(page, KIF);
  await expect(page.locator('.review .move')).toHaveCount(5);
  await expect(page.locator('.variations')).toContainText('P-8d');
  await expect(page.locator('.review .player').last()).toContainText('<img');
  await expect(page.locator('.review img')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(page.locator('.move[aria-current]')).toContainText('P-2f');
});

test('saving names what the format cannot carry', async ({ page }) => {
  await open(page, 'review');
  await paste(page, KIF);
  await expect(page.locator('.review .move')).toHaveCount(5);
  await page.keyboard.press('Control+s');
  const losses = page.locator('dialog .losses');
  await expect(losses).toContainText('Nothing is lost');
  await page.locator('dialog').getByText('CSA', { exact: true }).click();
  await expect(losses).toContainText('variations');
  await page.locator('dialog').getByText('KIF', { exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text).toContain('変化：2手');
});

test('a text that is no record is refused with a reason', async ({ page }) => {
  await open(page, 'review');
  await paste(page, 'this is no record');
  await expect(page.locator('.toast')).toContainText('Not a game record');
});

test('F4: the engine follows the board, its line can be played, and it stops', async ({ page }) => {
  await open(page, 'review');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.lines li')).toHaveCount(3);
  await move(page, '7g7f');
  await expect(page.locator('.move[aria-current]')).toContainText('P-7f');
  await expect(page.locator('.lines li')).toHaveCount(3);
  await page.locator('.lines li').first().getByRole('button').first().click();
  await expect(page.locator('.review .move')).toHaveCount(3);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
});

test('keys do nothing in the comment field', async ({ page }) => {
  await open(page, 'review');
  await page.locator('#comment').fill('');
  await page.locator('#comment').press('f');
  await expect(page.locator('.sg-wrap')).toHaveClass(/orientation-sente/);
  await page.locator('#comment').blur();
  await page.keyboard.press('f');
  await expect(page.locator('.sg-wrap')).toHaveClass(/orientation-gote/);
});
