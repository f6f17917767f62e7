import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { begin, expect, middle, move, moves, open, paste, test } from './server.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PLACES = ['play', 'review', 'problems', 'arena', 'settings'];

/** What axe says of the page as it is. */
async function findings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run()).violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`);
  });
}

test.describe('axe finds nothing', () => {
  // Only for the test itself: the page's policy forbids foreign scripts.
  test.use({ bypassCSP: true });
  for (const language of ['en', 'ja'])
    for (const theme of ['light', 'dark'])
      test(`on the screens, ${language}, ${theme}`, async ({ page }) => {
        await open(page, 'play', { language, theme });
        await page.addScriptTag({ path: AXE });
        for (const place of PLACES) {
          await page.evaluate((name) => {
            location.hash = `#/${name}`;
          }, place);
          await page.waitForTimeout(800);
          expect(await findings(page), place).toEqual([]);
        }
      });

  test('in a game, at its end, in a record with the engine, in dialogs', async ({ page }) => {
    test.setTimeout(300_000);
    await open(page, 'play', { theme: 'light', showEval: true, clock: 'tenByo' });
    await page.addScriptTag({ path: AXE });
    await begin(page);
    await move(page, '7g7f');
    await expect(moves(page)).toHaveCount(2);
    expect(await findings(page), 'a game').toEqual([]);
    await page.getByRole('button', { name: 'Resign' }).click();
    expect(await findings(page), 'a question').toEqual([]);
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await expect(page.locator('.card')).toBeVisible();
    expect(await findings(page), 'the result').toEqual([]);
    await page.getByRole('button', { name: 'Review this game' }).click();
    await page.locator('.start select').selectOption('quick');
    await page.locator('.start').getByRole('button', { name: 'Analyse game' }).click();
    await expect(page.locator('.whole table')).toBeVisible({ timeout: 100_000 });
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await expect(page.locator('.lines li')).toHaveCount(3);
    await page.keyboard.press('End');
    await page.waitForTimeout(1500);
    expect(await findings(page), 'a record').toEqual([]);
    for (const key of ['?', 'Control+s', 'e', '/']) {
      await page.keyboard.press(key);
      await expect(page.locator('dialog')).toBeVisible();
      expect(await findings(page), key).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog')).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    expect(await findings(page), 'the menu').toEqual([]);
  });
});

test('no text is a box on a machine without Japanese fonts', async ({ page }) => {
  await open(page, 'settings', { language: 'ja' });
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'nav a, h2, legend, label, button',
  });
  expect(nodeIds.length).toBeGreaterThan(20);
  const bad: string[] = [];
  for (const nodeId of nodeIds) {
    const text = await session.send('DOM.getOuterHTML', { nodeId });
    if (!/[\u3040-\u30ff\u4e00-\u9fff]/.test(text.outerHTML.replace(/<[^>]*>/g, ''))) continue;
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    // Japanese text must be in a Japanese font: the system's, if it has one, or ours.
    if (!fonts.some((font) => /BIZ|Sakiyomi|Noto|Hiragino|Gothic|CJK/i.test(font.familyName)))
      bad.push(`${text.outerHTML}: ${fonts.map((font) => font.familyName).join()}`);
  }
  expect(bad).toEqual([]);
});

test('no text of the page is the name of a key', async ({ page }) => {
  for (const place of PLACES) {
    await open(page, place);
    await page.waitForTimeout(500);
    const text = await page.locator('body').innerText();
    expect(text).not.toMatch(/\b(nav|play|rev|prob|set|arena|net|file|ek|cls|flag)\.[a-z]/);
    expect(text).not.toMatch(/\{[a-z]+\}/);
  }
});

test('no screen scrolls sideways from 320 to 1920 pixels', async ({ page }) => {
  await open(page, 'play');
  for (const place of PLACES) {
    await page.goto(`/#/${place}`);
    await page.waitForTimeout(500);
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [844, 390],
      [820, 1100],
      [1024, 768],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `${place} at ${width}`).toBeLessThanOrEqual(0);
    }
    // Text of twice the size.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, `${place} with big text`).toBeLessThanOrEqual(0);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
    });
  }
});

test('names with markup and very long names break nothing', async ({ page }) => {
  await open(page, 'review');
  const long = 'W'.repeat(3000);
  await paste(
    page,
    `手合割：平手\n先手：<script>alert(1)</script>\n後手：${long}\n1 ７六歩(77)\n*<b>${long}\n`,
  );
  await expect(page.locator('.review .move')).toHaveCount(2);
  await expect(page.locator('.review script, .review b')).toHaveCount(0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test('language and theme change at once', async ({ page }) => {
  await open(page, 'play', { theme: 'light' });
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByRole('button', { name: '開始' })).toBeVisible();
  await page.getByRole('button', { name: '明るさ' }).or(page.locator('header button').last()).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a phone on its side shows the whole board and the buttons of a record', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, 'review');
  await paste(page, 'position startpos moves 7g7f 3c3d');
  await expect(page.locator('.review .move')).toHaveCount(3);
  for (const part of ['.sg-wrap', '.controls', '.tabs']) {
    const box = await page.locator(part).boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 999), part).toBeLessThanOrEqual(390);
  }
  const board = await page.locator('.sg-wrap').boundingBox();
  expect(board?.height).toBeGreaterThan(250);
});

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('two quick taps play a move', async ({ page }) => {
    await open(page, 'play');
    await begin(page);
    for (const square of ['7g', '7f']) {
      const at = await middle(page, square);
      await page.touchscreen.tap(at.x, at.y);
    }
    await expect(moves(page)).toHaveCount(2);
  });
});
