import { expect, test } from 'vitest';
import { type NamedRecording, type NamedSong, type NamingStep, planNames } from './naming-plan.ts';

const song = (id: number, folded: string, play_count = 0): NamedSong => ({ id, folded, play_count });

/** A recording in rotation; `was` null for one without a song. */
const recording = (
  id: string,
  song_id: number | null,
  folded: string,
  more: Partial<NamedRecording> = {},
): NamedRecording => ({ id, song_id, folded, added_ms: 0, isPlaced: true, isRenamed: true, ...more });

const KEPT = { isRenamed: false };

function plan(songs: NamedSong[], recordings: NamedRecording[], atRest = false) {
  const subjects = songs
    .filter(({ id }) => recordings.some(({ song_id, isRenamed }) => song_id === id && isRenamed))
    .map(({ id }) => id);
  const { steps, waiting } = planNames({ songs, recordings, subjects, atRest });
  return { steps: steps.map(told), waiting: [...waiting] };
}

function told(step: NamingStep): string {
  if (step.do === 'rename') return `${step.song} as ${step.as}`;
  if (step.do === 'park') return `park ${step.song}`;
  if (step.do === 'merge') return `${step.song} into ${step.into} as ${step.as}`;
  return `${step.recordings.join('+')} from ${step.from} to ${step.into}`;
}

test('a song whose only recording has another title takes that title at once', () => {
  expect(plan([song(1, 'fir')], [recording('a', 1, 'fir tree')])).toEqual({
    steps: ['1 as a'],
    waiting: [],
  });
});

test('recordings that have left the rotation hold no song back', () => {
  const gone = recording('old', 1, 'fir', { isPlaced: false, isRenamed: false });
  expect(plan([song(1, 'fir')], [gone, recording('a', 1, 'fir tree')]).steps).toEqual(['1 as a']);
});

test('two songs change their titles for each other’s', () => {
  const songs = [song(1, 'x'), song(2, 'y')];
  const swapped = [recording('a', 1, 'y'), recording('b', 2, 'x')];
  expect(plan(songs, swapped)).toEqual({ steps: ['park 2', '1 as a', '2 as b'], waiting: [] });
});

test('each of a row of songs takes the title of the next', () => {
  const songs = [song(1, 't1'), song(2, 't2'), song(3, 't3')];
  const moved = [recording('a', 1, 't2'), recording('b', 2, 't3'), recording('c', 3, 't4')];
  expect(plan(songs, moved).steps).toEqual(['park 2', '1 as a', 'park 3', '2 as b', '3 as c']);
});

test('a title that another song keeps is waited for, and then shared', () => {
  const songs = [song(1, 'x', 5), song(2, 'y', 9)];
  const recordings = [recording('a', 1, 'y'), recording('b', 2, 'y', KEPT)];
  expect(plan(songs, recordings)).toEqual({ steps: [], waiting: ['a'] });
  expect(plan(songs, recordings, true)).toEqual({ steps: ['1 into 2 as a'], waiting: [] });
});

test('the song with more plays is the one that stays', () => {
  const songs = [song(1, 'x', 50), song(2, 'y', 9)];
  const recordings = [recording('a', 1, 'y'), recording('b', 2, 'y', KEPT)];
  expect(plan(songs, recordings, true).steps).toEqual(['2 into 1 as a']);
});

test('what else a song has that goes up in another is looked at again', () => {
  const songs = [song(1, 'x', 50), song(2, 'y', 9)];
  const recordings = [recording('a', 1, 'y'), recording('b', 2, 'y', KEPT), recording('c', 2, 'z')];
  expect(plan(songs, recordings, true)).toEqual({ steps: ['2 into 1 as a'], waiting: ['c'] });
});

test('two songs that get one new title become one', () => {
  const songs = [song(1, 'x'), song(2, 'y')];
  const recordings = [recording('a', 1, 'new'), recording('b', 2, 'new')];
  expect(plan(songs, recordings)).toEqual({ steps: ['1 as a'], waiting: ['b'] });
  expect(plan(songs, recordings, true).steps).toEqual(['1 as a', '2 into 1 as b']);
});

test('one of two recordings leaves for a song of its own once names are at rest', () => {
  const recordings = [recording('a', 1, 'x', KEPT), recording('b', 1, 'y')];
  expect(plan([song(1, 'x')], recordings)).toEqual({ steps: [], waiting: ['b'] });
  const steps = ['b from 1 to null', '1 as a'];
  expect(plan([song(1, 'x')], recordings, true)).toEqual({ steps, waiting: [] });
});

test('one of two recordings leaves for a song that is there', () => {
  const recordings = [recording('a', 1, 'x', KEPT), recording('b', 1, 'y'), recording('c', 2, 'y', KEPT)];
  expect(plan([song(1, 'x'), song(2, 'y')], recordings, true).steps).toEqual(['b from 1 to 2', '1 as a']);
});

test('of recordings that all get titles of their own the oldest keeps the song', () => {
  const recordings = [recording('young', 1, 'y', { added_ms: 2 }), recording('old', 1, 'z', { added_ms: 1 })];
  expect(plan([song(1, 'x')], recordings).waiting).toEqual(['young', 'old']);
  expect(plan([song(1, 'x')], recordings, true).steps).toEqual(['1 as old', 'young from 1 to null']);
});

test('a new recording joins the song of its title, and makes one where there is none', () => {
  const recordings = [recording('a', null, 'x'), recording('b', null, 'y'), recording('c', 1, 'x', KEPT)];
  expect(plan([song(1, 'x')], recordings).steps).toEqual(['a from null to 1', 'b from null to null']);
});

test('a new recording takes a title that its song has given up, and nothing of that song', () => {
  const recordings = [recording('new', null, 'x'), recording('a', 1, 'y')];
  expect(plan([song(1, 'x')], recordings).steps).toEqual(['1 as a', 'new from null to null']);
});

test('what has just come to a song does not go on with it to the title of one that has left the rotation', () => {
  const songs = [song(1, 'x'), song(2, 'y'), song(3, 'z')];
  const recordings = [
    recording('a', 1, 'y'),
    recording('b', 1, 'x', KEPT),
    recording('gone', 2, 'z', { isPlaced: false }),
    recording('c', 3, 'z', KEPT),
  ];
  expect(plan(songs, recordings, true)).toEqual({
    steps: ['a from 1 to 2', '1 as b', 'gone from 2 to 3'],
    waiting: [],
  });
});
