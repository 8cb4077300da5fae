import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Choice } from './choice.wire.ts';
import { Programme, type ProgrammeFacts } from './programme.ts';
import { RotationMemory } from './rotation-memory.ts';

export interface SimulatedPlay {
  record: MediaRecord;
  startedMs: number;
  /** Undefined for a jingle. */
  choice: Choice | undefined;
}

/**
 * Yields what a stream would play, piece after piece, by the programme that playout asks, without advert
 * breaks. It ends only when there is no music; the reader decides when to stop.
 * @param options.memory of what played before; grows with each piece
 */
export function* simulatePlays(options: {
  facts: ProgrammeFacts;
  random: () => number;
  fromMs: number;
  memory?: RotationMemory;
}): Generator<SimulatedPlay, void> {
  const { facts, random, fromMs, memory = new RotationMemory() } = options;
  const programme = new Programme({
    streamId: facts.stream.id,
    memory,
    facts: () => facts,
    chance: () => random,
  });
  for (let atMs = fromMs; ; ) {
    const record = programme.next(atMs, false);
    if (record === null) return;
    const choice = programme.choiceOf(record.id);
    memory.remember({ ...record, startedMs: atMs, choice });
    yield { record, startedMs: atMs, choice };
    atMs += record.durationMs;
  }
}
