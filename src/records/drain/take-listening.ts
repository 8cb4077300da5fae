import { listeningEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Database } from '#src/db/database.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';

/** The journal's lines of what listeners were sent. One that is already there changes nothing. */
export async function takeListening(trx: Database, lines: readonly string[]): Promise<void> {
  const entries = parseJsonLines(lines, listeningEntrySchema);
  if (entries.length === 0) return;
  await trx
    .insertInto('listening')
    .values(
      entries.map(({ startedMs, bytes, heardMs }) => ({
        started_ms: Math.round(startedMs),
        sent_bytes: Math.round(bytes),
        heard_ms: Math.round(heardMs),
      })),
    )
    .onConflict((conflict) => conflict.column('started_ms').doNothing())
    .execute();
}
