import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JournalEntry, journalEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Home } from './radio.ts';

/** What the journal says of the stream dance, oldest first. */
export async function readJournal({ folder }: Home): Promise<JournalEntry[]> {
  const names = (await readdir(folder.journal)).sort();
  const days = await Promise.all(names.map((name) => readFile(join(folder.journal, name), 'utf8')));
  return days
    .flatMap((day) => day.trim().split('\n'))
    .map((line) => journalEntrySchema.parse(JSON.parse(line)))
    .filter(({ streamId }) => streamId === 'dance');
}
