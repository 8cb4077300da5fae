import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { writeEpisode } from '#src/audio/testing/write-episode.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { momentAt, momentQuery } from '#src/features/what-was-that/search-address.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import { writeInstant } from '#src/page/address/moment-address.ts';
import { formatWeek } from '#src/station/schedule/week-file.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { isAlive, NOW_AND_THEN, untilStill } from '../support/open-browser.ts';
import { pageTitle } from '../support/page-title.ts';
import { speakPseudo } from '../support/pseudo-locale/in-browser.ts';
import { pseudoText as say } from '../support/pseudo-locale/pseudo-text.ts';
import { readingFaults } from '../support/reading-faults.ts';
import {
  changeDatabase,
  joinSite,
  loveEverySong,
  openContext,
  type SiteMember,
} from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { stationWriter } from '../support/station-writer.ts';

const IN_SERVER = fileURLToPath(new URL('../support/pseudo-locale/in-server.ts', import.meta.url));
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const ARTIST = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
const TITLE = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const TRACK = `/en/dance/info-titre/${`${ARTIST}-${TITLE}`.toLowerCase().replace('ä', 'a')}`;
const ENGLISH = { language: 'en', streamId: 'dance', theme: 'light', device: 'dev_1a2b' };

const visits = siteVisits(() => {
  const old = mediaRecord(7, ARTIST, TITLE, 'dance');
  const journal = Array.from({ length: 30 }, (_, at) =>
    journalEntry(old, 'dance', Date.now() - (at + 2) * HOUR_MS),
  );
  return startSite(
    STREAM_IDS.map((streamId) => ({ streamId, artist: ARTIST, title: TITLE })),
    { NODE_OPTIONS: `--import=${IN_SERVER}` },
    journal,
    writeStation,
  );
});

async function writeStation(stationDir: string): Promise<void> {
  const write = stationWriter(stationDir);
  const week = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
    { day, hour: 0, nom: 'Nuit blanche', couleur: 1 as const },
    { day, hour: 20, nom: 'Carte blanche', couleur: 2 as const },
  ]);
  await write('schedule/weekDance.xml', formatWeek(week));
  await write('podcasts/tides/show.yaml', `title: ${TITLE}\ndescription: Un lieu.\nstream: dance\n`);
  await writeEpisode(
    join(stationDir, 'podcasts', 'tides', '1.mp3'),
    5,
    { title: TITLE, comment: 'Le premier.', date: '2026-01-05' },
    300,
  );
}

let lea: SiteMember;

beforeAll(async () => {
  const { site } = visits;
  lea = await joinSite(site, 'lea_m_dont_le_pseudo_a_exactement_cinquante_signes', {
    clientPreferences: ENGLISH,
  });
  await loveEverySong(site, lea);
  for (const id of [1, 2])
    changeDatabase(
      site,
      `insert into comments (id, user_id, song_id, parent_id, comment, created_ms)
       select ?, ?, id, ?, ?, ? from songs limit 1`,
      id,
      lea.user.id,
      id === 1 ? null : 1,
      'u'.repeat(144),
      Date.now() - HOUR_MS,
    );
});

/** One screen after the other in one document, as links lead through it; what is wrong with each, by its name. */
async function walk(member: SiteMember | null, first: string) {
  const context = await openContext(visits, member, { locale: 'en-GB' });
  await speakPseudo(context);
  // The member loves all that is on air: a message of it would lie over some of the screens.
  await context.addInitScript(() => localStorage.setItem('onde-player', '{"yourSong":false}'));
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}${first}`);
  await isAlive(page);
  const faults: Record<string, string[]> = {};
  return {
    page,
    faults,
    async look(name: string): Promise<void> {
      await page.waitForFunction(
        () => document.querySelector('[aria-busy="true"], [data-way]') === null,
        undefined,
        NOW_AND_THEN,
      );
      const found = await readingFaults(page);
      if (found.length > 0) faults[name] = found;
    },
    /** As the browser's own way forward would, to pages that no link of this one names too; each has another title. */
    async go(path: string): Promise<void> {
      const title = await pageTitle(page);
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect.poll(() => pageTitle(page)).not.toBe(title);
      await untilStill(page);
    },
  };
}

async function lookAtEach(
  { faults, look, go }: Awaited<ReturnType<typeof walk>>,
  pages: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await go(path);
    await look(name);
  }
  expect(faults).toEqual({});
}

test('a guest reads every screen enlarged to 400 %, with spaced text, with more contrast and in forced colours [R264]', async () => {
  const way = await walk(null, '/en/dance');
  const { page, look } = way;
  await look('home');
  const button = (key: TextKey) =>
    page
      .getByRole('button', { name: say(key), exact: true })
      .filter({ visible: true })
      .first();
  const open = async (key: TextKey, size: { width: number; height: number }) => {
    await page.setViewportSize(size);
    await button(key).click();
    await page.getByRole('dialog').waitFor();
    await look(key);
  };
  await open('frame.login', WIDE);
  await button('accounts.login.register').click();
  await page.getByRole('dialog', { name: say('accounts.register.title') }).waitFor();
  await look('registration');
  await page.keyboard.press('Escape');
  await open('frame.nav.menu', NARROW);
  await page.keyboard.press('Escape');
  await page.setViewportSize(NARROW);
  await open('player.expand', NARROW);
  await page.keyboard.press('Escape');
  await lookAtEach(way, {
    'a track': TRACK,
    'an artist': `/en/dance/biography/${ARTIST}`,
    'what was that': '/en/dance/page-search.html',
    'a moment': `/en/dance/moment/${writeInstant(Date.now() - 3 * HOUR_MS)}`,
    'what was that, found': `/en/dance/page-search.html${momentQuery(momentAt(Date.now() - 3 * HOUR_MS, 'Europe/Paris'))}`,
    'top 20': '/en/dance/page-top20.html',
    'top 20, empty': '/en/80s/page-top20.html?week=2001-01',
    additions: '/en/dance/page-last20.html',
    podcasts: '/en/dance/page-podcast.html',
    'no podcasts': '/en/hits/page-podcast.html',
    schedule: '/en/dance/page-grille.html',
    'no schedule': '/en/hits/page-grille.html',
    listen: '/en/dance/page-ecoute.html',
    contact: '/en/dance/page-contact.html',
    donation: '/en/dance/page-don.html',
    'a member’s page': `/en/lovepuls/${lea.user.pseudo}`,
    'a profile, as a guest': '/en/dance/profile',
    nowhere: '/en/dance/nowhere',
  });
}, 600_000);

test('a member reads theirs so [R264]', async () => {
  const way = await walk(lea, '/en/dance/profile');
  await way.page.getByText(say('members.sessions.current')).first().waitFor();
  await way.look('profile');
  await lookAtEach(way, { 'a track': TRACK, diary: '/en/dance/profile/diary' });
}, 600_000);

test.each([
  ['the small player', '/player/dance'],
  ['an embedded stream', '/embed/dance'],
  ['the state of the radio', '/status?lang=en'],
])(
  'everybody reads %s so',
  async (name, path) => {
    const { faults, look } = await walk(null, path);
    await look(name);
    expect(faults).toEqual({});
  },
  300_000,
);
