import { expect, test } from 'vitest';
import { FOLLOW_EVERY_MS } from '#src/contract/limits.ts';
import { databaseOutage } from '#src/db/errors/database-errors.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import type { StationContent } from '#src/station/content/open-station-content.ts';
import { FollowedStation } from '#src/web/machines/followed-station.ts';
import { TellStation } from '#src/web/machines/tell-station.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 11);

/** A station of one track, and everything that its folder can say. */
function radio() {
  const slot = { place: 'card', link: 'https://example.org', alt: 'An advert' } as const;
  const own = {
    config: stationConfig({
      name: 'Radio Fjord',
      streams: [{ id: 'dance', adverts: { minutes: [20], spots: 2, from: '2026-01-01' } }],
      slots: [
        { ...slot, image: 'there.png' },
        { ...slot, image: 'missing.png' },
      ],
    }),
    content: {
      schedules: new Map([['dance', [{ day: 1, hour: 8, nom: 'Réveil', couleur: 1 }]]]),
      podcasts: null,
      biographies: new Map([['ada', { folder: 'Ada', name: null, texts: { en: 'She sings.' } }]]),
      videos: new Map([
        [
          'ada',
          { path: '/station/v.mp4', file: 'videos/v.mp4', sizeBytes: 9, modifiedMs: 1.5, keys: ['ada'] },
        ],
      ]),
      legal: { fr: 'Mentions' },
    } as StationContent,
    addresses: ['http://10.0.0.5:8080'],
    missing: ['missing.png'],
    tracks: [
      {
        version: 'onde',
        artiste: 'Ada',
        titre: 'Slow Light',
        pochette: '/covers/ada.jpg',
        slug: 'ada-slow-light',
        started_at: new Date(NOON_MS).toISOString(),
        duration: 180,
      },
    ],
    backup: {
      triedMs: NOON_MS,
      proved: { atMs: NOON_MS, name: 'onde-20261121T031500Z.backup', bytes: 9, seconds: 1, rows: 3 },
      failing: null,
    },
  };
  return {
    own,
    sight: {
      station: () => own.config,
      get content() {
        return own.content;
      },
      nowPlaying: () => own.tracks,
      lastBackup: async () => ({ ...own.backup }),
      isPicture: async (file: string) => !own.missing.includes(file),
    },
  };
}

/** @param behindMs how far the clock of the radio's machine is behind the database's */
async function setUp(behindMs = 0) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase('migrated'));
  const db = stack.use(await openDatabase(database.options));
  const clock = new ManualClock(NOON_MS);
  const said: string[] = [];
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void said.push(line) } });
  const about = { db, clock, logger, database: databaseOutage({ clock, logger }) };
  const { own, sight } = radio();
  let told = 0;
  const telling = stack.use(
    new TellStation({
      ...about,
      machineClock: { nowMs: () => clock.nowMs() - behindMs },
      own: sight,
      addresses: () => own.addresses,
      onTold: () => told++,
    }),
  );
  await telling.tell();
  let changes = 0;
  const followed = stack.use(await FollowedStation.open({ ...about, onChange: () => changes++ }));
  return {
    ...about,
    own,
    telling,
    followed,
    said,
    figures: () => ({ told, changes }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('a web process elsewhere knows the whole station, its backups too [W175], but for adverts whose picture is missing', async () => {
  await using set = await setUp();
  const { config, ...told } = set.followed.told;
  expect(config).toEqual({ ...set.own.config, slots: [set.own.config.slots[0]] });
  const { podcasts: _, ...content } = set.own.content;
  expect(told).toEqual({
    ...content,
    onAir: set.own.tracks,
    radio: { addresses: ['http://10.0.0.5:8080'], aheadMs: 0 },
    backup: set.own.backup,
  });
});

test('an advert whose picture is found later, as on a slow disk, is told then, and no part anew', async () => {
  await using set = await setUp();
  await set.telling.tell();
  await set.followed.look();
  expect(set.figures()).toEqual({ told: 1, changes: 1 });
  set.own.missing = [];
  await set.telling.tell();
  await set.followed.look();
  expect(set.followed.told.config?.slots).toEqual(set.own.config.slots);
  expect(set.figures()).toEqual({ told: 2, changes: 2 });
});

test('an advert whose picture was found stays told when a look fails, while that of another one is looked for', async () => {
  await using set = await setUp();
  set.own.missing = ['there.png', 'missing.png'];
  await set.telling.tell();
  await set.followed.look();
  expect(set.figures()).toEqual({ told: 1, changes: 1 });
});

test('a web process of the radio’s machine that begins, and has yet to hear what plays, tells no silence [W181]', async () => {
  await using set = await setUp();
  set.own.tracks = [];
  await set.telling.tell();
  await set.followed.look();
  expect(set.followed.onAir).toHaveLength(1);
});

test('an address that the radio’s machine has later, as of a tunnel, is told then', async () => {
  await using set = await setUp();
  set.own.addresses = ['http://10.0.0.5:8080', 'http://100.64.0.2:8080'];
  await set.telling.tell();
  await set.followed.look();
  expect(set.followed.told.radio?.addresses).toEqual(set.own.addresses);
});

test('what has not changed is neither written nor read again', async () => {
  await using set = await setUp();
  await set.telling.tell();
  await set.followed.look();
  expect(set.figures()).toEqual({ told: 1, changes: 1 });
  const { biographies } = set.followed.told;
  set.own.tracks = [...set.own.tracks].map((track) => ({ ...track, titre: 'Fast Light' }));
  await set.telling.tell();
  set.clock.advance(FOLLOW_EVERY_MS);
  await set.followed.look();
  expect(set.followed.onAir.map(({ titre }) => titre)).toEqual(['Fast Light']);
  expect(set.followed.told.biographies).toBe(biographies);
  expect(set.figures()).toEqual({ told: 2, changes: 2 });
});

test('a track that should have ended long ago is not on air: the radio is away', async () => {
  await using set = await setUp();
  set.clock.advance(290_000);
  expect(set.followed.onAir).toHaveLength(1);
  set.clock.advance(20_000);
  expect(set.followed.onAir).toEqual([]);
});

test('[W181] titles of a radio whose clock is behind the database’s are on air all the same', async () => {
  const behindMs = 3_600_000;
  await using set = await setUp(behindMs);
  const [track] = set.own.tracks;
  if (track === undefined) throw new Error('the radio plays nothing');
  set.own.tracks = [{ ...track, started_at: new Date(NOON_MS - behindMs).toISOString() }];
  await set.telling.tell();
  await set.followed.look();
  expect(set.followed.onAir).toHaveLength(1);
  set.clock.advance(310_000);
  expect(set.followed.onAir).toEqual([]);
});

test('a part that another version tells otherwise stays as it was, and the log says so once', async () => {
  await using set = await setUp();
  const { legal } = set.followed.told;
  const other = { version: 'other', content: '{"fr":["Mentions"]}' };
  await set.db.updateTable('station_parts').set(other).where('part', '=', 'legal').execute();
  await set.db
    .insertInto('station_parts')
    .values({ part: 'of-another-version', ...other })
    .execute();
  for (let look = 0; look < 3; look++) await set.followed.look();
  expect(set.followed.told.legal).toBe(legal);
  expect(set.said.filter((line) => line.includes('another version'))).toHaveLength(1);
});
