import { mkdir, mkdtemp, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeEpisode } from '#src/audio/testing/write-episode.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { collectResolvedBeyond } from '#src/platform/files/testing/resolved-beyond.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { type StationConfig, stationConfig } from '#src/station/config/station-config.ts';
import { openStationContent } from './open-station-content.ts';

/** Whether the disk tells of no change, as one does that another machine writes to. */
const disk = vi.hoisted(() => ({ isMute: false }));
vi.mock('chokidar', async (load) => {
  const real = await load<typeof import('chokidar')>();
  const watch: typeof real.watch = (paths, options) =>
    real.watch(paths, disk.isMute ? { ...options, ignored: () => true } : options);
  return { ...real, watch };
});

let root: string;
let stationDir: string;
let returned: () => void;
/** Whether the folder does not answer. */
let isSilent: boolean;
/** Sets the station's time zone anew. */
let move: (timezone: string) => void;
let logged: { msg: string; line: number | null }[];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'onde-content-')));
  stationDir = join(root, 'station');
  await mkdir(join(stationDir, 'music', 'dance'), { recursive: true });
  logged = [];
  isSilent = false;
  disk.isMute = false;
});
afterEach(() => rm(root, { recursive: true }));

function open(clock: Clock = systemClock) {
  const station = { current: stationConfig({ timezone: 'Europe/Paris' }), onChange };
  const callbacks = new Set<(config: StationConfig) => void>();
  function onChange(callback: (config: StationConfig) => void) {
    callbacks.add(callback);
    return { [Symbol.dispose]: () => void callbacks.delete(callback) };
  }
  move = (timezone) => {
    station.current = stationConfig({ timezone });
    for (const callback of callbacks) callback(station.current);
  };
  const to = { write: (line: string) => void logged.push(JSON.parse(line)) };
  return openStationContent({
    stationDir,
    stationFolder: {
      get isSilent() {
        return isSilent;
      },
      onReturn(callback) {
        returned = callback;
        return { [Symbol.dispose]() {} };
      },
    },
    cacheFolder: join(root, 'cache'),
    lastGoodFolder: join(root, 'last-good'),
    clock,
    logger: createLogger({ level: 'info', part: 'test', to }),
    station,
  });
}

const week = (nom: string, day = 1) =>
  `<week>\n<event><day>${day}</day><hour>8</hour><nom>${nom}</nom><couleur>1</couleur></event>\n</week>`;

test('a schedule that is added, edited, broken and removed is followed while the station runs', async () => {
  await using content = await open();
  const file = join(stationDir, 'schedule', 'weekDance.xml');
  const shown = () => content.schedules.get('dance')?.map(({ nom }) => nom);
  expect(shown()).toBeUndefined();
  await mkdir(join(stationDir, 'schedule'));
  await writeFile(file, week('Matin'));
  await vi.waitFor(() => expect(shown()).toEqual(['Matin']), PATIENT);
  await writeFile(file, week('Réveil'));
  await vi.waitFor(() => expect(shown()).toEqual(['Réveil']), PATIENT);
  await writeFile(file, week('Cassé', 9));
  await vi.waitFor(() => expect(logged).not.toEqual([]), PATIENT);
  expect(shown()).toEqual(['Réveil']);
  expect(logged).toMatchObject([
    {
      file: 'schedule/weekDance.xml',
      line: 2,
      msg: 'schedule/weekDance.xml:2: day: expected a day from 1 (Monday) to 7 (Sunday), found "9"',
    },
  ]);
  await rm(file);
  await vi.waitFor(() => expect(shown()).toBeUndefined(), PATIENT);
});

test('a schedule and a show that are broken at a start are as they were when last taken up', async () => {
  const schedule = join(stationDir, 'schedule', 'weekDance.xml');
  const show = join(stationDir, 'podcasts', 'nuit', 'show.yaml');
  await mkdir(join(stationDir, 'schedule'));
  await mkdir(join(stationDir, 'podcasts', 'nuit'), { recursive: true });
  await writeFile(schedule, week('Matin'));
  await writeFile(show, 'title: La nuit\nstream: [dance]\n');
  {
    await using content = await open();
    await vi.waitFor(() => expect(content.podcasts?.get('nuit')?.title).toBe('La nuit'), PATIENT);
  }
  await writeFile(schedule, week('Cassé', 9));
  await writeFile(show, 'title: [\n');
  await using content = await open();
  expect(content.schedules.get('dance')).toMatchObject([{ nom: 'Matin' }]);
  await vi.waitFor(() => expect(content.podcasts?.get('nuit')?.title).toBe('La nuit'), PATIENT);
  await vi.waitFor(
    () => expect(logged.map(({ msg }) => msg.split(':')[0])).toContain('podcasts/nuit/show.yaml'),
    PATIENT,
  );
});

