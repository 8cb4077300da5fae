import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { donationFeature } from '#src/features/donation/donation.feature.ts';
import type { Services } from '#src/features/services.server.ts';
import { pageServicesOf } from '#src/web/pages/pages.ts';
import { WireDoor } from '#src/web/wire/wire-door.ts';
import { startWeb } from '../support/start-web.ts';

const FORM = 'https://dons.example.org/form';
const donation = {
  form: FORM,
  load: 'click' as const,
  origins: ['https://pay.example.net'],
  bills: [{ what: 'Hébergement', eurosPerMonth: 73.05 }],
};
const association = { name: 'Les Amis d’Onde', email: 'dons@example.org' };

/** Two people have listened for the last two hours. */
const listening = (nowMs: number) => ({
  started_ms: nowMs - 2 * HOUR_MS,
  sent_bytes: 1,
  heard_ms: 4 * HOUR_MS,
});

test('a visitor learns how to give, and what an hour costs by bills and by what was heard [W100, R70]', async () => {
  await using web = await startWeb({ station: { association, donation } });
  const before = await web.call('donation');
  expect(before.status).toBe(200);
  expect(before.body).toMatchObject({
    success: true,
    data: {
      form: FORM,
      load: 'click',
      origins: ['https://pay.example.net'],
      name: 'Les Amis d’Onde',
      address: '',
      email: 'dons@example.org',
      cost: { bills: [{ what: 'Hébergement', euros_per_month: 73.05 }], month: 73.05, heard: null },
    },
  });
  await web.services.db.insertInto('listening').values(listening(web.clock.nowMs())).execute();
  const after = await web.call('donation');
  expect(after.body).toMatchObject({
    data: {
      cost: {
        hour: expect.closeTo(0.1),
        heard: { since: '2026-11-21T09:00:00.000Z', hours: 4, hour: expect.closeTo(0.05) },
      },
    },
  });
});

test.each([
  { MEDIA_BASE_URL: 'https://cdn.example.org' },
  { ICECAST_URL: 'http://source:password@icecast.example.org:8000' },
  { HLS_DIR: '/srv/hls' },
])('what others send on is not known: %o [R70]', async (environment) => {
  await using web = await startWeb({ station: { donation }, environment });
  await web.services.db.insertInto('listening').values(listening(web.clock.nowMs())).execute();
  expect((await web.call('donation')).body).toMatchObject({ data: { cost: { month: 73.05, heard: null } } });
});

test('a station without form and bills promises nothing', async () => {
  await using bare = await startWeb();
  expect((await bare.call('donation')).body).toMatchObject({
    data: { form: '', load: 'click', address: '', email: '', cost: null },
  });
});

test('while the database is away the form is there, with the bills and without the hours heard', async () => {
  await using web = await startWeb({ logLevel: 'info', station: { association, donation } });
  const { services } = web;
  let isAsked = false;
  const db = services.db.withPlugin({
    transformQuery() {
      isAsked = true;
      throw new DatabaseUnavailable(new Error('connect ECONNREFUSED'));
    },
    transformResult: async ({ result }) => result,
  });
  const ask = (more: Partial<Services> = {}) => {
    const table = donationFeature({ ...services, db, ...more }).endpoints;
    const door = new WireDoor({ table, logger: services.logger, limits: services.limits });
    return pageServicesOf(services, door).callWire('donation', {}, 'fr');
  };
  expect(await ask()).toMatchObject({ data: { form: FORM, cost: { month: 73.05, heard: null } } });
  expect(web.errors.join()).toContain('the database cannot answer');
  isAsked = false;
  const station = () => ({ ...services.station(), donation: { ...services.station().donation, bills: [] } });
  expect(await ask({ station })).toMatchObject({ data: { form: FORM, cost: null } });
  expect(isAsked).toBe(false);
});

test('the form may pay where it is and where it goes, and nobody may on a station without one [R148]', async () => {
  await using web = await startWeb({ station: { donation } });
  const policy = (await web.fetch('/robots.txt')).headers.get('permissions-policy');
  expect(policy).toContain('payment=(self "https://dons.example.org" "https://pay.example.net")');
  await using bare = await startWeb();
  expect((await bare.fetch('/robots.txt')).headers.get('permissions-policy')).toContain('payment=()');
});
