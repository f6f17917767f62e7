// Records in: the bytes of a file or a pasted text go to the server as they are.

import { messages } from '../parts/messages.svelte.ts';
import { detailText, errorText } from '../play/words.ts';
import type { ReadGame, ReadRecords } from '../protocol/protocol.ts';
import { route } from '../routes.svelte.ts';
import { MAX_RECORD_BYTES, readRecord } from '../server/rest.ts';
import { t } from '../settings/settings.svelte.ts';
import { opened } from './opened.svelte.ts';
import { record } from './record.svelte.ts';

async function read(bytes: BodyInit, name: string): Promise<void> {
  let read: ReadRecords;
  try {
    read = await readRecord(bytes, name);
  } catch (error) {
    messages.show(errorText(error), 'bad');
    return;
  }
  const good = read.games.filter((game) => game.tree);
  const [only] = good;
  if (!only) {
    const failure = read.games[0]?.failure;
    messages.show(failure ? detailText(failure) : t('file.notRecord'), 'bad');
    return;
  }
  if (good.length > 1) {
    opened.choices = good;
    opened.name = name;
    route.go('review');
    return;
  }
  show(only, name);
}

export function show(game: ReadGame, name: string): void {
  if (!game.tree) return;
  opened.choices = [];
  record.load(game.tree, { name, warnings: game.warnings });
  route.go('review');
  if (game.warnings.length > 0) messages.show(t('file.warnings', { n: game.warnings.length }));
}

export async function openFile(file: File): Promise<void> {
  if (file.size > MAX_RECORD_BYTES) return messages.show(t('file.tooBig', { n: 2 }), 'bad');
  await read(await file.arrayBuffer(), file.name);
}

export async function openText(text: string): Promise<void> {
  if (text.length > MAX_RECORD_BYTES) return messages.show(t('file.tooBig', { n: 2 }), 'bad');
  await read(text, '');
}
