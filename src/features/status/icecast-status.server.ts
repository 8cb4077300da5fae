import { readFile } from 'node:fs/promises';
import { toldMountsSchema } from '#src/broadcast/icecast/told-mounts.wire.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { jsonOrNull } from '#src/platform/files/json-lines.ts';
import type { Status } from './status.wire.ts';

/** Broadcast writes each second what it knows of Icecast; what is older is of a run that had one. */
const OLD_MS = MINUTE_MS;

/** What Icecast says, by the file of broadcast [W195]; null without one, and on a machine that is not the radio's. */
export async function readIcecastStatus(path: string, nowMs: number): Promise<Status['icecast']> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const told = toldMountsSchema.safeParse(jsonOrNull(text));
  if (!told.success || Math.abs(nowMs - told.data.writtenMs) > OLD_MS) return null;
  const mounts = Object.values(told.data.mounts);
  const known = mounts.flatMap(({ listeners }) => (listeners === null ? [] : [listeners]));
  return {
    on_air: mounts.filter(({ isOnAir }) => isOnAir).length,
    mounts: mounts.length,
    listeners: known.length === 0 ? null : known.reduce((sum, listeners) => sum + listeners, 0),
  };
}
