import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';

/** What a page let be heard, compared with the sound that it was to play; milliseconds. */
export interface HeardSound {
  /** Silent for longer than `HOLE_MS`, between sounds. */
  readonly silences: readonly { readonly atMs: number; readonly ms: number }[];
  /** Where it did not go on: what was left out (below 0: came twice), and how much was heard that is none of it. */
  readonly joins: readonly { readonly atMs: number; readonly leftMs: number; readonly wrongMs: number }[];
  /** The sum of each. */
  readonly missingMs: number;
  readonly doubledMs: number;
  readonly wrongMs: number;
}

const HOLE_MS = 5;
/** Below this part of the level around (-60 dB) there is silence. */
const SILENT = 0.001;
/** Samples in which a place is looked for, and how many of them make one of the coarse search. */
const WINDOW = 2_048;
const COARSE = 4;
/** The best other place of this sound has 0.25. */
const ALIKE = 0.7;
/**
 * Difference from the sound, as part of its level, of a sample that is not its own, and how many more of them than
 * others.
 */
const OTHER = 0.15;
const OTHER_SAMPLES = 16;

/** A stretch of what was heard that is the sound itself, sample behind sample. */
interface Stretch {
  readonly from: number;
  readonly end: number;
  /** The place of `from` in the sound. */
  readonly place: number;
}

/**
 * Compares what was heard with a sound that is a circle, sample by sample.
 * @param heard and `sound` at 44.1 kHz; at whatever level
 */
export function compareHeard(heard: Float32Array, sound: Float32Array): HeardSound {
  const level = rms(heard.filter((sample) => sample !== 0));
  const silences = silencesIn(heard, SILENT * level);
  const stretches = stretchesIn(heard, sound, silences);
  const joins = stretches
    .slice(1)
    .map((stretch, at) => joinOf(stretches[at], stretch, silences, sound.length));
  const ms = (samples: number) => (samples * 1_000) / SAMPLE_RATE;
  return {
    silences: silences
      .filter(({ from, end }) => from > 0 && end < heard.length)
      .map(({ from, end }) => ({ atMs: ms(from), ms: ms(end - from) })),
    joins: joins.map(({ at, left, other }) => ({ atMs: ms(at), leftMs: ms(left), wrongMs: ms(other) })),
    missingMs: ms(sum(joins.map(({ left }) => Math.max(0, left)))),
    doubledMs: ms(sum(joins.map(({ left }) => Math.max(0, -left)))),
    wrongMs: ms(sum(joins.map(({ other }) => other))),
  };
}

interface Span {
  readonly from: number;
  readonly end: number;
}

function joinOf(before: Stretch | undefined, after: Stretch, silences: readonly Span[], length: number) {
  if (before === undefined) return { at: after.from, left: 0, other: 0 };
  const silent = sum(
    silences.map(({ from, end }) => Math.max(0, Math.min(end, after.from) - Math.max(from, before.end))),
  );
  const other = Math.max(0, after.from - before.end - silent);
  const left = around(after.place - (before.place + before.end - before.from), length) - other;
  return { at: before.end, left, other };
}

function silencesIn(heard: Float32Array, below: number): Span[] {
  const least = (HOLE_MS * SAMPLE_RATE) / 1_000;
  const spans: Span[] = [];
  let from = 0;
  for (let at = 0; at <= heard.length; at += 1) {
    if (at < heard.length && Math.abs(heard[at] ?? 0) <= below) continue;
    if (at - from >= least) spans.push({ from, end: at });
    from = at + 1;
  }
  return spans;
}

function stretchesIn(heard: Float32Array, sound: Float32Array, silences: readonly Span[]): Stretch[] {
  const coarse = { heard: thinned(heard), sound: thinned(sound) };
  const stretches: Stretch[] = [];
  let at = 0;
  while (at + WINDOW <= heard.length) {
    const silence = silences.find(({ from, end }) => from <= at && at < end);
    if (silence) {
      at = silence.end;
      continue;
    }
    const near = stretches.at(-1);
    const expected = near ? near.place + near.end - near.from : 0;
    const found = placeOf(at, heard, sound, coarse, expected);
    if (found === null) {
      at += WINDOW / 4;
      continue;
    }
    const before = silences.findLast(({ end }) => end <= at);
    const bounds = {
      from: Math.max(near?.end ?? 0, before?.end ?? 0),
      end: silences.find(({ from }) => from > at)?.from ?? heard.length,
    };
    const stretch = grown(at, found, heard, sound, bounds);
    stretches.push(stretch);
    at = Math.max(stretch.end, at + WINDOW / 4);
  }
  return stretches;
}

