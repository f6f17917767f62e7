// The board by mouse: drops, promotions, refusals, turning, declaration, take back while the engine thinks.

import { begin, expect, middle, move, moves, open, press, test } from './server.ts';

type Page = import('@playwright/test').Page;

/** A game of both sides from a position. */
async function from(page: Page, sfen: string, values: Record<string, unknown> = {}): Promise<void> {
  await open(page, 'play', { side: 'both', ...values });
  await page.getByLabel('Start position').selectOption('sfen');
  await page.getByLabel('Position (SFEN)').fill(sfen);
  await begin(page);
}

const hand = (page: Page, role: string) => page.locator(`.hand-of-bottom sg-hp-wrap:has(piece.${role})`);
const label = (page: Page, square: string) => page.locator(`[data-square="${square}"]`);

test('drops by click and by drag; one selection at a time', async ({ page }) => {
  await from(page, '4k4/9/9/9/9/9/4P4/9/4K4 b GS 1');
  await hand(page, 'gold').click();
  await press(page, '8h');
  await expect(label(page, '8h')).toHaveAttribute('aria-label', /gold/);
  await press(page, '5a');
  await press(page, '4b');
  await expect(moves(page)).toHaveCount(2);
  // The piece in hand, then a piece on the board: the second press selects anew.
  await hand(page, 'silver').click();
  await press(page, '5g');
  await expect(page.locator('sq.selected')).toHaveCount(1);
  await expect(page.locator('sg-hp-wrap piece.selected')).toHaveCount(0);
  await press(page, '5f');
  await expect(moves(page)).toHaveCount(3);
  await press(page, '4b');
  await press(page, '3b');
  await expect(moves(page)).toHaveCount(4);
  const box = await hand(page, 'silver').boundingBox();
  const to = await middle(page, '7g');
  if (!box) throw new Error('no silver in hand');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(label(page, '7g')).toHaveAttribute('aria-label', /silver/);
});

test('refusals name the rule: nifu, a pinned piece, a pawn that mates, a piece that cannot move', async ({
  page,
}) => {
  const toast = page.locator('.toast');
  await from(page, '4r3k/9/9/9/9/9/4P4/4G4/4K4 b PN 1');
  await hand(page, 'pawn').click();
  await press(page, '5e');
  await expect(toast).toContainText('nifu');
  await page.keyboard.press('Escape');
  await hand(page, 'knight').click();
  await press(page, '1b');
  await expect(toast).toContainText('never move again');
  await page.keyboard.press('Escape');
  await press(page, '5g');
  await press(page, '4f');
  await expect(toast).toContainText('cannot go there');
  await expect(moves(page)).toHaveCount(0);
});

test('a pawn drop must not mate', async ({ page }) => {
  await from(page, '7nk/9/7G1/9/9/9/9/9/K8 b P 1');
  await hand(page, 'pawn').click();
  await expect(page.locator('sq.dest')).not.toHaveCount(0);
  await press(page, '1b');
  await expect(page.locator('.toast')).toContainText('must not mate');
  await expect(moves(page)).toHaveCount(0);
});

test('a move that must promote asks nothing; promotion at once can be set', async ({ page }) => {
  await from(page, '8k/2P6/9/5P3/9/9/9/9/K8 b - 1', { promotion: 'auto' });
  await press(page, '7b');
  await press(page, '7a');
  await expect(label(page, '7a')).toHaveAttribute('aria-label', /tokin/);
  await press(page, '1a');
  await press(page, '1b');
  // The next move waits for the server's word on this one, as a hand does.
  await expect(moves(page)).toHaveCount(2);
  await press(page, '4d');
  await press(page, '4c');
  await expect(page.locator('.chooser')).toHaveCount(0);
  await expect(label(page, '4c')).toHaveAttribute('aria-label', /tokin/);
});

test('two quick presses on neighbouring squares of the promotion zone play the move', async ({ page }) => {
  await from(page, '8k/9/3S5/9/9/9/9/9/K8 b - 1');
  const [a, b] = [await middle(page, '6c'), await middle(page, '6b')];
  await page.mouse.click(a.x, a.y);
  await page.mouse.click(b.x, b.y);
  await expect(page.locator('.chooser')).toBeVisible();
  await page.locator('.chooser').getByRole('button', { name: 'Do not promote' }).click();
  await expect(label(page, '6b')).toHaveAttribute('aria-label', /silver/);
});

test('each move is asked for, if the user wants that', async ({ page }) => {
  await open(page, 'play', { side: 'both', confirmMoves: true });
  await begin(page);
  await press(page, '7g');
  await press(page, '7f');
  await expect(page.locator('.chooser')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(moves(page)).toHaveCount(0);
  await press(page, '7g');
  await press(page, '7f');
  await expect(page.locator('.chooser')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(moves(page)).toHaveCount(1);
});

test('the turned board takes moves, and its coordinates turn with it', async ({ page }) => {
  await open(page, 'play', { side: 'both' });
  await begin(page);
  const before = await middle(page, '7g');
  await page.keyboard.press('f');
  const after = await middle(page, '7g');
  expect(after.x).toBeGreaterThan(before.x);
  expect(after.y).toBeLessThan(before.y);
  await expect(page.locator('coords.files.gote')).toHaveCount(1);
  await move(page, '7g7f');
  await expect(moves(page)).toHaveCount(1);
});

test('a declaration is offered when the rules allow it, and wins', async ({ page }) => {
  await open(page, 'play');
  await page.getByLabel('Start position').selectOption('sfen');
  await page
    .getByLabel('Position (SFEN)')
    .fill('+R2K3+R1/1GGSS+P+P2/+P+P+P6/9/9/9/9/9/4k4 b 2B2S2G4N4L10P 1');
  await begin(page);
  await expect(page.locator('.meter')).toContainText('may declare');
  await page.getByRole('button', { name: 'Declare a win' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Declare a win' }).click();
  await expect(page.locator('.card')).toContainText('wins by declaration');
});

test('the meter says what is missing for a declaration', async ({ page }) => {
  await open(page, 'play');
  await page.getByLabel('Start position').selectOption('sfen');
  await page.getByLabel('Position (SFEN)').fill('3K5/1GGS5/9/9/9/9/9/9/4k4 b R2B2S2G4N4L 1');
  await begin(page);
  await expect(page.locator('.meter')).toContainText('missing');
  await expect(page.getByRole('button', { name: 'Declare a win' })).toBeDisabled();
});

test('a move is taken back while the engine thinks', async ({ page }) => {
  await open(page, 'play', { level: 10 });
  await begin(page);
  await move(page, '7g7f');
  await expect(page.locator('.status[data-phase=engine]')).toBeVisible();
  await page.keyboard.press('u');
  await expect(moves(page)).toHaveCount(0);
  await expect(page.locator('.status[data-phase=human]')).toBeVisible();
});

test('a hint is shown as an arrow; a move can be typed', async ({ page }) => {
  await open(page, 'play');
  await begin(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.toast')).toContainText('Hint:');
  await expect(page.locator('.sg-shapes g.best')).not.toHaveCount(0);
  await page.keyboard.press('/');
  await page.locator('dialog input').fill('P-7f');
  await page.keyboard.press('Enter');
  await expect(moves(page)).toHaveCount(2);
});
