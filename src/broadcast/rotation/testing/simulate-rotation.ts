import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { type Chosen, chooseTrack } from '../choose-track.ts';
import { Library } from '../library.ts';
import { buildPool, type Pool } from '../pool.ts';
import { RotationMemory } from '../rotation-memory.ts';
import { ROTATION_RULES } from '../rotation-rules.ts';

export interface SimulatedPlay extends Chosen {
  startedMs: number;
}

export const SIMULATED_START_MS = Date.UTC(2026, 10, 1);

/** Simulates what a stream would play, track after track, with the function that playout uses. */
export function simulateRotation(options: {
  records: readonly MediaRecord[];
  days: number;
  random: () => number;
  startMs?: number;
  memory?: RotationMemory;
}): SimulatedPlay[] {
  const { records, days, random, startMs = SIMULATED_START_MS, memory = new RotationMemory() } = options;
  const pool = poolOf(records, memory, startMs);
  const plays: SimulatedPlay[] = [];
  for (let atMs = startMs; atMs < startMs + days * 86_400_000; ) {
    const chosen = chooseTrack({ pool, atMs, random, resting: new Set(), rules: ROTATION_RULES });
    if (chosen === null) break;
    memory.remember({ ...chosen.record, startedMs: atMs, choice: chosen.choice });
    plays.push({ ...chosen, startedMs: atMs });
    atMs += chosen.record.durationMs;
  }
  return plays;
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

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
