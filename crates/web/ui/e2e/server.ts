// The real program, started on a port of its own for each test file, and a page that fails on any error.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

export const PROGRAM = process.env.SAKIYOMI ?? '../../../target/release/sakiyomi';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

export class Server {
  #child: ChildProcess | null = null;
  #folder = mkdtempSync(join(tmpdir(), 'sakiyomi-'));
  port = 0;
  /** What the program printed before it began to serve: addresses, notes. */
  said = '';

  constructor(private readonly options: string[] = []) {}

  /** A path in a folder that goes with the server. */
  path(name: string): string {
    return join(this.#folder, name);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    const child = spawn(PROGRAM, [
      'serve',
      '--no-open',
      '--port',
      String(this.port),
      '--games',
      this.path('games'),
      '--hash',
      '16',
      '--threads',
      '1',
      ...this.options,
    ]);
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      this.said = '';
      child.stdout.on('data', (data: Buffer) => {
        this.said += data.toString();
        if (this.said.includes('Ctrl-C')) resolve();
      });
    });
  }

  /** Ends the program without a chance to say goodbye. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export const test = base.extend<{ strict: undefined }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // Every test fails on an error of the page and on a request that leaves the server.
  strict: [
    async ({ page, server }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (
          message.type() === 'error' &&
          !/WebSocket|ERR_CONNECTION_REFUSED|status of 422/.test(message.text())
        )
          errors.push(message.text());
      });
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url))
          errors.push(`left the server: ${request.url()}`);
      });
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a screen with these settings. */
export async function open(page: Page, place: string, values: Record<string, unknown> = {}): Promise<void> {
  await page.addInitScript(
    (stored) => {
      if (!localStorage.getItem('sakiyomi.v1')) localStorage.setItem('sakiyomi.v1', JSON.stringify(stored));
    },
    { language: 'en', level: 1, ...values },
  );
  await page.goto(`/#/${place}`);
  await expect(page.locator('h1')).toHaveCount(1);
}

export async function middle(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  if (!box) throw new Error(`${square} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function press(page: Page, square: string): Promise<void> {
  const at = await middle(page, square);
  await page.mouse.click(at.x, at.y);
}

/** Plays a USI move by two presses, and a third where the promotion is asked for. */
export async function move(page: Page, usi: string): Promise<void> {
  const goal = page.locator(`[data-square="${usi.slice(2, 4)}"]`);
  const piece = async () => (await goal.getAttribute('aria-label'))?.replace(', goal', '');
  const before = await piece();
  if (usi[1] === '*') {
    const names: Record<string, string> = {
      R: 'rook',
      B: 'bishop',
      G: 'gold',
      S: 'silver',
      N: 'knight',
      L: 'lance',
      P: 'pawn',
    };
    await page.locator(`.hand-of-bottom sg-hp-wrap:has(piece.${names[usi[0] ?? 'P']})`).click();
  } else await press(page, usi.slice(0, 2));
  await press(page, usi.slice(2, 4));
  const choices = page.locator('.chooser').getByRole('button');
  // Without a connection nothing answers.
  await expect
    .poll(async () => (await choices.count()) > 0 || (await piece()) !== before, { timeout: 3000 })
    .toBe(true)
    .catch(() => undefined);
  if ((await choices.count()) > 0) await (usi.endsWith('+') ? choices.first() : choices.last()).click();
}

interface News {
  t: string;
  [field: string]: unknown;
}

/** The messages of the server that a page hears from now on; the page must be opened after this call. */
export function listen(page: Page): News[] {
  const heard: News[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', (frame) => heard.push(JSON.parse(String(frame.payload)) as News)),
  );
  return heard;
}

/** Pastes a text into the page, as Ctrl+V does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);
}

/** Drops a file of these bytes on the page. */
export async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ([file, numbers]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(numbers)], file));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    },
    [name, [...bytes]] as const,
  );
}

/** Lets a step through a record come to rest; the page then asks for the legal moves of what it shows. */
export const rest = (page: Page) => page.waitForTimeout(200);

export const moves = (page: Page) => page.locator('[role=log] li');

export async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('.status[data-phase=human]')).toBeVisible();
}

export { expect };
