import type { QueryClient } from '@tanstack/react-query';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { nowPlayingQuery } from './now-playing.query.ts';
import { radioAheadMs } from './radio-time.ts';

/** The time by the radio's clock, as the titles that this page has asked for tell it; else the visitor's [R240]. */
export function radioNowMs(client: QueryClient): number {
  const told = client.getQueryState<NowPlaying[]>(nowPlayingQuery.queryKey);
  const nowMs = systemClock.nowMs();
  return nowMs + radioAheadMs(told?.data, told?.dataUpdatedAt ?? nowMs);
}
