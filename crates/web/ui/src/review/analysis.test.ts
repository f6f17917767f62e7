import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EVEN } from '../board/position.ts';
import type { Line, ReviewMoment, Tree } from '../protocol/protocol.ts';
import { record } from '../record/record.svelte.ts';
import { connect, FakeServer } from '../server/fake.ts';
import { fetchTexts } from '../text/text.ts';
import { analysis } from './analysis.svelte.ts';

const game = (...moves: string[]): Tree => ({
  headers: [],
  start: EVEN,
  nodes: [{}, ...moves.map((move, parent) => ({ parent, move }))],
});
const LINE = { rank: 1, bound: 'exact', w: 61, moves: ['7g7f'], text: [] } as unknown as Line;
const info = (job: number) => ({ t: 'info', job, lines: [LINE], nodes: 1, nps: 1, hashfull: 0, ms: 1 });
const MOMENT: ReviewMoment = { ply: 1, why: ['loss'], lines: [LINE], played: null, sentences: [] };

let server: FakeServer;
beforeEach(async () => {
  vi.stubGlobal('WebSocket', FakeServer);
  await fetchTexts('en');
  analysis.stop();
  analysis.reviewing = false;
  record.load(game('7g7f', '3c3d'));
  server = await connect();
});

describe('free analysis', () => {
  it('gives no line of the position before to the next one', async () => {
    analysis.start();
    await server.answer('analyse.start', { t: 'job', job: 5, kind: 'analyse', state: 'running' });
    server.say(info(5));
    expect(analysis.known.get(record.root.id)?.w).toBe(61);
    record.forward();
    analysis.start();
    server.say(info(5));
    expect(analysis.known.get(record.current.id)).toBeUndefined();
    expect(analysis.lines).toEqual([]);
    await server.answer('analyse.start', { t: 'job', job: 6, kind: 'analyse', state: 'running' });
    server.say(info(6));
    expect(analysis.known.get(record.current.id)?.w).toBe(61);
  });

  it('takes the answer to an older request for what it is', async () => {
    analysis.start();
    const older = server.last('analyse.start').id;
    record.forward();
    analysis.start();
    server.say({ t: 'job', id: older, job: 5, kind: 'analyse', state: 'running' });
    await Promise.resolve();
    server.say(info(5));
    expect(analysis.known.get(record.current.id)).toBeUndefined();
  });

  it('is over when the server says so', async () => {
    analysis.start();
    await server.answer('analyse.start', { t: 'job', job: 5, kind: 'analyse', state: 'running' });
    server.say({ t: 'done', job: 4, reason: 'cancelled' });
    server.say({ t: 'done', job: 0, reason: 'stopped' });
    expect(analysis.on).toBe(true);
    server.say({ t: 'done', job: 5, reason: 'cancelled' });
    expect(analysis.on).toBe(false);
  });

  it('asks only where the user comes to rest', () => {
    vi.useFakeTimers();
    record.load(game(...Array.from({ length: 100 }, (_, i) => (i % 2 ? '5a5b' : '5i5h'))));
    vi.advanceTimersByTime(1000);
    analysis.start();
    const sent = server.sent.length;
    for (let step = 0; step < 90; step += 1) {
      record.forward();
      analysis.follow();
      vi.advanceTimersByTime(33);
    }
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(server.last('position').moves).toHaveLength(90);
    expect(server.last('analyse.start').moves).toHaveLength(90);
    expect(server.sent.length - sent).toBeLessThanOrEqual(4);
  });

  it('gives the engine back when the user leaves', () => {
    analysis.start();
    analysis.leave();
    expect(server.count('release')).toBe(1);
    expect(analysis.on).toBe(false);
  });
});

describe('the analysis of a game', () => {
  async function review(job: number): Promise<void> {
    analysis.review('quick');
    await server.answer('review.start', { t: 'job', job, kind: 'review', state: 'running' });
  }

  it('is forgotten with its record, and what comes late is dropped', async () => {
    await review(7);
    server.say({ t: 'moment', job: 7, moment: MOMENT });
    const old = analysis.nodeAt(1);
    expect(analysis.moments).toHaveLength(1);
    record.load(game('2g2f'));
    expect(server.count('review.stop')).toBe(1);
    expect(analysis.reviewing).toBe(false);
    expect(analysis.moments).toEqual([]);
    server.say({ t: 'moment', job: 7, moment: MOMENT });
    server.say({ t: 'done', job: 7, reason: 'stopped' });
    expect(analysis.moments).toEqual([]);
    expect(analysis.partial).toBe(false);
    record.go(old);
    expect(record.current).toBe(record.root);
  });

  it('has no moment for a move that only looked strong', async () => {
    await review(7);
    server.say({ t: 'moment', job: 7, moment: { ...MOMENT, why: ['good-move'] } });
    expect(analysis.moments).toEqual([]);
    server.say({ t: 'ply', job: 7, ply: { ply: 1, w: 50, class: 'good' } });
    expect(analysis.moments).toHaveLength(1);
  });

  it('is over after a restart of the server', async () => {
    await review(7);
    await server.lose();
    expect(analysis.reviewing).toBe(true);
    await connect({ job: null }, true);
    expect(analysis.reviewing).toBe(false);
    expect(analysis.partial).toBe(true);
  });

  it('goes on after a short loss of the connection', async () => {
    await review(7);
    await server.lose();
    server = await connect({ job: 7 });
    expect(analysis.reviewing).toBe(true);
    server.say({ t: 'done', job: 7, reason: 'found' });
    expect(analysis.reviewing).toBe(false);
    expect(analysis.partial).toBe(false);
  });

  it('can be stopped although the server knows of none', async () => {
    await review(7);
    analysis.stopReview();
    await server.answer('review.stop', { t: 'done', job: 0, reason: 'stopped' });
    expect(analysis.reviewing).toBe(false);
  });
});
