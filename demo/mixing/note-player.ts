import { arrange, swung } from '#demo/composition/arrange.ts';
import type { Part, Song } from '#demo/composition/song.ts';
import { hzOf } from '#demo/synth/instrument.ts';
import { createRandom } from '#demo/synth/random.ts';
import { addSound, SAMPLE_RATE, type StereoPcm, samplesOf } from '#demo/synth/stereo.ts';

/** The range that a part has written to a buffer, in samples. */
export interface Played {
  /** Where its notes begin, in order. */
  starts: readonly number[];
  /** Where it sounds: in order, apart from each other, silence between them. */
  spans: readonly Span[];
}

export interface Span {
  from: number;
  to: number;
}

/** Silences shorter than this do not end a span, samples. */
const SPAN_GAP = 8192;
/** Sounds longer than this are rendered anew each time, seconds. */
const CACHED_SECONDS = 2.5;
/** Different renderings of a repeated note, used one after the other. */
const TAKES = 2;
const VELOCITY_STEPS = 6;

/** Renders all notes of a part into `target`, which must be silent. */
export function playPart(song: Song, part: Part, target: StereoPcm): Played {
  const random = createRandom(`${song.seed} ${part.name} notes`);
  const beatSeconds = 60 / song.bpm;
  const takes = new Map<string, StereoPcm>();
  const sounding: Span[] = [];
  for (const [number, note] of arrange(song, part).entries()) {
    const loose = part.loose ? (random() - 0.4) * part.loose : 0;
    const start = Math.max(0, samplesOf(swung(note.at, song.swing) * beatSeconds + loose));
    const seconds = Math.round(note.beats * beatSeconds * 200) / 200;
    const step = Math.max(1, Math.round(note.velocity * VELOCITY_STEPS));
    const velocity = step / VELOCITY_STEPS;
    const render = () =>
      part.instrument({
        hz: hzOf(note.midi),
        seconds,
        velocity,
        fromHz: note.fromMidi === undefined ? null : hzOf(note.fromMidi),
        random,
      });
    const key = `${note.midi} ${seconds} ${step} ${note.fromMidi ?? ''} ${number % TAKES}`;
    const sound = takes.get(key) ?? render();
    if (seconds <= CACHED_SECONDS) takes.set(key, sound);
    addSound(target, sound, start, note.velocity / velocity);
    sounding.push({ from: start, to: Math.min(target.left.length, start + sound.left.length) });
  }
  sounding.sort((a, b) => a.from - b.from);
  return { starts: sounding.map(({ from }) => from), spans: merged(sounding) };
}

function merged(sorted: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const { from, to } of sorted) {
    const last = spans.at(-1);
    if (last && from <= last.to + SPAN_GAP) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  return spans;
}

/** Samples at which each section begins, and the end of the last. */
export function sectionStarts(song: Song): number[] {
  const barSamples = (4 * 60 * SAMPLE_RATE) / song.bpm;
  let at = 0;
  const starts = song.sections.map((section) => {
    const start = Math.round(at);
    at += section.bars * barSamples;
    return start;
  });
  return [...starts, Math.round(at)];
}
