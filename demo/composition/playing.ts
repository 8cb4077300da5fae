import type { ChordSpan } from './chord.ts';
import type { Melody } from './melody.ts';
import type { Bar, Note } from './song.ts';
import { type VoicingRange, voiceLead } from './voicing.ts';

/** Ways of playing: each makes the `notes` of a part. */
type Playing = (bar: Bar) => Note[];

type Progressions = Readonly<Record<string, readonly (readonly ChordSpan[])[]>>;

const STROKES: Record<string, number> = { X: 1, x: 0.82, o: 0.58, g: 0.34 };

/**
 * Strokes on an even grid, bars between spaces (`x...x...x...x... x...x...x..xx...`), by variant. A variant
 * `fill` takes the last bar of a section of eight bars or more. `midi` is the pitch, or the pitches in turn.
 */
export function strokes(
  patterns: Readonly<Record<string, string>>,
  midi: number | readonly number[] = 60,
): Playing {
  const bars = new Map(Object.entries(patterns).map(([name, text]) => [name, text.trim().split(/\s+/)]));
  return (bar) => {
    const fill = bar.last && bar.section.bars >= 4 ? bars.get('fill') : undefined;
    const pattern = fill ?? bars.get(bar.variant) ?? [];
    const text = fill ? (fill[0] ?? '') : (pattern[bar.index % Math.max(1, pattern.length)] ?? '');
    const beats = 4 / Math.max(1, text.length);
    const notes: Note[] = [];
    for (const [step, sign] of [...text].entries()) {
      const velocity = STROKES[sign];
      if (velocity === undefined) continue;
      const pitch = typeof midi === 'number' ? midi : (midi[notes.length % midi.length] ?? 60);
      const uneven = velocity * (0.93 + 0.1 * bar.random());
      notes.push({ beat: step * beats, beats, midi: pitch, velocity: Math.min(1, uneven) });
    }
    return notes;
  };
}

/** A single stroke at the beginning of a section's first bar (crash, impact), or over its last bars (a rise). */
export function mark(where: 'first' | 'last', beats = 4, midi = 60): Playing {
  return (bar) => {
    const here = where === 'first' ? bar.index === 0 : bar.section.bars - bar.index === Math.ceil(beats / 4);
    return here ? [{ beat: 0, beats, midi, velocity: 1 }] : [];
  };
}

/** Whole chords, held. */
export function held(progressions: Progressions, range: VoicingRange, gap = 0.05): Playing {
  const voicings = voicingsOf(progressions, range);
  return (bar) =>
    bar.chords.flatMap((span, n) =>
      (voicings.get(bar.progression)?.[bar.progressionBar]?.[n] ?? []).map((midi) => ({
        beat: span.beat,
        beats: span.beats - gap,
        midi,
        velocity: 0.8,
      })),
    );
}

/** Chords struck in a rhythm; `length` in steps, `strum` beats between the voices. */
export function stabs(
  progressions: Progressions,
  range: VoicingRange,
  patterns: Readonly<Record<string, string>>,
  shape: { length: number; strum?: number },
): Playing {
  const voicings = voicingsOf(progressions, range);
  const hits = strokes(patterns);
  return (bar) =>
    hits(bar).flatMap((hit) => {
      const n = spanAt(bar.chords, hit.beat);
      const pitches = voicings.get(bar.progression)?.[bar.progressionBar]?.[n] ?? [];
      return pitches.map((midi, voice) => ({
        beat: hit.beat + voice * (shape.strum ?? 0),
        beats: hit.beats * shape.length,
        midi,
        velocity: hit.velocity * (voice === pitches.length - 1 ? 1 : 0.9),
      }));
    });
}

/**
 * Broken chords: one sign a step over `patterns`, a digit naming the voice from below (a digit past the last voice is
 * the same chord an octave up), `.` a rest.
 */
