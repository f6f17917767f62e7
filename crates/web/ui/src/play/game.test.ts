import { beforeEach, expect, it, vi } from 'vitest';
import { connect, FakeServer, GAME } from '../server/fake.ts';
import { fetchTexts } from '../text/text.ts';
import { game } from './game.svelte.ts';

const PLAYED = { usi: '7g7f', text: { ja: '', en: '', usi: '7g7f' }, spentMs: 1, score: null } as never;

beforeEach(async () => {
  vi.stubGlobal('WebSocket', FakeServer);
  sessionStorage.clear();
  await fetchTexts('en');
});

it('sends a move again that was lost with the connection', async () => {
  const server = await connect({ game: GAME });
  const move = game.move('7g7f');
  expect(server.count('game.move')).toBe(1);
  await server.lose();
  await move;
  const next = await connect({ game: GAME });
  expect(next.sent.filter((message) => message.t === 'game.move')).toMatchObject([{ ply: 0, usi: '7g7f' }]);
});

it('sends no move again that the server has', async () => {
  const server = await connect({ game: GAME });
  const move = game.move('7g7f');
  await server.lose();
  await move;
  const next = await connect({ game: { ...GAME, moves: [PLAYED], phase: 'engine' } });
  expect(next.count('game.move')).toBe(0);
  expect(game.pending).toBeNull();
});

it('sends a move once that is made before the state comes', async () => {
  const server = await connect({ game: GAME });
  void game.move('7g7f');
  server.say({ t: 'state', game: GAME, job: null, prefs: {} });
  expect(server.count('game.move')).toBe(1);
});

it('does not take a game back that another tab has opened', async () => {
  const server = await connect({ game: GAME }, true);
  server.say({ t: 'state', game: null, job: null, prefs: {} });
  expect(server.count('session.restore')).toBe(0);
  expect(game.state).toBeNull();
});

it('gives hints under a clock in friendly games only', async () => {
  const clock = {
    black: 1,
    white: 1,
    byoyomi: 0,
    increment: 0,
    running: null,
    inByoyomi: false,
    byoyomiLeft: 0,
  };
  await connect({ game: { ...GAME, clock } });
  expect(game.mayHint).toBe(false);
  await connect({ game: { ...GAME, clock, friendly: true } });
  expect(game.mayHint).toBe(true);
  await connect({ game: GAME });
  expect(game.mayHint).toBe(true);
});

it('plays again from where it began', async () => {
  const server = await connect();
  const start = { sfen: GAME.start, moves: ['7g7f'] };
  const begun = game.begin(start);
  await server.answer('game.new', { ...GAME, t: 'game' });
  await begun;
  game.again(false);
  expect(server.last('game.new').start).toEqual(start);
});
