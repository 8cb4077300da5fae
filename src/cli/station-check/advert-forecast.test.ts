import { expect, test } from 'vitest';
import { Library } from '#src/broadcast/rotation/library.ts';
import type { MediaKind } from '#src/station/catalogue/media-record.ts';
import type { Adverts } from '#src/station/config/adverts-yaml.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { advertForecast } from './advert-forecast.ts';

const SECOND_FRAMES = 38.28125;

/** The forecast of a stream with pieces of these seconds, one track unless told. */
function forecast(media: Partial<Record<MediaKind, number[]>>, adverts: Partial<Adverts> = {}) {
  const records = Object.entries({ track: [200], ...media }).flatMap(([kind, lengths]) =>
    lengths.map((seconds, at) =>
      mediaRecord(at + kind.length * 100, 'Onde', `${kind} ${at}`, 'dance', {
        kind: kind as MediaKind,
        frames: Math.round(seconds * SECOND_FRAMES),
      }),
    ),
  );
  const library = new Library(new Map(records.map((record) => [record.id, record])));
  const stream = { id: 'dance' as const, adverts: { minutes: [50, 20], spots: 2, ...adverts } };
  return advertForecast(stream, library, '2026-11-21');
}

test('an operator reads when breaks come, how long they are, and what members hear', () => {
  expect(forecast({ spot: [15, 20, 12], interlude: [40, 30] })).toEqual([
    'dance: adverts after :20 and :50, 2 of 3 spots, up to 36 s',
    '  members hear 2 interludes in turn',
  ]);
  expect(forecast({ spot: [15], interlude: [10] }, { until: '2026-12-31' })).toEqual([
    'dance: adverts after :20 and :50, 1 of 1 spot, up to 15 s; until 2026-12-31',
    '  fewer spots than the 2 of a break',
    '  members hear 1 interlude in turn, several in a long break',
  ]);
});

test('an operator reads of a break that cannot hold all of its spots [R60]', () => {
  expect(forecast({ spot: [240, 240, 240], interlude: [620] }, { minutes: [20, 31], spots: 3 })).toEqual([
    'dance: adverts after :20 and :31, at most 2 of 3 spots, up to 600 s',
    '  fewer where they are long: all spots of a break last 10 min at most',
    '  members hear 1 interlude in turn',
  ]);
  expect(forecast({ spot: [590, 20, 30] }, { spots: 2 })[0]).toContain('at most 2 of 3 spots, up to 600 s');
  expect(forecast({ spot: [300, 200, 90] }, { spots: 3 })[0]).toContain(', 3 of 3 spots, up to 590 s');
});

test('an operator of a stream without tracks reads that breaks need something to follow', () => {
  expect(forecast({ spot: [15], track: [] })).toEqual([
    'dance: no advert breaks, as one follows a track or a jingle and there is none',
  ]);
  expect(forecast({ spot: [15, 15], track: [], jingle: [5] })[1]).toBe(
    '  members hear a quiet bed, as interludes/ holds none for it',
  );
});

test('an operator without spots or interludes reads what follows from it', () => {
  expect(forecast({ track: [200] })).toEqual(['dance: no advert breaks, as spots/ holds none for it']);
  expect(forecast({ spot: [15, 15] })[1]).toBe(
    '  members hear the beginning of a track, as interludes/ holds none for it',
  );
});

test('an operator reads of minutes that are closer than the spots last', () => {
  const line = '  minutes only 2 min apart may make one break, as its spots last longer';
  expect(forecast({ spot: [90, 90] }, { minutes: [20, 22] })).toContain(line);
  expect(forecast({ spot: [90, 90] }, { minutes: [59, 1] })).toContain(line);
  expect(forecast({ spot: [50, 50] }, { minutes: [20, 22] })).not.toContain(line);
});

test('an operator reads of a campaign that is over or still to come, and of a spot that is too long', () => {
  expect(forecast({ spot: [15, 15] }, { until: '2026-11-20' })[0]).toContain('; over since 2026-11-20');
  expect(forecast({ spot: [15, 15] }, { from: '2026-12-01' })[0]).toContain('; not before 2026-12-01');
  expect(forecast({ spot: [15, 700] })).toContain(
    '  "Onde - spot 1" never plays: all spots of a break last 10 min at most',
  );
});
