import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { writeEpisode } from '#src/audio/testing/write-episode.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import { LANGUAGE_NAMES } from '#src/contract/languages.ts';
import { STREAM_IDS, STREAM_VERSIONS } from '#src/contract/streams.ts';
import { momentAt, momentQuery } from '#src/features/what-was-that/search-address.ts';
import type { TextKey, TextValues } from '#src/i18n/text-key.ts';
import { writeInstant } from '#src/page/address/moment-address.ts';
import { formatWeek } from '#src/station/schedule/week-file.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { faultsOf, type Looks } from '../support/check-screen.ts';
import { isAlive } from '../support/open-browser.ts';
import { speakPseudo } from '../support/pseudo-locale/in-browser.ts';
import { pseudoText as say } from '../support/pseudo-locale/pseudo-text.ts';
import { changeDatabase, joinSite, logInto, openContext, type SiteMember } from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { stationWriter } from '../support/station-writer.ts';

const IN_SERVER = fileURLToPath(new URL('../support/pseudo-locale/in-server.ts', import.meta.url));
const FERRY = '/en/dance/info-titre/nova-kessler-midnight-ferry';
const WIDE = { width: 1440, height: 900 };
const ENGLISH = { language: 'en', streamId: 'dance', theme: 'light', device: 'dev_1a2b' };

const visits = siteVisits(() => {
  const old = mediaRecord(7, 'Nova Kessler', 'Harbour Lights', 'dance');
  const journal = Array.from({ length: 60 }, (_, at) =>
    journalEntry(old, 'dance', Date.now() - (at + 2) * HOUR_MS),
  );
  return startSite(
    STREAM_IDS.map((streamId) => ({
      streamId,
      artist: 'Nova Kessler',
      title: streamId === 'dance' ? 'Midnight Ferry' : `Tide ${STREAM_VERSIONS[streamId]}`,
    })),
    { NODE_OPTIONS: `--import=${IN_SERVER}` },
    journal,
    writeStation,
  );
});

async function writeStation(stationDir: string): Promise<void> {
  const write = stationWriter(stationDir);
  await write(
    'schedule/weekDance.xml',
    formatWeek(
      [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
        { day, hour: 0, nom: 'Nuit blanche', couleur: 1 as const },
        { day, hour: 20, nom: 'Carte blanche', couleur: 2 as const },
      ]),
    ),
  );
  await write('podcasts/tides/show.yaml', 'title: Carnets de marée\ndescription: Un lieu.\nstream: dance\n');
  await write('podcasts/far/show.yaml', 'title: Ailleurs\nstream: club\nfeed: https://example.org/far.xml\n');
  await write('biographies/Nova Kessler/fr.md', 'Fille d’un pilote du port.');
  for (const month of [1, 2, 3, 4, 5, 6, 7])
    await writeEpisode(
      join(stationDir, 'podcasts', 'tides', `${month}.mp3`),
      5,
      { title: `Épisode ${month}`, comment: `Le ${month}.`, date: `2026-0${month}-05` },
      300,
    );
}

/** What the station, its listeners and other companies call themselves, and what Intl writes. */
const DATA = [
  /https?:\/\/\S+|\b\w+\.mp3\b|www\.example\.org|[\w.]+@example\.org/g,
  /Nova Kessler|Midnight Ferry|Harbour Lights|Tide \w+/g,
  /Onde\b|\b(Dance|Hits|Club|Lounge|Trance)\b/g,
  /Nuit blanche|Carte blanche|Carnets de marée|Épisode \d|Le \d\.|Un lieu\.|Ailleurs|Fille d’un pilote du port\./g,
  /Zoé|Durand|lea_m|nobody_at_all|Quel refrain|Merci/g,
  /Facebook|Twitter|WhatsApp|Google|Apple( Podcasts)?|YouTube|Instagram|Discord|iTunes|Deezer|RSS|JSON|CSV|VLC|Winamp|Chrome( \d+)?|Linux|Headless\w*/g,
  new RegExp(Object.values(LANGUAGE_NAMES).join('|'), 'g'),
  /\b(FR|EN|DE|PL|ES|IT|RU|NL)\b/g,
  ...intlWords(),
];

function intlWords(): RegExp[] {
  const days = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 0, 5 + at)));
  const months = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, 5)));
  const words = (['long', 'short'] as const).flatMap((width) => [
    ...days.map((day) => new Intl.DateTimeFormat('en-GB', { weekday: width }).format(day)),
    ...months.map((month) => new Intl.DateTimeFormat('en-GB', { month: width }).format(month)),
  ]);
  return [
    new RegExp(`\\b(${words.join('|')})\\b`, 'g'),
    /\b\d+ (seconds?|minutes?|hours?|days?|weeks?|months?) ago\b/g,
    /\b(today|yesterday)\b/gi,
    /\b(CET|CEST|GMT[+\d]*)\b|\b(mins?|secs?|MiB)\b/g,
  ];
}

let lea: SiteMember;
let unnamed: SiteMember;