/** The place in the sound at which `heard` from `at` on is found, and how much louder it is; null for nowhere. */
function placeOf(
  at: number,
  heard: Float32Array,
  sound: Float32Array,
  coarse: { heard: Float32Array; sound: Float32Array },
  expected: number,
): { place: number; gain: number } | null {
  const from = Math.floor(at / COARSE);
  const asked = coarse.heard.subarray(from, from + WINDOW / COARSE);
  const near = SAMPLE_RATE / COARSE;
  const center = Math.round(expected / COARSE);
  let best = bestPlace(asked, coarse.sound, center - near, center + near);
  if (best.likeness < ALIKE) best = bestPlace(asked, coarse.sound, 0, coarse.sound.length);
  if (best.likeness < ALIKE) return null;
  const exact = heard.subarray(at, at + WINDOW);
  const about = best.place * COARSE + (at - from * COARSE);
  const { place, likeness } = bestPlace(exact, sound, about - 2 * COARSE, about + 2 * COARSE + 1);
  if (likeness < ALIKE) return null;
  const played = circular(sound, place, WINDOW);
  return { place, gain: dot(exact, played) / dot(played, played) };
}

function bestPlace(
  asked: Float32Array,
  sound: Float32Array,
  from: number,
  end: number,
): { place: number; likeness: number } {
  const size = Math.sqrt(dot(asked, asked));
  let best = { place: 0, likeness: 0 };
  for (let start = from; start < end; start += 1) {
    const place = ((start % sound.length) + sound.length) % sound.length;
    const played = circular(sound, place, asked.length);
    const likeness = dot(asked, played) / (size * Math.sqrt(dot(played, played)) || 1);
    if (likeness > best.likeness) best = { place, likeness };
  }
  return best;
}

/**
 * The stretch around `at`, as far as it goes on without a break either way.
 * @param bounds a sound that ends where it crosses zero looks as if it went on in the silence
 */
function grown(
  at: number,
  { place, gain }: { place: number; gain: number },
  heard: Float32Array,
  sound: Float32Array,
  bounds: Span,
): Stretch {
  const other = OTHER * gain * rms(sound);
  const differs = (sample: number) => {
    const played = sound[(((place + sample - at) % sound.length) + sound.length) % sound.length] ?? 0;
    return Math.abs((heard[sample] ?? 0) - gain * played) > other;
  };
  // Any sound crosses zero: of what is not its own most samples differ, of its own none.
  const edge = (step: 1 | -1, last: number) => {
    let run = 0;
    let good = Math.min(at + WINDOW / 2, bounds.end - 1);
    for (let sample = good; sample !== last && run < OTHER_SAMPLES; sample += step) {
      run = Math.max(0, run + (differs(sample) ? 1 : -1));
      if (run === 0) good = sample;
    }
    return good;
  };
  const start = edge(-1, bounds.from - 1);
  const end = edge(1, bounds.end) + 1;
  return { from: start, end, place: place + start - at };
}

function circular(sound: Float32Array, from: number, length: number): Float32Array {
  const end = from + length;
  if (end <= sound.length) return sound.subarray(from, end);
  const all = new Float32Array(length);
  all.set(sound.subarray(from));
  all.set(sound.subarray(0, end - sound.length), sound.length - from);
  return all;
}

function thinned(samples: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / COARSE) }, (_, at) =>
    samples.subarray(at * COARSE, (at + 1) * COARSE).reduce((sum, sample) => sum + sample / COARSE, 0),
  );
}

/** The way from 0 to a place on the circle, by the shorter side. */
function around(way: number, length: number): number {
  const once = ((way % length) + length) % length;
  return once > length / 2 ? once - length : once;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function rms(samples: Float32Array): number {
  return Math.sqrt(dot(samples, samples) / (samples.length || 1));
}
