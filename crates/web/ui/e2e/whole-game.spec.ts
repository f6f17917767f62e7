// A whole game by a script: played to its end, taken back, the server killed in the middle, reviewed, saved as KIF
// and read by the library of ShogiHome.

import { readFileSync } from 'node:fs';
import { importKIF, type Record as ReadRecord } from 'tsshogi';
import { begin, expect, listen, move, moves, open, test } from './server.ts';

interface GameNews {
  t: string;
  phase: string;
  moves: { usi: string }[];
  pos: { legal: string[]; turn: string };
  result: { reason: string } | null;
}

/** Takes what can be taken, else a move from the list by a fixed rule: no strength, but a game that moves on. */
function choose(legal: readonly string[], ply: number, squares: ReadonlySet<string>): string {
  const captures = legal.filter((usi) => usi[1] !== '*' && squares.has(usi.slice(2, 4)));
  const list = captures.length > 0 ? captures : legal;
  return list[(ply * 31 + 7) % list.length] ?? '';
}

for (const level of [1, 10])
  test(`F2, F3, F9: a whole game at level ${level}`, async ({ page, server }) => {
    test.setTimeout(900_000);
    const heard = listen(page);
    const latest = () => heard.findLast((news) => news.t === 'game') as unknown as GameNews;
    await open(page, 'play', { level });
    await begin(page);
    let killed = false;
    let undone = false;
    for (let turn = 0; turn < 40; turn += 1) {
      await expect(page.locator('.status:is([data-phase=human], [data-phase=over])')).toBeVisible({
        timeout: 60_000,
      });
      const game = latest();
      const plies = game.moves.length;
      if (game.result) break;
      await expect(moves(page)).toHaveCount(plies);
      if (plies >= 6 && !undone) {
        undone = true;
        await page.getByRole('button', { name: 'Take back' }).click();
        await expect(moves(page)).toHaveCount(plies - 2);
        continue;
      }
      if (plies >= 10 && !killed) {
        killed = true;
        await server.kill();
        await expect(page.getByRole('alert')).toContainText('Connection lost');
        await server.start();
        await page.getByRole('button', { name: 'Try now' }).click();
        await expect(page.getByRole('alert')).toHaveCount(0);
        await expect(moves(page)).toHaveCount(plies);
        continue;
      }
      const white = await page
        .locator('[data-square][aria-label*="White"]')
        .evaluateAll((list) => list.map((square) => square.getAttribute('data-square') ?? ''));
      // Another move than the one that was taken back.
      await move(page, choose(game.pos.legal, plies + Number(undone), new Set(white)));
      await expect.poll(() => latest().moves.length, { timeout: 60_000 }).not.toBe(plies);
    }
    if (!latest().result) {
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    }
    await expect(page.locator('.card')).toBeVisible();
    expect(killed && undone).toBe(true);
    const played = latest().moves.map((entry) => entry.usi);

    await page.getByRole('button', { name: 'Review this game' }).click();
    await expect(page.locator('.variations')).not.toHaveCount(0);
    await page.locator('.start select').selectOption('quick');
    await page.locator('.start').getByRole('button', { name: 'Analyse game' }).click();
    await expect(page.locator('.whole table')).toContainText('Accuracy', { timeout: 400_000 });
    await expect(page.locator('.graph .curve')).not.toHaveAttribute('d', '');

    await page.keyboard.press('Control+s');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    const record = importKIF(text);
    expect(record).not.toBeInstanceOf(Error);
    // The main line is the game; the moves that were taken back are a branch of it.
    const read = record as ReadRecord;
    const main: string[] = [];
    for (let node = read.first.next; node; node = node.next)
      if ('usi' in node.move && typeof node.move.usi === 'string') main.push(node.move.usi);
    expect(main).toEqual(played);
    expect(text).toContain('変化：');
  });
