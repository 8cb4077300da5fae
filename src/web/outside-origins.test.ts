import { expect, test } from 'vitest';
import { readSettings } from '#src/platform/settings/settings.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import type { PodcastShow } from '#src/station/podcasts/podcast-show.ts';
import { donationOrigins, outsideOrigins } from './outside-origins.ts';

const settings = readSettings({}, '/nonexistent/.env');

function show(name: string, image: PodcastShow['image']): [string, PodcastShow] {
  const facts = { title: name, description: '', author: '', language: 'fr', explicit: false, feed: null };
  const category = { main: 'Music', narrow: null };
  return [name, { ...facts, name, category, image, streams: ['dance'], links: {}, episodes: [] }];
}

test('a page may show the pictures of shows that name an address, and those of no other place', () => {
  const podcasts = new Map([
    show('a', { address: 'https://cdn.example.org/a.jpg' }),
    show('b', { address: 'https://cdn.example.org/b.jpg' }),
    show('c', { file: 'cover.png', path: '/station/cover.png' }),
    show('d', null),
  ]);
  expect(outsideOrigins(settings, stationConfig({}), podcasts).pictures).toEqual(['https://cdn.example.org']);
  expect(outsideOrigins(settings, stationConfig({}), null).pictures).toEqual([]);
});

test('Google may run scripts on a page where the operator has set up its captcha, and nowhere else', () => {
  const keys = { RECAPTCHA_SITE_KEY: 'public', RECAPTCHA_SECRET: 'secret' };
  const station = stationConfig({});
  expect(outsideOrigins(settings, station, null)).toMatchObject({ scripts: [], frames: [], connect: [] });
  const opened = outsideOrigins(readSettings(keys, '/nonexistent/.env'), station, null);
  expect(opened.scripts).toEqual(['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']);
  expect(opened.frames).toContain('https://www.google.com/recaptcha/');
});

test('the frame of the donation form may be where it begins and where the station says that it goes, once each [R148]', () => {
  const origins = ['https://pay.example.net', 'https://dons.example.org'];
  const station = stationConfig({
    donation: { form: 'https://dons.example.org/f', load: 'click', origins, bills: [] },
  });
  expect(donationOrigins(station)).toEqual(['https://dons.example.org', 'https://pay.example.net']);
  expect(outsideOrigins(settings, station, null).frames).toEqual(donationOrigins(station));
  const formless = stationConfig({ donation: { load: 'click', origins, bills: [] } });
  expect(donationOrigins(formless)).toEqual([]);
});
