import { ROTATION_RULES } from '#src/broadcast/rotation/pool-rests.ts';
import { DAY_MS } from '#src/contract/durations.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import type { Chosen } from '../choose-track.ts';
import { Library } from '../library.ts';
import { buildPool, type Pool } from '../pool.ts';
import { RotationMemory } from '../rotation-memory.ts';
import { simulatePlays } from '../simulate-plays.ts';

export interface SimulatedTrack extends Chosen {
  startedMs: number;
}

export const SIMULATED_START_MS = Date.UTC(2026, 10, 1);

/** Days of a stream without jingles and hours of its own, track after track. */
export function simulateRotation(options: {
  records: readonly MediaRecord[];
  days: number;
  random: () => number;
  startMs?: number;
  memory?: RotationMemory;
}): SimulatedTrack[] {
  const { records, days, random, startMs = SIMULATED_START_MS, memory = new RotationMemory() } = options;
  const { streams, timezone } = stationConfig({ streams: [{ id: 'dance', jingleEvery: 0 }] });
  const [stream] = streams;
  if (!stream) throw new Error('no stream');
  const library = new Library(new Map(records.map((record) => [record.id, record])));
  const tracks: SimulatedTrack[] = [];
  for (const play of simulatePlays({
    facts: { library, stream, timezone },
    random,
    fromMs: startMs,
    memory,
  })) {
    const { record, startedMs, choice } = play;
    if (choice) tracks.push({ record, startedMs, choice });
    if (startedMs + record.durationMs >= startMs + days * DAY_MS) break;
  }
  return tracks;
}

/** The whole of a stream as a pool. */
export function poolOf(records: readonly MediaRecord[], memory: RotationMemory, atMs: number): Pool {
  const library = new Library(new Map(records.map((record) => [record.id, record])));
  return buildPool({
    name: '',
    shelved: library.shelf('dance', 'track'),
    memory,
    atMs,
    rules: ROTATION_RULES,
  });
}
