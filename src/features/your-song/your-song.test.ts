import { expect, test } from 'vitest';
import { YOUR_SONG_EVERY_MS } from '#src/contract/limits.ts';
import { type Look, type Love, SongWatch } from './your-song.tsx';

const LOVED: Readonly<Record<string, Love>> = { 'Midnight Ferry': 'track', Sands: 'artist' };
const START_MS = 1_000_000_000;

/** A play: its stream, its title, and a number for its start. */
function play(version: string, titre: string, start = 1, artiste = 'Somebody') {
  return {
    version,
    artiste,
    titre,
    pochette: '',
    slug: titre.toLowerCase(),
    started_at: String(start),
    duration: 180,
  };
}

/** Looks every five seconds, and gives the titles that were offered. */
function watched() {
  const watch = new SongWatch();
  let atMs = START_MS;
  let toldMs = 0;
  return {
    pass: (ms: number) => {
      atMs += ms;
    },
    look(tracks: Look['tracks'], changes: Partial<Look> = {}): string | null {
      atMs += 5_000;
      const look = { tracks, atMs, shown: null, isWatched: true, toldMs, ...changes };
      const offer = watch.look(look, ({ titre }) => LOVED[titre] ?? null);
      if (offer !== null) toldMs = atMs;
      return offer && `${offer.love} ${offer.track.titre}`;
    },
  };
}

test('a favourite that begins is offered, once', () => {
  const { look } = watched();
  expect(look([play('onde', 'Else'), play('club', 'Other')])).toBeNull();
  expect(look([play('onde', 'Midnight Ferry', 2), play('club', 'Other')])).toBe('track Midnight Ferry');
  expect(look([play('onde', 'Midnight Ferry', 2), play('club', 'Other')])).toBeNull();
});

test('a favourite without an artist is offered like any other', () => {
  const { look } = watched();
  look([play('onde', 'Else', 1, '')]);
  expect(look([play('onde', 'Midnight Ferry', 2, '')])).toBe('track Midnight Ferry');
});

test('what plays already when the page is opened has not just begun', () => {
  const { look } = watched();
  expect(look([play('onde', 'Midnight Ferry')])).toBeNull();
  expect(look([play('onde', 'Midnight Ferry')])).toBeNull();
});

test('the stream that the bar shows offers nothing, another one does', () => {
  const { look } = watched();
  look([play('onde', 'Else'), play('club', 'Else')]);
  const shown = 'onde';
  expect(look([play('onde', 'Midnight Ferry', 2), play('club', 'Else')], { shown })).toBeNull();
  expect(look([play('onde', 'Else', 3), play('club', 'Midnight Ferry', 3)], { shown })).toBe(
    'track Midnight Ferry',
  );
});

test('a track that is loved comes before one of a loved artist', () => {
  const { look } = watched();
  look([play('onde', 'Else'), play('club', 'Else')]);
  expect(look([play('onde', 'Sands', 2), play('club', 'Midnight Ferry', 2)])).toBe('track Midnight Ferry');
});

test('after an offer there is none for five minutes, and what began meanwhile is past', () => {
  const { look, pass } = watched();
  look([play('onde', 'Else')]);
  expect(look([play('onde', 'Sands', 2)])).toBe('artist Sands');
  let start = 3;
  for (let waited = 0; waited < YOUR_SONG_EVERY_MS - 10_000; waited += 5_000)
    expect(look([play('onde', 'Sands', start++)])).toBeNull();
  pass(5_000);
  expect(look([play('onde', 'Sands', start - 1)])).toBeNull();
  expect(look([play('onde', 'Sands', start)])).toBe('artist Sands');
});

test('where the browser keeps nothing there is none for five minutes all the same', () => {
  const { look, pass } = watched();
  look([play('onde', 'Else')]);
  expect(look([play('onde', 'Sands', 2)], { toldMs: 0 })).toBe('artist Sands');
  expect(look([play('onde', 'Sands', 3)], { toldMs: 0 })).toBeNull();
  pass(YOUR_SONG_EVERY_MS);
  expect(look([play('onde', 'Sands', 3)], { toldMs: 0 })).toBeNull();
  expect(look([play('onde', 'Sands', 4)], { toldMs: 0 })).toBe('artist Sands');
});

test('what another tab has offered counts', () => {
  const { look } = watched();
  look([play('onde', 'Else')]);
  expect(look([play('onde', 'Sands', 2)], { toldMs: START_MS })).toBeNull();
});

test('while nobody looks, or after a pause of the looks, what began is past', () => {
  const { look, pass } = watched();
  look([play('onde', 'Else')]);
  expect(look([play('onde', 'Sands', 2)], { isWatched: false })).toBeNull();
  expect(look([play('onde', 'Sands', 2)])).toBeNull();
  pass(60_000);
  expect(look([play('onde', 'Sands', 3)])).toBeNull();
  expect(look([play('onde', 'Sands', 4)])).toBe('artist Sands');
});

test('a jingle within a play makes no new play of it', () => {
  const { look } = watched();
  look([play('onde', 'Else')]);
  look([play('onde', 'Sands', 2)], { isWatched: false });
  look([play('onde', '', 3, '')]);
  expect(look([play('onde', 'Sands', 2)])).toBeNull();
});
