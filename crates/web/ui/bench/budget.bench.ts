// The budgets of the page: sizes, times from input to paint and to the server's answer, messages, processor time.
// It prints a table and fails only where a size is over its budget, since times depend on the machine.

import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from '@playwright/test';
import { begin, expect, middle, move, moves, open, Server, test } from '../e2e/server.ts';

const rows: string[] = [];
const row = (what: string, budget: string, value: string) => rows.push(`| ${what} | ${budget} | ${value} |`);
const kilo = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

function summary(list: readonly number[]): string {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return `median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms (${sorted.length})`;
}

/** Notes in the page when each message leaves and comes, before anything else sees it. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: { at: number; way: 'out' | 'in'; t: string; bytes: number }[] = [];
    Object.assign(window, { log });
    const kind = (text: string) => /"t":"([\w.]+)"/.exec(text)?.[1] ?? '';
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      const text = String(data);
      log.push({ at: performance.now(), way: 'out', t: kind(text), bytes: text.length });
      send.call(this, data);
    };
    const setter = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage')?.set;
    Object.defineProperty(WebSocket.prototype, 'onmessage', {
      set(handler: ((event: MessageEvent) => void) | null) {
        setter?.call(
          this,
          handler &&
            ((event: MessageEvent) => {
              const text = String(event.data);
              log.push({ at: performance.now(), way: 'in', t: kind(text), bytes: text.length });
              handler(event);
            }),
        );
      },
    });
  });
}

interface Entry {
  at: number;
  way: 'out' | 'in';
  t: string;
  bytes: number;
}
const logOf = (page: Page) => page.evaluate(() => (window as unknown as { log: Entry[] }).log);

/** The times from each message of a kind that left to the next of a kind that came. */
function answers(log: readonly Entry[], out: string, back: string): number[] {
  return log.flatMap((entry, index) => {
    if (entry.way !== 'out' || entry.t !== out) return [];
    const answer = log.slice(index).find((other) => other.way === 'in' && other.t === back);
    return answer ? [answer.at - entry.at] : [];
  });
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((entry) => entry.name === name)?.value ?? 0;
}

/** The processor time of a process in seconds, where the system tells it. */
function processor(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(stat[11]) + Number(stat[12])) / 100;
}

const resident = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

test.afterAll(() => {
  console.log(`\n| what | budget | measured |\n|---|---|---|\n${rows.join('\n')}`);
});

test('sizes', async ({ page }) => {
  const folder = '../dist/assets';
  const size = (names: readonly string[]) => {
    const files = names.map((name) => readFileSync(`${folder}/${name}`));
    return [
      files.reduce((sum, file) => sum + file.length, 0),
      files.reduce((sum, file) => sum + gzipSync(file).length, 0),
    ] as const;
  };
  const all = readdirSync(folder);
  const scripts = size(all.filter((name) => name.endsWith('.js')));
  row('scripts, min / gz', '400 / 130 kB', `${kilo(scripts[0])} / ${kilo(scripts[1])}`);
  const loaded: string[] = [];
  page.on('response', (answer) => loaded.push(new URL(answer.url()).pathname.replace('/assets/', '')));
  await open(page, 'play');
  await page.waitForTimeout(500);
  const first = size(loaded.filter((name) => name.endsWith('.js') && all.includes(name)));
  row('scripts of the first screen, min / gz', '200 / 70 kB', `${kilo(first[0])} / ${kilo(first[1])}`);
  const styles = size(loaded.filter((name) => name.endsWith('.css') && all.includes(name)));
  row('styles with one piece set, min / gz', '80 / 25 kB', `${kilo(styles[0])} / ${kilo(styles[1])}`);
  const fonts = all.filter((name) => name.endsWith('.woff2'));
  const font = size(fonts.filter((name) => !name.includes('more')));
  row(
    'font of the first screen, and the rest',
    '60 kB',
    `${kilo(font[0])}, ${kilo(size(fonts)[0] - font[0])}`,
  );
  row('all files in the program', '1 MB', kilo(size(all)[0]));
  expect(scripts[1]).toBeLessThan(130_000);
  expect(first[0]).toBeLessThan(200_000);
  expect(first[1]).toBeLessThan(70_000);
  expect(font[0]).toBeLessThan(60_000);
  expect(size(all)[0]).toBeLessThan(1_000_000);
});

test('paint and the first own move', async ({ browser, server }) => {
  const paints: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForTimeout(1500);
    paints.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    );
    await context.close();
  }
  row('first contentful paint, empty profile', '500 ms', summary(paints));
  const context = await browser.newContext();
  const page = await context.newPage();
  const began = Date.now();
  await page.goto(server.url);
  await begin(page);
  await move(page, '7g7f');
  await expect(moves(page)).not.toHaveCount(0);
  row('from the address to the first own move', '10 s', `${((Date.now() - began) / 1000).toFixed(1)} s`);
  await context.close();
});