test('[W203] a start beside a folder that does not answer has what was kept of it, and reads it once it does', async () => {
  const schedule = join(stationDir, 'schedule', 'weekDance.xml');
  await mkdir(join(stationDir, 'schedule'));
  await writeFile(schedule, week('Matin'));
  {
    await using _ = await open();
  }
  await writeFile(schedule, week('Réveil'));
  isSilent = true;
  await using content = await open();
  const shown = () => content.schedules.get('dance')?.map(({ nom }) => nom);
  expect(shown()).toEqual(['Matin']);
  isSilent = false;
  returned();
  await vi.waitFor(() => expect(shown()).toEqual(['Réveil']), PATIENT);
  await writeFile(schedule, week('Midi'));
  await vi.waitFor(() => expect(shown()).toEqual(['Midi']), PATIENT);
});

test('what a station has at its start is there when it is opened', async () => {
  await mkdir(join(stationDir, 'biographies', 'Solo'), { recursive: true });
  await writeFile(join(stationDir, 'biographies', 'Solo', 'en.md'), 'Good.');
  await mkdir(join(stationDir, 'podcasts', 'far'), { recursive: true });
  await writeFile(
    join(stationDir, 'podcasts', 'far', 'show.yaml'),
    'title: Far\nstream: dance\nfeed: https://example.org/far.xml\n',
  );
  await using content = await open();
  expect(content.biographies.get('solo')?.texts.en).toBe('Good.');
  await vi.waitFor(() => expect(content.podcasts?.get('far')?.title).toBe('Far'), PATIENT);
  expect(content.videos.size).toBe(0);
});

test('episodes are dated by another time zone as soon as the station has one', async () => {
  const show = join(stationDir, 'podcasts', 'nuit');
  await mkdir(show, { recursive: true });
  await writeFile(join(show, 'show.yaml'), 'title: La nuit\nstream: [dance]\n');
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'Une', date: '2026-07-01 18:00' });
  await using content = await open();
  const dated = () => content.podcasts?.get('nuit')?.episodes[0]?.publishedMs;
  await vi.waitFor(() => expect(dated()).toBe(Date.UTC(2026, 6, 1, 16)), PATIENT);
  move('America/Guadeloupe');
  await vi.waitFor(() => expect(dated()).toBe(Date.UTC(2026, 6, 1, 22)), PATIENT);
});

test('an episode that was written just before it was read is there without another change', async () => {
  const show = join(stationDir, 'podcasts', 'nuit');
  await mkdir(show, { recursive: true });
  await writeFile(join(show, 'show.yaml'), 'title: La nuit\nstream: [dance]\n');
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'Une' });
  const { mtimeMs } = await stat(join(show, 'one.mp3'));
  let nowMs = mtimeMs + 1;
  await using content = await open({ ...systemClock, nowMs: () => nowMs });
  await vi.waitFor(() => expect(content.podcasts?.get('nuit')?.episodes).toEqual([]), PATIENT);
  nowMs += 1_000;
  await vi.waitFor(() => expect(content.podcasts?.get('nuit')?.episodes).toHaveLength(1), PATIENT);
});

