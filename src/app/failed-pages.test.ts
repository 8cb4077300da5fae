import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { load as latestAdditions } from '#src/features/charts/latest-additions-page.tsx';
import { load as donation } from '#src/features/donation/donation-page.tsx';
import { load as legal } from '#src/features/legal/legal-page.tsx';
import { load as podcasts } from '#src/features/podcasts/podcasts-page.tsx';
import { load as status } from '#src/features/status/status-page.tsx';
import { load as whatWasThat } from '#src/features/what-was-that/page/what-was-that-page.tsx';
import type { StationFacts } from '#src/page/on-air/station-context.tsx';
import type { PageModule } from '#src/page/page-module.ts';
import { askOnServer } from '#src/page/wire/ask.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';

const NOON_MS = Date.parse('2026-11-18T12:00:00Z');

/** As while the database is away. */
const services: PageServices = {
  callWire: async () => ({ success: false, error: 'x', code: 'unavailable' }),
  nowPlaying: () => [],
  station: () => expect.fail('no page asked for it'),
  schedule: () => null,
};

const station: StationFacts = {
  name: 'Onde',
  since: 2004,
  address: '',
  timezone: 'Europe/Paris',
  origin: 'https://radio.example.org',
  links: {},
  playerHost: '',
  apiKey: '',
  socialSignIn: { google: false, apple: false },
  addressServices: [],
  streams: [],
};

/** The status of a page's document while nothing answers its calls. */
async function statusOf(load: PageModule['load'], search = ''): Promise<number | undefined> {
  const client = new QueryClient();
  const answer = await load?.({
    params: { streamId: 'dance', name: '' },
    openedMs: NOON_MS,
    search: new URLSearchParams(search),
    language: 'en',
    station,
    ask: askOnServer(client, services),
  });
  return answer?.status;
}

test.each([
  ['latest additions', latestAdditions],
  ['donation', donation],
  ['legal', legal],
  ['podcasts', podcasts],
  ['status', status],
])('a page whose content does not come is no page to keep [W184]: %s', async (_, load) => {
  expect(await statusOf(load)).toBe(503);
});

test('a search that is not answered is no page to keep, and the form without one is [W184]', async () => {
  expect(await statusOf(whatWasThat, 'date=2026-11-18&time=11:30')).toBe(503);
  expect(await statusOf(whatWasThat)).toBe(200);
  expect(await statusOf(whatWasThat, 'date=2026-11-18&time=noon+or+so')).toBe(422);
});