export function broken(
  progressions: Progressions,
  range: VoicingRange,
  patterns: Readonly<Record<string, string>>,
  length = 0.9,
): Playing {
  const voicings = voicingsOf(progressions, range);
  return (bar) => {
    const pattern = patterns[bar.variant]?.trim().split(/\s+/) ?? [];
    const text = pattern[bar.index % Math.max(1, pattern.length)] ?? '';
    const beats = 4 / Math.max(1, text.length);
    return [...text].flatMap((sign, step) => {
      if (sign === '.') return [];
      const beat = step * beats;
      const voices = voicings.get(bar.progression)?.[bar.progressionBar]?.[spanAt(bar.chords, beat)] ?? [];
      const place = Number.parseInt(sign, 36);
      const midi = (voices[place % voices.length] ?? 60) + 12 * Math.floor(place / voices.length);
      const accent = step % 4 === 0 ? 0.86 : 0.68;
      return [{ beat, beats: beats * length, midi, velocity: accent + 0.1 * bar.random() }];
    });
  };
}

/**
 * A bass line: one sign a step; `r` the chord's bass, `R` it an octave up, `5` its fifth, `7` its seventh, `3` its
 * third, `a` a step below the next chord's bass; `-` holds, `.` rests.
 */
export function bassLine(patterns: Readonly<Record<string, string>>, low: number, length = 0.92): Playing {
  return (bar) => {
    const pattern = patterns[bar.variant]?.trim().split(/\s+/) ?? [];
    const text = pattern[bar.index % Math.max(1, pattern.length)] ?? '';
    const step = 4 / Math.max(1, text.length);
    const notes: Note[] = [];
    for (const [index, sign] of [...text].entries()) {
      const last = notes.at(-1);
      if (sign === '-' && last) last.beats += step;
      const midi = bassPitch(sign, bar, index * step, low);
      if (midi === null) continue;
      notes.push({ beat: index * step, beats: step * length, midi, velocity: index % 4 === 0 ? 0.95 : 0.8 });
    }
    return notes;
  };
}

function bassPitch(sign: string, bar: Bar, beat: number, low: number): number | null {
  const chord = bar.chords[spanAt(bar.chords, beat)]?.chord;
  if (!chord) return null;
  const inOctave = (pitchClass: number) => low + ((((pitchClass - low) % 12) + 12) % 12);
  const above = (interval: number | undefined) => inOctave(chord.root + (interval ?? 12));
  switch (sign) {
    case 'r':
      return inOctave(chord.bass);
    case 'R':
      return inOctave(chord.bass) + 12;
    case '5':
      return above(chord.intervals.find((interval) => interval >= 6 && interval <= 8) ?? 7);
    case '7':
      return above(
        chord.intervals.find((interval) => interval === 10 || interval === 11 || interval === 9) ?? 12,
      );
    case '3':
      return above(chord.intervals[0]);
    case 'a':
      return inOctave(bar.nextChords[0]?.chord.bass ?? chord.bass) - 2;
    default:
      return null;
  }
}

/** Melodies by variant, each running on through its section from the beginning. */
export function sung(melodies: Readonly<Record<string, Melody>>, length = 0.95): Playing {
  return (bar) => {
    const melody = melodies[bar.variant];
    if (!melody) return [];
    const perBar = 4 / melody.stepBeats;
    const from = (bar.index * perBar) % melody.steps;
    const inBar = melody.notes.filter((note) => note.step >= from && note.step < from + perBar);
    return inBar.map((note) => {
      const before = melody.notes[melody.notes.indexOf(note) - 1];
      return {
        beat: (note.step - from) * melody.stepBeats,
        beats: note.steps * melody.stepBeats * length,
        midi: note.midi,
        velocity: note.accent ? 1 : 0.8 + 0.08 * bar.random(),
        ...(note.slide && before ? { fromMidi: before.midi } : {}),
      };
    });
  };
}

function spanAt(spans: readonly ChordSpan[], beat: number): number {
  return Math.max(
    0,
    spans.findLastIndex((span) => span.beat <= beat + 1e-6),
  );
}

/** Voicings of every progression: [bar][chord in the bar] → pitches. */
function voicingsOf(progressions: Progressions, range: VoicingRange): Map<string, number[][][]> {
  return new Map(
    Object.entries(progressions).map(([name, bars]) => {
      const row = voiceLead(
        bars.flatMap((bar) => bar.map(({ chord }) => chord)),
        range,
      );
      return [name, bars.map((bar) => bar.map(() => row.shift() ?? []))];
    }),
  );
}
