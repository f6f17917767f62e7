// F8 and attacks: a phone in the house with its token; pages of other sites, rebound names and strangers get nothing.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { chromium } from '@playwright/test';
import { begin, expect, middle, moves, Server, test } from './server.ts';

const LAUNCH = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' };
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

test('F8: a phone opens the printed address; without the token there is nothing', async ({ browser }) => {
  const outward = Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === 'IPv4' && !entry.internal);
  test.skip(!outward, 'this machine has no address but its own');
  const server = new Server(['--address', '0.0.0.0']);
  await server.start();
  try {
    const address = /from other machines: (\S+)/.exec(server.said)?.[1] ?? '';
    expect(address).toMatch(/^http:\/\/[\d.]+:\d+\/\?token=[\w-]{22,}$/);
    const plain = address.replace(/\?.*/, '');
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const stranger = await browser.newContext();
    expect((await stranger.request.get(plain)).status()).toBe(401);
    expect((await stranger.request.get(`${plain}api/games`)).status()).toBe(401);
    const page = await phone.newPage();
    await page.goto(address);
    // The token is not left in the address; it is a cookie that scripts cannot read.
    expect(page.url().replace(/#.*/, '')).toBe(plain);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await begin(page);
    for (const square of ['7g', '7f']) {
      const at = await middle(page, square);
      await page.touchscreen.tap(at.x, at.y);
    }
    await expect(moves(page)).toHaveCount(2);
    // No clipboard on such an address: a box to copy from appears.
    await page.goto(`${plain}#/review`);
    await page.getByRole('button', { name: 'Record', exact: true }).tap();
    await page.getByRole('button', { name: 'Copy the position' }).tap();
    await expect(page.locator('dialog textarea')).toHaveValue(/^lnsgkgsnl/);
    await phone.close();
    await stranger.close();
  } finally {
    await server.end();
  }
});

test('a page of another site opens no socket and reads nothing', async ({ browser, server }) => {
  const evil = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end('<!doctype html><title>evil</title>');
  });
  await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done));
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const got = await page.evaluate(async (url) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}ws`);
      const opened = await new Promise((done) => {
        socket.onopen = () => done(true);
        socket.onerror = () => done(false);
      });
      const read = await fetch(`${url}api/games`).then(
        () => true,
        () => false,
      );
      const wrote = await fetch(`${url}api/kifu`, { method: 'POST', body: 'x' }).then(
        () => true,
        () => false,
      );
      return { opened, read, wrote };
    }, server.url);
    expect(got).toEqual({ opened: false, read: false, wrote: false });
  } finally {
    await context.close();
    evil.close();
  }
});

test('a name that is pointed at this machine gets nothing', async ({ server }) => {
  const browser = await chromium.launch({
    ...LAUNCH,
    args: [...ARGS, '--host-resolver-rules=MAP evil.test 127.0.0.1'],
  });
  try {
    const page = await browser.newPage();
    const answer = await page.goto(`http://evil.test:${server.port}/`).catch(() => null);
    // Chromium shows an error page of its own for an empty answer.
    if (answer) expect(answer.status()).toBe(421);
    expect(await page.locator('.screen').count()).toBe(0);
  } finally {
    await browser.close();
  }
});

test('an upload that is too big and a path in a name are refused', async ({ request, server }) => {
  const headers = { 'Content-Type': 'application/octet-stream', Origin: server.url.replace(/\/$/, '') };
  const big = await request.post('/api/kifu?name=x', { headers, data: Buffer.alloc(2 * 1024 * 1024 + 1) });
  expect(big.status()).toBe(413);
  const named = await request.post('/api/kifu?name=..%2F..%2Fetc%2Fpasswd', {
    headers,
    data: Buffer.from('position startpos moves 7g7f'),
  });
  expect(named.status()).toBe(200);
  for (const path of ['api/games/..%2f..%2fetc%2fpasswd', 'assets/..%2f..%2fCargo.toml', '..%2fCargo.toml'])
    expect((await request.get(`${server.url}${path}`)).status()).toBe(404);
});
