import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../settings/settings.svelte.ts';
import en from '../text/en.json';
import { fetchTexts } from '../text/text.ts';
import { detailText, failureText } from './words.ts';

const TYPES = readFileSync('src/protocol/protocol.ts', 'utf8');
const codes = (type: string) =>
  [...(TYPES.match(new RegExp(`export type ${type} = ([^;]*);`))?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
    (found) => found[1] ?? '',
  );

beforeAll(async () => {
  await fetchTexts('en');
  await fetchTexts('ja');
});

describe('words for what goes wrong', () => {
  for (const language of ['en', 'ja'] as const)
    it(`never show a code, ${language}`, () => {
      settings.set({ language });
      expect(codes('ErrorCode').length).toBeGreaterThan(20);
      for (const code of codes('ErrorCode')) {
        const text = failureText({ code, message: 'for the log', why: null, unmet: null } as never);
        expect(text, code).not.toBe('');
        expect(text, code).not.toContain('for the log');
        if (code.includes('-')) expect(text).not.toContain(code);
        if (language === 'ja') expect(text, code).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
      }
    });

  it('are there for every notice that is shown', () => {
    for (const code of codes('NoticeCode').filter((code) => code !== 'engine'))
      expect(Object.keys(en)).toContain(`notice.${code}`);
  });

  it('keep the reader’s English out of the Japanese page', () => {
    const detail = { code: 'bad-record', message: ':3: "x": no move', at: '3' } as const;
    settings.set({ language: 'ja' });
    expect(detailText(detail)).toBe('棋譜として読めません (3行目)');
    settings.set({ language: 'en' });
    expect(detailText(detail)).toBe('Not a game record (line 3): "x": no move');
  });
});
