import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import { ROBOTS, type Robot } from '#src/robots/finding.wire.ts';

/** A stream, and what a robot hears it as. */
export interface Pair {
  readonly streamId: StreamId;
  readonly robot: Robot;
}

/** [R180] Pairs that were found wrong are listened to again in each minute, at most this many. */
export const RECHECKS_MAX = 4;

/**
 * What is listened to in a minute of Unix time [R180]: one stream after the other, the next device in each round of
 * them, so that a start changes nothing; then some of those that were found wrong.
 */
export function pairsOfMinute(minute: number, failing: readonly Pair[]): Pair[] {
  const streamId = STREAM_IDS[minute % STREAM_IDS.length] ?? 'dance';
  const robot = ROBOTS[Math.floor(minute / STREAM_IDS.length) % ROBOTS.length] ?? 'browser';
  const others = failing.filter((pair) => pair.streamId !== streamId || pair.robot !== robot);
  // Where more fail than have room, each has its turn.
  const first = others.length > RECHECKS_MAX ? (minute * RECHECKS_MAX) % others.length : 0;
  const again = [...others.slice(first), ...others.slice(0, first)].slice(0, RECHECKS_MAX);
  return [{ streamId, robot }, ...again];
}
