import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JournalEntry, journalEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import type { Home } from './radio.ts';

/** What the journal says of the stream dance, oldest first. */
export async function readJournal({ folder }: Home): Promise<JournalEntry[]> {
  const names = (await readdir(folder.journal)).sort();
  const days = await Promise.all(names.map((name) => readFile(join(folder.journal, name), 'utf8')));
  return days
    .flatMap((day) => parseJsonLines(day.split('\n'), journalEntrySchema))
    .filter(({ streamId }) => streamId === 'dance');
}