beforeAll(async () => {
  const { site } = visits;
  lea = await joinSite(site, 'lea_m', { clientPreferences: ENGLISH });
  unnamed = await joinSite(site, null, { clientPreferences: ENGLISH });
  await untilDrained();
  const ferry = { user_id: lea.user.id, track_title: 'Midnight Ferry', artist_name: 'Nova Kessler' };
  await post('diary&_method=PUT', { enabled: true });
  await post('favorites&action=add', ferry);
  await post('favorites&action=add_artist', ferry);
  changeDatabase(
    site,
    `insert or ignore into diary_entries (user_id, started_ms, stream_id, song_id)
     select ?, started_ms, stream_id, song_id from plays where stream_id = 'dance'`,
    lea.user.id,
  );
  for (const [id, parent, { user }] of [
    [1, null, lea],
    [2, 1, lea],
    [3, null, unnamed],
    [4, null, unnamed],
    [5, null, lea],
  ] as const)
    changeDatabase(
      site,
      `insert into comments (id, user_id, song_id, parent_id, comment, created_ms)
       select ?, ?, id, ?, 'Quel refrain', ? from songs where full_title = 'Nova Kessler - Midnight Ferry'`,
      id,
      user.id,
      parent,
      Date.now() - HOUR_MS,
    );
});

