import { DAY_MS } from '#src/contract/durations.ts';
import type { MediaLibrary } from './media-library.ts';
import type { MediaStore } from './media-store.ts';

/** [R260] Days for which the audio of a recording stays that has left the station folder. */
const WITHDRAWN_KEPT_DAYS = 30;

/**
 * Removes the audio of what has been out of the station folder for long, which nobody hears any more: a station whose
 * music changes would fill its disk. What comes back is rendered again, so a clock that is wrong costs no more than that.
 * @returns how many recordings had some
 */
export async function removeWithdrawnAudio(
  library: Pick<MediaLibrary, 'records' | 'dateWithdrawn'>,
  store: Pick<MediaStore, 'hasAudio' | 'removeAudio'>,
  nowMs: number,
): Promise<number> {
  await library.dateWithdrawn(nowMs);
  const untilMs = nowMs - WITHDRAWN_KEPT_DAYS * DAY_MS;
  const past = [...library.records.values()].filter(
    ({ id, withdrawnMs }) => withdrawnMs !== undefined && withdrawnMs <= untilMs && store.hasAudio(id),
  );
  for (const { id } of past) await store.removeAudio(id);
  return past.length;
}
