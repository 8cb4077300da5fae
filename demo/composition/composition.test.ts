import { expect, test } from 'vitest';
import { swung } from './arrange.ts';
import { parseChord, parseProgression } from './chord.ts';
import { parseKey, parseMelody } from './melody.ts';
import { voiceLead } from './voicing.ts';

test('A chord symbol names its root, bass and intervals', () => {
  expect(parseChord('F#m7b5')).toEqual({ root: 6, bass: 6, intervals: [3, 10, 6] });
  expect(parseChord('C/E')).toEqual({ root: 0, bass: 4, intervals: [4, 7] });
});

test('A symbol that is no chord is refused by name', () => {
  expect(() => parseChord('H7')).toThrow('Not a chord: H7');
  expect(() => parseChord('Cmajor')).toThrow('Not a chord: Cmajor');
});

test('Two chords in a bar share its beats', () => {
  const [first, second] = parseProgression('C | F G');
  expect(first?.map(({ beats }) => beats)).toEqual([4]);
  expect(second?.map(({ beat, beats }) => [beat, beats])).toEqual([
    [0, 2],
    [2, 2],
  ]);
});

test('Voices stay in their range and move less than a third on average', () => {
  const chords = ['Cm9', 'F13', 'Bbmaj9', 'Ebmaj9', 'Am7b5', 'D7b9', 'Gm9'].map(parseChord);
  const voicings = voiceLead(chords, { low: 52, high: 71, voices: 4 });
  let moved = 0;
  voicings.forEach((pitches, n) => {
    expect(pitches).toHaveLength(4);
    expect(Math.min(...pitches)).toBeGreaterThanOrEqual(52);
    expect(Math.max(...pitches)).toBeLessThanOrEqual(71);
    const before = voicings[n - 1];
    if (before)
      moved += pitches.reduce((sum, pitch, voice) => sum + Math.abs(pitch - (before[voice] ?? 0)), 0);
  });
  expect(moved / (4 * (voicings.length - 1))).toBeLessThan(3);
});

test('A melody holds, rests, slides and alters as it is written', () => {
  const melody = parseMelody("1 - . #7, | ~5'! .", parseKey('A minor'), 60, 0.5);
  expect(melody.steps).toBe(6);
  expect(melody.notes).toEqual([
    { step: 0, steps: 2, midi: 69, accent: false, slide: false },
    { step: 3, steps: 1, midi: 68, accent: false, slide: false },
    { step: 4, steps: 1, midi: 88, accent: true, slide: true },
  ]);
  expect(() => parseMelody('1 x', parseKey('A minor'), 60, 0.5)).toThrow('Not a melody token: x');
});

test('Swing delays every second sixteenth and leaves the eighths alone', () => {
  expect(swung(0.25, 1 / 3)).toBeCloseTo(1 / 3);
  expect([0, 0.5, 1, 2.5].map((beat) => swung(beat, 1 / 3))).toEqual([0, 0.5, 1, 2.5]);
  expect(swung(0.25, 0)).toBe(0.25);
});
