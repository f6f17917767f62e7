// F7: the results of a match while it is played, and a game of it on the board.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, PROGRAM, Server, test } from './server.ts';

const run = promisify(execFile);

/** Plays so many games of a match whose results are kept in a file; a longer match goes on where it stopped. */
async function match(file: string, games: number, ...more: string[]): Promise<void> {
  const engine = (name: string) => `cmd=${PROGRAM};name=${name};option.USI_Hash=1`;
  const limits = ['--limit', 'nodes=60', '--max-moves', '40', '--concurrency', '1'];
  await run(PROGRAM, [
    'arena',
    'match',
    engine('new'),
    engine('old'),
    ...limits,
    '--games',
    String(games),
    '--results',
    file,
    ...more,
  ]);
}

test('F7: standings grow with the file, and a game opens on the board', async ({ browser }) => {
  test.setTimeout(300_000);
  const server = new Server();
  const file = server.path('match.db');
  await match(file, 4);
  const live = new Server(['--results', file]);
  await live.start();
  const page = await browser.newPage();
  try {
    await page.goto(`${live.url}#/arena`);
    await expect(page.locator('.games tbody tr')).toHaveCount(4);
    await expect(page.locator('.columns table').first()).toContainText('new');
    await match(file, 8, '--resume');
    await expect(page.locator('.games tbody tr')).toHaveCount(8, { timeout: 10_000 });
    await page.locator('.games tbody tr').first().getByRole('button').click();
    await expect(page.locator('.review .move')).not.toHaveCount(0);
    await page.keyboard.press('End');
    await expect(page.locator('.graph .curve')).not.toHaveAttribute('d', '');
  } finally {
    await page.close();
    await live.end();
    await server.end();
  }
});
