import { type HeardEntry, heardEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Database } from '#src/db/database.ts';
import { laterOf } from '#src/db/engine.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';

/** Figures of a row that a later line may only raise. */
const FIGURES = [
  'ended_ms',
  'guest_listeners',
  'guest_whole',
  'guest_sent_ms',
  'member_listeners',
  'member_whole',
  'member_sent_ms',
] as const;

/**
 * Takes the journal's lines about what pieces were heard by [R175]. Of several lines about one piece the largest
 * figures stay, so that a line which is already there changes nothing.
 */
export async function takeHeardPieces(trx: Database, lines: readonly string[]): Promise<void> {
  const rows = new Map<string, ReturnType<typeof rowOf>>();
  for (const entry of parseJsonLines(lines, heardEntrySchema)) {
    const row = rowOf(entry);
    const key = `${row.stream_id} ${row.started_ms} ${row.media_id} ${row.from_ms}`;
    const before = rows.get(key);
    if (before) for (const figure of FIGURES) row[figure] = Math.max(row[figure], before[figure]);
    rows.set(key, row);
  }
  if (rows.size === 0) return;
  await trx
    .insertInto('heard_pieces')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(['stream_id', 'started_ms', 'media_id', 'from_ms']).doUpdateSet((eb) => ({
        ended_ms: laterOf(eb.ref('excluded.ended_ms'), eb.ref('heard_pieces.ended_ms')),
        guest_listeners: laterOf(eb.ref('excluded.guest_listeners'), eb.ref('heard_pieces.guest_listeners')),
        guest_whole: laterOf(eb.ref('excluded.guest_whole'), eb.ref('heard_pieces.guest_whole')),
        guest_sent_ms: laterOf(eb.ref('excluded.guest_sent_ms'), eb.ref('heard_pieces.guest_sent_ms')),
        member_listeners: laterOf(
          eb.ref('excluded.member_listeners'),
          eb.ref('heard_pieces.member_listeners'),
        ),
        member_whole: laterOf(eb.ref('excluded.member_whole'), eb.ref('heard_pieces.member_whole')),
        member_sent_ms: laterOf(eb.ref('excluded.member_sent_ms'), eb.ref('heard_pieces.member_sent_ms')),
      })),
    )
    .execute();
}

function rowOf({ streamId, piece, id, startedMs, fromMs, endedMs, guest, member }: HeardEntry) {
  return {
    stream_id: streamId,
    started_ms: Math.round(startedMs),
    media_id: id,
    from_ms: Math.round(fromMs),
    kind: piece,
    ended_ms: Math.round(endedMs),
    guest_listeners: guest?.listeners ?? 0,
    guest_whole: guest?.whole ?? 0,
    guest_sent_ms: Math.round(guest?.sentMs ?? 0),
    member_listeners: member?.listeners ?? 0,
    member_whole: member?.whole ?? 0,
    member_sent_ms: Math.round(member?.sentMs ?? 0),
  };
}
