import type { StreamId } from '#src/contract/streams.ts';

/** Returns `week{Stream}.xml`: `weekDance.xml`, `weekTrance.xml` [W67]. */
export function weekFileName(streamId: StreamId): string {
  return `week${streamId.charAt(0).toUpperCase()}${streamId.slice(1)}.xml`;
}