async function post(endpoint: string, body: object): Promise<void> {
  const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lea.token}` },
    body: JSON.stringify(body),
  });
  expect([endpoint, answer.status]).toEqual([endpoint, 200]);
}

/** Music is imported, and the journal read, beside the start. */
async function untilDrained(): Promise<void> {
  const address = (endpoint: string) => `${visits.site.origin}/api-proxy.php?endpoint=${endpoint}`;
  const isThere = async (endpoint: string, words: string) =>
    (await (await fetch(address(endpoint))).text()).includes(words);
  while (
    !(
      (await isThere('track-details&title=nova-kessler-midnight-ferry', 'Midnight')) &&
      (await isThere('track-details&title=nova-kessler-harbour-lights', 'Harbour')) &&
      (await isThere('podcasts&version=dance', 'Carnets'))
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 200));
}

/** One screen after the other in the same page; what is wrong with each, by its name. */
async function walk(member: SiteMember | null) {
  const context = await openContext(visits, member, { locale: 'en-GB', viewport: WIDE });
  await speakPseudo(context);
  const page = await context.newPage();
  const faults: Record<string, string[]> = {};
  return {
    faults,
    async open(path: string): Promise<Page> {
      await page.goto(`${visits.site.origin}${path}`);
      await isAlive(page);
      return page;
    },
    async look(name: string, options: Looks = {}): Promise<void> {
      const found = await faultsOf(page, DATA, options);
      if (found.length > 0) faults[name] = found;
    },
  };
}

const button = (page: Page | Locator, key: TextKey, values?: TextValues) =>
  page
    .getByRole('button', { name: say(key, values), exact: true })
    .filter({ visible: true })
    .first();
const dialog = (page: Page, key: TextKey) => page.getByRole('dialog', { name: say(key) });
const text = (page: Page, key: TextKey, values?: TextValues) => page.getByText(say(key, values)).first();

test('a guest finds every screen in the catalogues’ words, fitting, and without a fault that axe knows [R94, R95]', async () => {
  const { faults, open, look } = await walk(null);
  const page = await open('/en/dance');
  await look('home', { isEveryLook: true });
  await button(page, 'frame.nav.extra').click();
  await look('a list of the navigation', { isWideOnly: true });
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: say('frame.language') })
    .first()
    .click();
  await look('the list of languages', { isWideOnly: true });
  await page.keyboard.press('Escape');
  await button(page, 'frame.share').click();
  await text(page, 'frame.share.copy').waitFor();
  await look('the menu that shares', { isWideOnly: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await dialog(page, 'frame.keys').waitFor();
  await look('keys');
  await page.keyboard.press('Escape');

  await button(page, 'frame.login').click();
  await dialog(page, 'accounts.login.title').waitFor();
  await look('login');
  await dialog(page, 'accounts.login.title').getByLabel(say('accounts.email')).fill('nobody@example.org');
  await dialog(page, 'accounts.login.title')
    .getByLabel(say('accounts.password'), { exact: true })
    .fill('wrong wrong');
  await button(dialog(page, 'accounts.login.title'), 'accounts.login.submit').click();
  await dialog(page, 'accounts.login.title').getByRole('alert').waitFor();
  await look('login, refused');
  await button(page.getByRole('dialog'), 'accounts.login.forgotten').click();
  await dialog(page, 'accounts.forgot.title').waitFor();
  await look('forgotten password');
  await button(page.getByRole('dialog'), 'accounts.forgot.back').click();
  await button(page.getByRole('dialog'), 'accounts.login.register').click();
  await dialog(page, 'accounts.register.title').waitFor();
  await button(page.getByRole('dialog'), 'accounts.register.submit').click();
  await look('registration, refused');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'frame.nav.menu').click();
  await dialog(page, 'frame.nav.menu').waitFor();
  await look('the navigation of phones');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'player.expand').click();
  await page.getByRole('dialog').waitFor();
  await look('the player of phones');
  await page.keyboard.press('Escape');

  for (const [name, path] of Object.entries(PAGES)) {
    await open(path);
    await look(name);
  }
  for (const [name, path] of Object.entries(PAGES_IN_FRENCH)) {
    await open(path);
    await look(name, { isInFrench: true });
  }
  expect(faults).toEqual({});
}, 900_000);

const PAGES = {
  'a track': FERRY,
  'no track': '/en/dance/info-titre/nobody-nothing',
  'an artist': '/en/dance/biography/Nova%20Kessler',
  'no artist': '/en/dance/biography/Nobody',
  'what was that': '/en/dance/page-search.html',
  'what was that, before any': '/en/dance/page-search.html?date=2001-01-01&time=12:00',
  'what was that, found': `/en/dance/page-search.html${momentQuery(momentAt(Date.now() - 3 * HOUR_MS, 'Europe/Paris'))}`,
  'a moment': `/en/dance/moment/${writeInstant(Date.now() - 3 * HOUR_MS)}`,
  'no moment': '/en/dance/moment/now',
  'top 20': '/en/dance/page-top20.html',
  'top 20, empty': '/en/80s/page-top20.html?week=2001-01',
  additions: '/en/dance/page-last20.html',
  podcasts: '/en/dance/page-podcast.html',
  'podcasts elsewhere': '/en/club/page-podcast.html',
  'no podcasts': '/en/hits/page-podcast.html',
  schedule: '/en/dance/page-grille.html',
  'no schedule': '/en/hits/page-grille.html',
  listen: '/en/dance/page-ecoute.html',
  contact: '/en/dance/page-contact.html',
  'the state of the radio': '/status?lang=en',
  donation: '/en/dance/page-don.html',
  'a member’s page': '/en/lovepuls/lea_m',
  'no member’s page': '/en/lovepuls/nobody_at_all',
  'a profile, as a guest': '/en/dance/profile',
  'a diary, as a guest': '/en/dance/profile/diary',
  'the small player': '/player/dance',
  'an embedded stream': '/embed/dance',
  'no connection': '/offline.html',
  nowhere: '/en/dance/nowhere',
};

/** The addresses that mails lead to name no language, and the legal notice has one address, the French one. */
const PAGES_IN_FRENCH = {
  'the legal notice': '/fr/dance/page-mentions-legales.html',
  'a link that is spent': '/validate-email?token=spent',
  'a new password': '/reset-password?token=spent',
};

test('a member finds every screen so too', async () => {
  const { faults, open, look } = await walk(lea);
  let page = await open('/en/dance/profile');
  await text(page, 'members.sessions.current').waitFor();
  await look('profile', { isEveryLook: true });
  await button(page, 'members.profile.edit').click();
  await look('profile, edited');
  await button(page, 'members.data.delete').click();
  await dialog(page, 'members.delete.title').waitFor();
  await look('deletion');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: say('frame.user.menu', { name: 'Zoé' }) }).click();
  await look('a member’s menu', { isWideOnly: true });
  await button(page, 'frame.preferences').click();
  await dialog(page, 'members.preferences.title').waitFor();
  await look('preferences');
  await page.keyboard.press('Escape');

  page = await open('/en/dance/profile/diary');
  await button(page, 'diary.erase').waitFor();
  await look('diary');
  await button(page, 'diary.erase').click();
  await dialog(page, 'diary.erase-title').waitFor();
  await look('diary, erased');
  await page.keyboard.press('Escape');

  page = await open(FERRY);
  await button(page.getByRole('main'), 'frame.share').click();
  await text(page, 'frame.share.copy').waitFor();
  await look('the menu that shares a track');
  await page.keyboard.press('Escape');
  await page.getByRole('article').first().waitFor();
  await look('comments', { isEveryLook: true });
  await button(page, 'track.comments.write').click();
  await dialog(page, 'comments.write.title').waitFor();
  await page.keyboard.insertText('www.example.org');
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await look('a comment, refused');
  await page.keyboard.press('Escape');
  await button(page, 'track.comments.delete').click();
  await page.getByRole('dialog').waitFor();
  await look('a comment, deleted');
  await page.keyboard.press('Escape');

  await page
    .getByRole('button', { name: say('track.comments.report', { name: 'Zoé' }) })
    .first()
    .click();
  await dialog(page, 'comments.report.title').waitFor();
  await look('a comment, reported');
  expect(faults).toEqual({});
}, 600_000);

test('a member without names, too', async () => {
  const { site } = visits;
  changeDatabase(site, 'update users set first_name = null where id = ?', unnamed.user.id);
  const { faults, open, look } = await walk(await logInto(site, unnamed));
  const page = await open('/en/dance/profile');
  await dialog(page, 'accounts.complete.title').waitFor();
  await look('a profile, completed');
  await open('/en/dance/pseudo-selection');
  await page.getByRole('main').getByRole('textbox').fill('x');
  await look('a username, refused');
  expect(faults).toEqual({});
}, 300_000);
