import type { QueryClient } from '@tanstack/react-query';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { nowPlayingQuery } from './now-playing.query.ts';

/** Adverts, jingles and the bed leave the title of the last track, which is over by then [R158]. */
const TRACKLESS_MS = 20 * MINUTE_MS;
/** A page may know the track before for a while: it was kept, or the network was away. */
export const RADIO_SLACK_MS = 2 * MINUTE_MS;

/**
 * The time by the radio's clock, where the visitor's is wrong [R151]: what is on air has begun and is not over.
 * Farther from it than `RADIO_SLACK_MS` the time is the nearer end of that track; while no track is known it is the
 * visitor's.
 */
export function radioTime(nowMs: number, onAir: Pick<NowPlaying, 'started_at' | 'duration'> | null): number {
  if (onAir === null || onAir.duration === 0) return nowMs;
  return within(nowMs, Date.parse(onAir.started_at), endMsOf(onAir));
}

/**
 * The track that tells the radio's time on a page of a stream: the one on air there, or the newest of all where that
 * stream has had no music since long before. Null while it is unknown.
 */
export function datingTrack(told: readonly NowPlaying[], version: string): NowPlaying | null {
  const own = told.find((track) => track.version === version) ?? null;
  if (own === null || own.duration === 0) return own;
  const played = told.filter(({ duration }) => duration > 0);
  const newest = played.reduce((one, other) => (beganMs(other) > beganMs(one) ? other : one), own);
  return beganMs(newest) > endMsOf(own) + TRACKLESS_MS ? newest : own;
}

function within(nowMs: number, startedMs: number, endMs: number): number {
  if (nowMs < startedMs - RADIO_SLACK_MS) return startedMs;
  return nowMs > endMs + RADIO_SLACK_MS ? endMs : nowMs;
}

/**
 * How much later the radio's clock is than the visitor's, in ms. All tracks have begun, and the next to end after the
 * newest one's begin is not over: so a mix of hours hides nothing, and neither does a stream that has no music any
 * more, which keeps its last track.
 * @param told what was on air, and when that came by the visitor's clock
 */
export function radioAheadMs(told: readonly NowPlaying[] | undefined, toldMs: number): number {
  const known = told?.filter(({ duration, started_at }) => duration > 0 && Date.parse(started_at) > 0) ?? [];
  if (known.length === 0) return 0;
  const newestMs = Math.max(...known.map(({ started_at }) => Date.parse(started_at)));
  const endMs = Math.min(...known.map(endMsOf).filter((ms) => ms > newestMs));
  const aheadMs = within(toldMs, newestMs, endMs) - toldMs;
  return aheadMs < 0 && aheadMs > -TRACKLESS_MS ? 0 : aheadMs;
}

function beganMs({ started_at }: Pick<NowPlaying, 'started_at'>): number {
  return Date.parse(started_at) || 0;
}

function endMsOf({ started_at, duration }: Pick<NowPlaying, 'started_at' | 'duration'>): number {
  return Date.parse(started_at) + duration * 1000;
}

/** The time by the radio's clock, as the titles that this page has asked for tell it; else the visitor's [R240]. */
export function radioNowMs(client: QueryClient): number {
  const told = client.getQueryState<NowPlaying[]>(nowPlayingQuery.queryKey);
  const nowMs = systemClock.nowMs();
  return nowMs + radioAheadMs(told?.data, told?.dataUpdatedAt ?? nowMs);
}
