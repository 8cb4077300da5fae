import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { reportSlots } from '#src/features/slots/slot-counts.server.ts';
import { dueSlotsSchema } from '#src/features/slots/slots.wire.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { MemoryLimitStore } from '#src/platform/rate-limit/memory-limit-store.ts';
import type { SlotConfig } from '#src/station/config/adverts-yaml.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const TURN_MS = 600_000;

const slot = (changes: Partial<SlotConfig> = {}): SlotConfig => ({
  place: 'leaderboard',
  image: 'ads/summer.png',
  link: 'https://example.org/summer',
  alt: 'Summer',
  ...changes,
});

async function writePictures(stationDir: string): Promise<void> {
  await mkdir(join(stationDir, 'ads'));
  const picture = sharp({ create: { width: 2000, height: 1000, channels: 4, background: '#ff000080' } });
  await picture
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .png()
    .toFile(join(stationDir, 'ads', 'summer.png'));
  await writeFile(
    join(stationDir, 'ads', 'broken.png'),
    Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1'),
  );
  await writeFile(join(stationDir, 'ads', 'text.png'), 'words');
  await symlink('/etc/hostname', join(stationDir, 'ads', 'outside.png'));
}

const start = (slots: SlotConfig[], more: Parameters<typeof startWeb>[0] = {}) =>
  startWeb({ station: { slots }, writeStation: writePictures, ...more });

async function due(web: TestWeb) {
  const { status, body } = await web.call('slots');
  expect(status).toBe(200);
  return z.object({ data: dueSlotsSchema }).parse(body).data;
}

function tell(web: TestWeb, id: string, event: string, headers: Record<string, string> = {}) {
  return web.call(
    'slots',
    {},
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, ...headers },
      body: JSON.stringify({ id, event }),
    },
  );
}

const counts = async (web: TestWeb) =>
  await web.services.db
    .selectFrom('slot_days')
    .select(['day', 'image', 'views', 'clicks'])
    .orderBy('day')
    .execute();

test('an advert is due from its first to its last day, by the clock of the station', async () => {
  await using web = await start([slot({ from: '2026-11-21', until: '2026-11-22' })]);
  const isDue = async (atMs: number) => {
    web.clock.setWallClock(atMs);
    return (await due(web)).slots.length === 1;
  };
  expect(await isDue(Date.UTC(2026, 10, 20, 22, 59, 59))).toBe(false);
  expect(await isDue(Date.UTC(2026, 10, 20, 23))).toBe(true);
  expect(await isDue(Date.UTC(2026, 10, 22, 22, 59, 59))).toBe(true);
  expect(await isDue(Date.UTC(2026, 10, 22, 23))).toBe(false);
});

test('a reply says what stands where, and that turns go on', async () => {
  await using web = await start([slot(), slot({ place: 'card', languages: ['fr', 'de'] })]);
  const first = await due(web);
  expect(first.slots).toMatchObject([
    { place: 'leaderboard', link: 'https://example.org/summer', alt: 'Summer', languages: [] },
    { place: 'card', languages: ['fr', 'de'] },
  ]);
  expect(new Set(first.slots.map(({ id }) => id)).size).toBe(2);
  web.clock.advance(TURN_MS);
  expect((await due(web)).turn).toBe(first.turn + 1);
});

test.each(['ads/none.png', 'ads/text.png', 'ads/outside.png', '../ads/summer.png', '/etc/hostname'])(
  'an advert whose picture is %s is not shown, the others are',
  async (image) => {
    await using web = await start([slot({ image }), slot()]);
    expect((await due(web)).slots).toHaveLength(1);
  },
);

test('views and clicks are counted by day and advert, and nothing else is', async () => {
  await using web = await start([slot(), slot({ place: 'card' })]);
  const [one, two] = (await due(web)).slots;
  for (const event of ['view', 'view', 'click', 'view'])
    expect((await tell(web, one?.id ?? '', event)).body).toEqual({ success: true });
  web.clock.setWallClock(NOON_MS + 86_400_000);
  await tell(web, two?.id ?? '', 'view');
  expect(await counts(web)).toEqual([
    { day: '2026-11-21', image: 'ads/summer.png', views: 3, clicks: 1 },
    { day: '2026-11-22', image: 'ads/summer.png', views: 1, clicks: 0 },
  ]);
  const rows = await web.services.db.selectFrom('slot_days').selectAll().execute();
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
    'clicks',
    'day',
    'image',
    'link',
    'place',
    'slot_id',
    'views',
  ]);
});

test('views that come at once are all counted', async () => {
  await using web = await start([slot()]);
  const id = (await due(web)).slots[0]?.id ?? '';
  await Promise.all(Array.from({ length: 30 }, () => tell(web, id, 'view')));
  expect(await counts(web)).toMatchObject([{ views: 30, clicks: 0 }]);
});

