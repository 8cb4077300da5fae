import { expect, test } from 'vitest';
import { FrameDates } from '#src/broadcast/timeline/frame-dates.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { markSchema } from './marks.wire.ts';
import { type NowPlaying, nowPlayingSchema } from './now-playing.wire.ts';
import { NowPlayingBoard } from './now-playing-board.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

function openBoard(mediaBaseUrl = '') {
  const config = stationConfig({ streams: [{ id: 'club', name: 'Le Club' }] });
  return new NowPlayingBoard({ config: () => config, mediaBaseUrl, openedMs: NOW });
}

const track = {
  artist: 'Daft Punk',
  title: 'Da Funk',
  slug: 'daft-punk-da-funk',
  startedMs: NOW,
  durationMs: 329_100,
};

test('before its first track a stream shows its name', () => {
  const [club] = openBoard().list();
  expect(club).toMatchObject({
    version: 'club',
    artiste: '',
    titre: 'Le Club',
    slug: '',
    pochette: '/logo-club.png',
  });
  expect(nowPlayingSchema.safeParse(club).success).toBe(true);
});

test('a track stands with its cover, its begin and its length in seconds', () => {
  const board = openBoard();
  board.show('club', track);
  expect(board.list()[0]).toEqual({
    version: 'club',
    artiste: 'Daft Punk',
    titre: 'Da Funk',
    pochette: '/covers/daft_punk_da_funk.jpg',
    slug: 'daft-punk-da-funk',
    started_at: '2026-11-21T12:00:00.000Z',
    duration: 329.1,
  });
});

test('covers come from where media are served, in any script', () => {
  const board = openBoard('https://media.example');
  board.show('club', { ...track, slug: 'きゃりー-a' });
  expect(board.list()[0]?.pochette).toBe(
    `https://media.example/covers/${encodeURIComponent('きゃりー_a')}.jpg`,
  );
});

test('a change is told once, with the stream that changed', () => {
  const board = openBoard();
  const told: (NowPlaying | null)[] = [];
  const watch = board.onChange((changed) => told.push(changed));
  board.show('dance', track);
  board.renamed();
  watch[Symbol.dispose]();
  board.show('dance', track);
  expect(told.map((one) => one?.version ?? null)).toEqual(['onde', null]);
});

test('a mark says what the page shows: a track its own, a spot, a jingle and the bed the stream [W138]', () => {
  const board = openBoard();
  const record = mediaRecord(1, 'Daft Punk', 'Da Funk', 'club', { frames: 1000, durationMs: 26_122.4 });
  const dates = new FrameDates();
  dates.redate(50);
  const pieces = [
    { kind: 'track' as const, record },
    { kind: 'interlude' as const, record, frames: 490 },
    { kind: 'spot' as const, record, frames: 1000 },
    { kind: 'jingle' as const, record },
    { kind: 'bed' as const, record: null },
  ];
  const marks = board.wireMarks(
    'club',
    pieces.map((piece) => ({ startFrame: 100, piece })),
    dates,
  );
  const stream = { artiste: '', titre: 'Le Club', slug: '', pochette: '/logo-club.png' };
  const named = { artiste: 'Daft Punk', titre: 'Da Funk' };
  expect(marks).toEqual(
    [
      { ...named, slug: 'daft-punk-da-funk', pochette: '/covers/daft_punk_da_funk.jpg', duration: 26.122 },
      { ...named, slug: '', pochette: '/logo-club.png', duration: 12.8 },
      { ...stream, duration: 26.122 },
      { ...stream, duration: 26.122 },
      { ...stream, duration: 0 },
    ].map((mark, at) => ({ first_ms: 3919, kind: pieces[at]?.kind, ...mark })),
  );
  expect(marks.every((mark) => markSchema.safeParse(mark).success)).toBe(true);
});