test('[R207] an episode that is being written for hours is looked at less and less often', async () => {
  const show = join(stationDir, 'podcasts', 'nuit');
  const path = join(show, 'one.mp3');
  await mkdir(show, { recursive: true });
  await writeFile(join(show, 'show.yaml'), 'title: La nuit\nstream: [dance]\n');
  await writeEpisode(path, 1, { title: 'Une' });
  let isGrowing = true;
  const delays: number[] = [];
  let { mtimeMs } = await stat(path);
  await using content = await open({
    ...systemClock,
    nowMs: () => mtimeMs + (isGrowing ? 1 : 1_000),
    // Whoever waits has waited.
    after(delayMs, callback) {
      delays.push(delayMs);
      return systemClock.after(1, callback);
    },
  });
  await vi.waitFor(() => expect(delays.length).toBeGreaterThan(8), PATIENT);
  expect(delays.slice(0, 9).map((ms) => ms / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  isGrowing = false;
  await vi.waitFor(() => expect(content.podcasts?.get('nuit')?.episodes).toHaveLength(1), PATIENT);
  // The next one begins anew, after the wait for a burst to end.
  delays.length = 0;
  isGrowing = true;
  await writeEpisode(path, 2, { title: 'Une' });
  ({ mtimeMs } = await stat(path));
  await vi.waitFor(() => expect(delays.length).toBeGreaterThan(2), PATIENT);
  expect(delays.slice(0, 3)).toEqual([1_000, 1_000, 2_000]);
});

test('a link to the whole machine is not followed, nor asked where it is, and what lies beside it is', async () => {
  await mkdir(join(stationDir, 'podcasts'));
  await symlink('/', join(stationDir, 'podcasts', 'all'));
  await symlink('/', join(stationDir, 'videos'));
  using resolved = collectResolvedBeyond(stationDir);
  await using content = await open();
  await mkdir(join(stationDir, 'schedule'));
  await writeFile(join(stationDir, 'schedule', 'weekDance.xml'), week('Matin'));
  await vi.waitFor(() => expect(content.schedules.get('dance')).toMatchObject([{ nom: 'Matin' }]), PATIENT);
  const told = logged.map(({ msg }) => msg).filter((msg) => !msg.includes('is a link that leads out'));
  expect(told).toEqual([]);
  // A disk that is there may not answer, and all pages would wait for it.
  expect(resolved.links).toEqual([]);
});

test('what lies behind a link that stays inside is followed', async () => {
  await mkdir(join(stationDir, 'schedule', 'kept'), { recursive: true });
  const file = join(stationDir, 'schedule', 'kept', 'dance.xml');
  await writeFile(file, week('Matin'));
  await symlink('kept/dance.xml', join(stationDir, 'schedule', 'weekDance.xml'));
  await using content = await open();
  await writeFile(file, week('Soir'));
  await vi.waitFor(() => expect(content.schedules.get('dance')).toMatchObject([{ nom: 'Soir' }]), PATIENT);
});

test('what lies in a folder whose name ends in a tilde is followed', async () => {
  await mkdir(join(stationDir, 'biographies', 'Solo~'), { recursive: true });
  await using content = await open();
  await writeFile(join(stationDir, 'biographies', 'Solo~', 'fr.md'), 'Une vie.');
  await vi.waitFor(() => expect(content.biographies.size).toBe(1), PATIENT);
});

test('a folder that vanishes leaves every part as it was; back again, it is followed as before', async () => {
  await mkdir(join(stationDir, 'schedule'));
  const file = join(stationDir, 'schedule', 'weekDance.xml');
  await writeFile(file, week('Matin'));
  await mkdir(join(stationDir, 'biographies', 'Solo'), { recursive: true });
  await writeFile(join(stationDir, 'biographies', 'Solo', 'en.md'), 'Good.');
  await using content = await open();
  await rename(stationDir, join(root, 'away'));
  await mkdir(stationDir);
  returned();
  await delay(500);
  expect(content.schedules.get('dance')).toMatchObject([{ nom: 'Matin' }]);
  expect(content.biographies.get('solo')?.texts.en).toBe('Good.');
  await rm(stationDir, { recursive: true });
  await rename(join(root, 'away'), stationDir);
  await writeFile(file, week('Soir'));
  returned();
  await vi.waitFor(() => expect(content.schedules.get('dance')).toMatchObject([{ nom: 'Soir' }]), PATIENT);
  await writeFile(file, week('Nuit'));
  await vi.waitFor(() => expect(content.schedules.get('dance')).toMatchObject([{ nom: 'Nuit' }]), PATIENT);
});

test('a process that starts while the folder is away has the schedules as they were last taken up', async () => {
  await mkdir(join(stationDir, 'schedule'));
  await writeFile(join(stationDir, 'schedule', 'weekDance.xml'), week('Matin'));
  await (await open())[Symbol.asyncDispose]();
  await rm(stationDir, { recursive: true });
  await using content = await open();
  expect(content.schedules.get('dance')).toMatchObject([{ nom: 'Matin' }]);
  expect(content.podcasts).toBeNull();
});

test('what another machine changes on a network disk, which tells of nothing, is taken up within ten minutes', async () => {
  disk.isMute = true;
  const clock = new ManualClock();
  await mkdir(join(stationDir, 'schedule'));
  await mkdir(join(stationDir, 'biographies', 'Solo'), { recursive: true });
  const week1 = join(stationDir, 'schedule', 'weekDance.xml');
  await writeFile(week1, week('Matin'));
  await writeFile(join(stationDir, 'biographies', 'Solo', 'en.md'), 'Good.');
  await writeFile(join(stationDir, 'biographies', 'other.txt'), 'No folder.');
  await using content = await open(clock);
  await vi.waitFor(() => expect(content.podcasts).not.toBeNull(), PATIENT);
  const before = { ...content };
  const told = [...logged];
  await writeFile(week1, week('Réveil'));
  await writeFile(join(stationDir, 'legal.fr.md'), 'Éditeur');
  clock.advance(10 * 60_000);
  await vi.waitFor(() => {
    expect(content.schedules.get('dance')).toMatchObject([{ nom: 'Réveil' }]);
    expect(content.legal.fr).toBe('Éditeur');
  }, PATIENT);
  // What a copy was still writing then is read whole a minute later.
  await writeFile(join(stationDir, 'legal.fr.md'), 'Éditeur : Onde');
  clock.advance(60_000);
  await vi.waitFor(() => expect(content.legal.fr).toBe('Éditeur : Onde'), PATIENT);
  // Whatever is as it was stays the same object: pages made from it go on.
  const { biographies, podcasts, videos } = content;
  expect(biographies).toBe(before.biographies);
  expect(podcasts).toBe(before.podcasts);
  expect(videos).toBe(before.videos);
  expect(logged).toEqual(told);
});
