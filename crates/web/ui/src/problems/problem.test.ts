import { beforeEach, expect, it, vi } from 'vitest';
import type { Problem } from '../protocol/protocol.ts';
import { connect, FakeServer, POS, turn } from '../server/fake.ts';
import * as rest from '../server/rest.ts';
import { fetchTexts } from '../text/text.ts';
import { problem } from './problem.svelte.ts';

const numbered = (number: number): Problem =>
  ({
    id: `mate-1/${number}`,
    set: 'mate-1',
    kind: 'mate',
    number,
    total: 9,
    sfen: POS.sfen,
    plies: 1,
    solution: [],
  }) as never;
const JUDGED = {
  t: 'judged',
  problem: 'mate-1/1',
  outcome: 'wrong',
  tried: { en: '', ja: '' },
  reply: null,
  text: null,
  mateIn: null,
  pos: null,
} as never;

let server: FakeServer;
beforeEach(async () => {
  vi.stubGlobal('WebSocket', FakeServer);
  vi.spyOn(rest, 'problemAfter').mockImplementation(async (_, after) => numbered(after + 1));
  await fetchTexts('en');
  server = await connect();
  problem.set = 'mate-1';
  await problem.next(0);
});

it('drops the judgement of a problem that is gone', async () => {
  const tried = problem.try('7g7f');
  expect(problem.judging).toBe(true);
  await problem.next(1);
  await server.answer('solve.try', JUDGED);
  await tried;
  expect(problem.problem?.number).toBe(2);
  expect(problem.moves).toEqual([]);
  expect(problem.outcome).toBeNull();
  expect(problem.failed).toBe(false);
  expect(problem.judging).toBe(false);
});

it('drops the judgement of a try that was reset', async () => {
  const tried = problem.try('7g7f');
  problem.reset();
  await server.answer('solve.try', JUDGED);
  await tried;
  expect(problem.moves).toEqual([]);
  expect(problem.outcome).toBeNull();
});

it('shows the set that was chosen last', async () => {
  let bring: (problem: Problem) => void = () => undefined;
  vi.mocked(rest.problemAfter).mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        bring = resolve;
      }),
  );
  const slow = problem.choose('mate-3');
  await problem.choose('mate-1');
  bring(numbered(7));
  await slow;
  await turn();
  expect(problem.set).toBe('mate-1');
  expect(problem.problem?.number).toBe(1);
});
