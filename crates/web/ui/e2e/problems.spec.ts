import type { APIRequestContext, Page } from '@playwright/test';
import { expect, listen, move, open, test } from './server.ts';

interface Problem {
  sfen: string;
  solution: string[];
}

/** Sets up an own position. */
async function own(page: Page, sfen: string): Promise<void> {
  await open(page, 'problems');
  await page.getByRole('button', { name: 'Own position' }).click();
  await page.getByRole('button', { name: 'Set up a position' }).click();
  const field = page.locator('#editor-sfen');
  await field.fill(sfen);
  await field.blur();
  await page.getByRole('button', { name: 'Use this position' }).click();
}

test('F5: a mate in one is solved, and the next problem comes', async ({ page, request }) => {
  const answer = await request.get('/api/problems?set=mate-1&after=0');
  const { solution } = (await answer.json()) as { solution: string[] };
  await open(page, 'problems');
  await expect(page.locator('.outcome')).toBeVisible();
  await expect(page.getByText('no. 1 of')).toBeVisible();
  await move(page, solution[0] ?? '');
  await expect(page.locator('.outcome')).toHaveText('Solved');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('no. 2 of')).toBeVisible();
});

test('F6: the solver answers a question about an own position', async ({ page }) => {
  await own(page, '4k4/9/4P4/9/9/9/9/9/9 b G 1');
  await page.getByRole('button', { name: 'Mate?', exact: true }).click();
  await expect(page.locator('.verdict')).toContainText('Proved: mate in 1');
});

test('the editor says what is wrong with a position', async ({ page }) => {
  await own(page, '4k4/9/9/4P4/4P4/9/9/9/4K4 b - 1');
  await expect(page.locator('dialog [role=alert]')).toContainText('two pawns');
});

/** Opens a set at its first problem and returns the problem. */
async function first(page: Page, request: APIRequestContext, set: string, button: string): Promise<Problem> {
  const answer = await request.get(`/api/problems?set=${set}&after=0`);
  await open(page, 'problems');
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByText('no. 1 of')).toBeVisible();
  return (await answer.json()) as Problem;
}

test('F5: a mate in five, the defence answers at once', async ({ page, request }) => {
  const { solution } = await first(page, request, 'mate-5', 'Mate 5');
  const outcome = page.locator('.outcome');
  const squares = page.locator('[data-square]');
  await move(page, solution[0] ?? '');
  await expect(outcome).toHaveText('Right');
  // The words of the tries are those of the page, not USI.
  await expect(page.locator('.side')).toContainText(/Moves: .*[-x*]/);
  const before = await squares.evaluateAll((list) => list.map((one) => one.getAttribute('aria-label')));
  expect(before.join()).toContain('king');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(outcome).toHaveText('');
  await page.getByRole('button', { name: 'Show answer' }).click();
  await expect(page.locator('sq.last-dest')).not.toHaveCount(0);
});

test('F5: a wrong try is proved wrong and can be repeated', async ({ page, request }) => {
  const heard = listen(page);
  const problem = await first(page, request, 'mate-3', 'Mate 3');
  const shown = () => heard.findLast((news) => news.t === 'pos')?.pos as { sfen: string; legal: string[] };
  await expect.poll(() => shown()?.sfen.split(' ')[0]).toBe(problem.sfen.split(' ')[0]);
  const { legal } = shown();
  const right = problem.solution[0] ?? '';
  // A move of another piece that neither drops nor promotes: no mate of this collection begins with it.
  const wrong = legal.find(
    (usi) => usi[1] !== '*' && !usi.endsWith('+') && usi.slice(0, 2) !== right.slice(0, 2),
  );
  expect(wrong).toBeDefined();
  await move(page, wrong ?? '');
  await expect(page.locator('.outcome')).toHaveText(/Wrong|longer/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.locator('.outcome')).toHaveText('');
  await move(page, right);
  await expect(page.locator('.outcome')).toHaveText('Right');
});

test('F5: the next move of a game, and the next problem', async ({ page, request }) => {
  const { solution } = await first(page, request, 'next', 'Next move');
  await move(page, solution[0] ?? '');
  await expect(page.locator('.outcome')).toHaveText('Solved');
  await expect(page.getByText('1 in a row')).toBeVisible();
});

test('F6: a hisshi of the suite is proved', async ({ page, request }) => {
  const answer = await request.get('/api/problems?set=hisshi-1&after=0');
  const { sfen } = (await answer.json()) as Problem;
  await own(page, sfen);
  await page.locator('.side').getByRole('button', { name: 'Hisshi 1', exact: true }).click();
  await expect(page.locator('.verdict')).toContainText('Proved: hisshi in 1');
});

test('F6: what is not decided is said to be so, and a search stops at once', async ({ page }) => {
  await own(page, 'l3g2rl/3sk1+P2/p1nppp2p/2B6/2pP1N1n1/2P6/PP1SPP2P/1SGK1+p3/LN2Sb2L w G2Prgp 72');
  await page.getByLabel('Limit').selectOption('60000');
  await page.locator('.side').getByRole('button', { name: 'Hisshi 5', exact: true }).click();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const began = Date.now();
  await stop.click();
  await expect(page.locator('.verdict')).toContainText('Stopped');
  // 200 ms on a quiet machine; tests run on busy ones.
  expect(Date.now() - began).toBeLessThan(2000);
});
