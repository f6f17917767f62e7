// Requests for files and lists.

import type {
  ArenaFile,
  ErrorBody,
  ErrorDetail,
  GameList,
  GamesPage,
  Health,
  Losses,
  Problem,
  ProblemSet,
  ReadRecords,
  Tree,
} from '../protocol/protocol.ts';

export const MAX_RECORD_BYTES = 2 * 1024 * 1024;

export class RestError extends Error {
  constructor(readonly detail: ErrorDetail) {
    super(detail.message);
  }
}

async function checked(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  let detail: ErrorDetail = { code: 'unavailable', message: answer.statusText, at: null };
  try {
    detail = ((await answer.json()) as ErrorBody).error;
  } catch {
    // The answer had no body of ours: the status is all there is to say.
  }
  throw new RestError(detail);
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await checked(await fetch(path, init))).json()) as T;
}

const post = (body: BodyInit, type: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': type },
});

export const health = () => json<Health>('/api/health');

/** Reads a record; its bytes go as they are, the server finds out format and encoding. */
export const readRecord = (bytes: BodyInit, name: string) =>
  json<ReadRecords>(`/api/kifu?name=${encodeURIComponent(name)}`, post(bytes, 'application/octet-stream'));

const writeUrl = (format: string, encoding: string) =>
  `/api/kifu/write?to=${encodeURIComponent(format)}&encoding=${encodeURIComponent(encoding)}`;

export const recordLosses = (tree: Tree, format: string, encoding: string) =>
  json<Losses>(`${writeUrl(format, encoding)}&dry=1`, post(JSON.stringify(tree), 'application/json'));

export async function writeRecord(tree: Tree, format: string, encoding: string): Promise<Blob> {
  const answer = await fetch(writeUrl(format, encoding), post(JSON.stringify(tree), 'application/json'));
  return (await checked(answer)).blob();
}

export const savedGames = (offset: number) => json<GameList>(`/api/games?offset=${offset}`);
export const savedGame = (id: string) => json<Tree>(`/api/games/${encodeURIComponent(id)}`);
export async function deleteGame(id: string): Promise<void> {
  await checked(await fetch(`/api/games/${encodeURIComponent(id)}`, { method: 'DELETE' }));
}
export const problemSets = () => json<ProblemSet[]>('/api/problems');
export const problemAfter = (set: string, after: number) =>
  json<Problem>(`/api/problems?set=${encodeURIComponent(set)}&after=${after}`);
export const arenaFiles = () => json<ArenaFile[]>('/api/arena');
export const arenaGames = (n: number, offset: number, filter: string) =>
  json<GamesPage>(`/api/arena/${n}/games?offset=${offset}&limit=100&filter=${encodeURIComponent(filter)}`);
export const arenaGame = (n: number, k: number) => json<Tree>(`/api/arena/${n}/games/${k}`);

/** The licences of the program; plain text. */
export async function notices(): Promise<string> {
  return (await checked(await fetch('/api/notices'))).text();
}
