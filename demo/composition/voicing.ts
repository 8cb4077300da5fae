import type { Chord } from './chord.ts';

export interface VoicingRange {
  /** MIDI pitches, both included. */
  low: number;
  high: number;
  voices: number;
}

/** Widest distance between the outer voices, semitones. */
const SPAN = 17;

/** Pitches (ascending MIDI) for a row of chords, each moving as little as it can from the one before. */
export function voiceLead(chords: readonly Chord[], range: VoicingRange): number[][] {
  const middle = (range.low + range.high) / 2;
  let previous: number[] | null = null;
  return chords.map((chord) => {
    const candidates = spread(tones(chord, range.voices), range);
    const best = candidates.reduce(
      (found, pitches) => {
        const cost = costOf(pitches, previous, middle);
        return cost < found.cost ? { pitches, cost } : found;
      },
      { pitches: candidates[0] ?? [], cost: Number.POSITIVE_INFINITY },
    ).pitches;
    previous = best;
    return best;
  });
}

/** The chord's pitch classes, as many as there are voices: the fifth goes first, then the root. */
function tones(chord: Chord, voices: number): number[] {
  const fifthLast = [...chord.intervals];
  const inside = fifthLast.map((interval) => (chord.root + interval) % 12);
  const wanted = voices > inside.length ? [chord.root, ...inside] : inside;
  return Array.from({ length: voices }, (_, i) => wanted[i % wanted.length] ?? chord.root);
}

function spread(classes: readonly number[], range: VoicingRange): number[][] {
  let partial: number[][] = [[]];
  for (const pitchClass of classes) {
    const places: number[] = [];
    for (let pitch = range.low; pitch <= range.high; pitch++) {
      if (pitch % 12 === pitchClass) places.push(pitch);
    }
    const next = partial.flatMap((chosen) =>
      places.filter((pitch) => !chosen.includes(pitch)).map((pitch) => [...chosen, pitch]),
    );
    // A doubled note that finds no place is left out.
    if (next.length > 0) partial = next;
  }
  const sorted = partial.map((pitches) => pitches.sort((a, b) => a - b));
  const compact = sorted.filter((pitches) => (pitches.at(-1) ?? 0) - (pitches[0] ?? 0) <= SPAN);
  return compact.length > 0 ? compact : sorted;
}

function costOf(pitches: readonly number[], previous: readonly number[] | null, middle: number): number {
  let cost = 0;
  pitches.forEach((pitch, voice) => {
    cost += Math.abs(pitch - middle) * 0.15;
    if (previous) cost += Math.abs(pitch - (previous[voice] ?? pitch));
    const below = pitches[voice - 1];
    // Seconds rub less the higher they lie.
    if (below !== undefined && pitch - below < 3) cost += pitch < 60 ? 5 : 1.5;
  });
  return cost;
}