test('a click counts after a view of the same caller, and once in ten minutes [W85]', async () => {
  await using web = await start([slot(), slot({ place: 'card' })], { environment: { TRUST_PROXY: '1' } });
  const [one, two] = (await due(web)).slots;
  const from = (address: string, event: string, id = one?.id ?? '') =>
    tell(web, id, event, { 'x-forwarded-for': address });
  for (let count = 0; count < 50; count++) expect((await from('203.0.113.5', 'click')).status).toBe(200);
  expect(await counts(web)).toEqual([]);
  await from('203.0.113.5', 'view');
  for (let count = 0; count < 8; count++) await from('203.0.113.5', 'click');
  for (const event of ['click', 'click']) await from('203.0.113.6', event);
  await from('203.0.113.5', 'click', two?.id);
  expect(await counts(web)).toMatchObject([{ views: 1, clicks: 1 }]);
  web.clock.advance(600_000);
  await from('203.0.113.5', 'click');
  expect(await counts(web)).toMatchObject([{ views: 1, clicks: 2 }]);
  web.clock.advance(3_600_000);
  await from('203.0.113.5', 'click');
  expect(await counts(web)).toMatchObject([{ views: 1, clicks: 2 }]);
  // The hour is that of the last view.
  await from('203.0.113.5', 'view');
  web.clock.advance(3_540_000);
  await from('203.0.113.5', 'view');
  web.clock.advance(120_000);
  await from('203.0.113.5', 'click');
  expect(await counts(web)).toMatchObject([{ views: 3, clicks: 3 }]);
});

test('of two web processes one counts the click on what the other has shown, once [W85, W180]', async () => {
  const limitStore = new MemoryLimitStore(new ManualClock());
  await using one = await start([slot()], { limitStore });
  await using other = await start([slot()], { limitStore });
  const id = (await due(one)).slots[0]?.id ?? '';
  await tell(other, id, 'click');
  await tell(one, id, 'view');
  await tell(other, id, 'click');
  await tell(one, id, 'click');
  expect(await counts(other)).toMatchObject([{ views: 0, clicks: 1 }]);
  expect(await counts(one)).toMatchObject([{ views: 1, clicks: 0 }]);
});

test('a robot, an advert that has ended and an unknown one count nothing', async () => {
  await using web = await start([slot(), slot({ place: 'card', until: '2026-11-20' })]);
  const id = (await due(web)).slots[0]?.id ?? '';
  for (const robot of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5', 'HeadlessChrome/140'])
    expect((await tell(web, id, 'view', { 'user-agent': robot })).status).toBe(200);
  expect((await tell(web, 'unknown', 'view')).status).toBe(200);
  expect(await counts(web)).toEqual([]);
});

test('one address counts 60 times a minute at most, and others all the same', async () => {
  await using web = await start([slot()], { environment: { TRUST_PROXY: '1' } });
  const id = (await due(web)).slots[0]?.id ?? '';
  const from = (address: string) => tell(web, id, 'view', { 'x-forwarded-for': address });
  for (let count = 0; count < 60; count++) await from('203.0.113.5');
  const refused = await from('203.0.113.5');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await from('203.0.113.6')).status).toBe(200);
  expect(await counts(web)).toMatchObject([{ views: 61 }]);
});

test.each([
  [{ id: 'a', event: 'love' }, 422],
  [{ id: 'a' }, 422],
  [{ id: 7, event: 'view' }, 400],
  [{ id: 'a', event: 5 }, 400],
])('what is no event is refused: %o', async (body, status) => {
  await using web = await start([slot()]);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  expect((await web.call('slots', {}, init)).status).toBe(status);
});

test('a picture is drawn in the size of its place, without what else its file holds', async () => {
  await using web = await start([slot()]);
  const { picture = '' } = (await due(web)).slots[0] ?? {};
  for (const [query, width, height] of [
    ['', 180, 90],
    ['?w=1456', 360, 180],
  ] as const) {
    const answer = await web.fetch(`${picture}${query}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const found = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(found).toMatchObject({ format: 'webp', width, height, hasAlpha: true });
    expect(found.exif).toBeUndefined();
  }
  expect((await web.fetch(`${picture}?w=5000`)).status).toBe(400);
  expect((await web.fetch('/slots/unknown.webp')).status).toBe(404);
});

test('a picture that leads out of the station folder is sent to nobody', async () => {
  await using web = await start([slot({ image: 'ads/outside.png' }), slot({ image: '../../etc/hostname' })]);
  const { slotId } = await import('#src/features/slots/slot-counts.server.ts');
  for (const { place, image, link } of web.services.station().slots)
    expect((await web.fetch(`/slots/${slotId({ place, image, link })}.webp`)).status).toBe(404);
});

test('a picture that cannot be decoded is told once, and sent to nobody', async () => {
  await using web = await start([slot({ image: 'ads/broken.png' })], { logLevel: 'warn' });
  const { picture = '' } = (await due(web)).slots[0] ?? {};
  for (const query of ['', '?w=1456', '']) expect((await web.fetch(`${picture}${query}`)).status).toBe(404);
  expect(web.errors.filter((line) => line.includes('put another one in its place'))).toHaveLength(1);
});

test('the association reads views and clicks by advert, the latest day first', async () => {
  await using web = await start([slot(), slot({ place: 'card' })]);
  const [one, two] = (await due(web)).slots;
  await tell(web, one?.id ?? '', 'view');
  await tell(web, two?.id ?? '', 'view');
  web.clock.setWallClock(NOON_MS + 86_400_000);
  await tell(web, one?.id ?? '', 'click');
  const { db } = web.services;
  expect(await reportSlots(db, '2026-11-21')).toMatchObject([
    {
      place: 'leaderboard',
      days: [
        { day: '2026-11-22', views: 0, clicks: 1 },
        { day: '2026-11-21', views: 1, clicks: 0 },
      ],
    },
    { place: 'card', days: [{ day: '2026-11-21', views: 1, clicks: 0 }] },
  ]);
  expect(await reportSlots(db, '2026-11-22')).toHaveLength(1);
  expect(await reportSlots(db, '2026-11-23')).toEqual([]);
});