test('input to paint, move to answer', async ({ page }) => {
  await watch(page);
  await open(page, 'play', { side: 'both' });
  await begin(page);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    document.addEventListener(
      'mousedown',
      () => {
        const began = performance.now();
        const look = () => {
          if (document.querySelector('sq.dest')) {
            // The frame after the one in which the goals stand in the document has painted them.
            requestAnimationFrame(() => times.push(performance.now() - began));
          } else if (performance.now() - began < 500) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true },
    );
  });
  const [pawn, off] = [await middle(page, '7g'), await middle(page, '5e')];
  for (let round = 0; round < 40; round += 1) {
    await page.mouse.click(pawn.x, pawn.y);
    await page.waitForTimeout(60);
    await page.mouse.click(pawn.x, pawn.y);
    await page.waitForTimeout(20);
  }
  await page.mouse.move(off.x, off.y);
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  row('press on a piece to goals painted', '33 ms, p95 50 ms', summary(times));
  for (const usi of ['7g7f', '3c3d', '2g2f', '8c8d', '2f2e', '8d8e', '6i7h', '4a3b', '3i3h', '7a7b'])
    await move(page, usi);
  await expect(moves(page)).toHaveCount(10);
  row('own move to its confirmation', '10 ms', summary(answers(await logOf(page), 'game.move', 'game')));
});

test('taking back while the engine thinks', async ({ page }) => {
  await watch(page);
  await open(page, 'play', { level: 10 });
  await begin(page);
  for (let round = 0; round < 5; round += 1) {
    await move(page, '7g7f');
    await expect(page.locator('.status[data-phase=engine]')).toBeVisible();
    await page.waitForTimeout(300);
    await page.keyboard.press('u');
    await expect(moves(page)).toHaveCount(0);
  }
  row('take back while the engine thinks', '50 ms', summary(answers(await logOf(page), 'game.undo', 'game')));
});

test('free analysis', async ({ page, server }) => {
  await watch(page);
  await open(page, 'review');
  await page.waitForTimeout(1000);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const rest = await metric(session, 'TaskDuration');
  await page.waitForTimeout(10_000);
  const busy = (await metric(session, 'TaskDuration')) - rest;
  row('main thread at rest', '0 %', `${(busy * 10).toFixed(1)} %`);
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.lines li')).toHaveCount(3);
  await page.waitForTimeout(1000);
  const [task, cpu, from] = [
    await metric(session, 'TaskDuration'),
    processor(server.pid),
    (await logOf(page)).length,
  ];
  await page.waitForTimeout(20_000);
  const thinking = (await metric(session, 'TaskDuration')) - task;
  row('main thread while the engine thinks', '8 %', `${(thinking * 5).toFixed(1)} %`);
  row(
    'the server with its search, one thread',
    '',
    `${((processor(server.pid) - cpu) * 5).toFixed(0)} % of a core`,
  );
  const news = (await logOf(page)).slice(from).filter((entry) => entry.way === 'in');
  const bytes = news.reduce((sum, entry) => sum + entry.bytes, 0);
  row(
    'news of the engine',
    '5/s, 10 kB/s',
    `${(news.filter((entry) => entry.t === 'info').length / 20).toFixed(1)}/s, ${(bytes / 20_000).toFixed(1)} kB/s`,
  );
  for (const usi of ['7g7f', '3c3d', '2g2f', '8c8d', '2f2e', '8d8e', '6i7h', '4a3b']) {
    await move(page, usi);
    await page.waitForTimeout(900);
  }
  row(
    'new position to its first line',
    '300 ms',
    summary(answers(await logOf(page), 'analyse.start', 'info')),
  );
  for (let round = 0; round < 5; round += 1) {
    await page.keyboard.press('l');
    await page.waitForTimeout(500);
    await page.keyboard.press('l');
    await page.waitForTimeout(500);
  }
  row('stop', '50 ms, 200 ms worst', summary(answers(await logOf(page), 'analyse.stop', 'done')));
  await session.send('HeapProfiler.collectGarbage');
  const [heap, nodes] = [await metric(session, 'JSHeapUsedSize'), await metric(session, 'Nodes')];
  row('heap and nodes of the page', '60 MB, 6,000', `${(heap / 1e6).toFixed(1)} MB, ${nodes}`);
});

test('a long record', async ({ page }) => {
  await open(page, 'review');
  // Four rooks' moves for ever: 4,000 plies of a record that no game would have.
  const cycle = ['2h3h', '8b7b', '3h2h', '7b8b'];
  const text = `position startpos moves ${Array.from({ length: 1990 }, (_, i) => cycle[i % 4]).join(' ')}`;
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);
  await expect(page.locator('.review .move')).not.toHaveCount(1);
  const steps = await page.evaluate(async () => {
    const times: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      const began = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
      times.push(performance.now() - began);
    }
    return times;
  });
  row('step in a record of 1,990 plies, with two frames', '16 ms + frames', summary(steps));
});

test('a server without pages', async () => {
  const server = new Server();
  await server.start();
  await new Promise((next) => setTimeout(next, 2000));
  const before = processor(server.pid);
  await new Promise((next) => setTimeout(next, 10_000));
  const used = processor(server.pid) - before;
  row(
    'server without pages',
    '20 MB, 0 %',
    `${resident(server.pid).toFixed(0)} MB, ${(used * 10).toFixed(1)} %`,
  );
  await server.end();
});
