import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { LANGUAGES } from '#src/contract/languages.ts';
import { SCHEDULED_STREAMS, STREAM_COLOURS, STREAM_IDS, STREAM_VERSIONS } from '#src/contract/streams.ts';
import { ownNotice } from '#src/features/legal/notice/own-notice.server.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { readBiography } from '#src/station/biographies/biographies.ts';
import { findSlotProblems } from '#src/station/config/config-problems.ts';
import { readStationConfig } from '#src/station/config/read-station-config.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { stationYamlSchema } from '#src/station/config/station-yaml.ts';
import { readWeek } from '#src/station/schedule/week-file.ts';
import { noteComplete } from './demo-marker.ts';
import { findDemoState, nothingToFinish, writeDemoTexts } from './demo-station.ts';
import { DEMO_FILES, DEMO_TRACKS } from './programme/demo-files.ts';

let folder = '';
let stationDir = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-demo-'));
  stationDir = join(folder, 'station');
});

afterEach(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(stationDir, path), 'utf8');

describe('The demo station', () => {
  test('fills a folder that is not there yet, and then lacks nothing but its audio', async () => {
    expect(findDemoState(stationDir)).toBe('empty');
    await writeDemoTexts(stationDir);
    expect(findDemoState(stationDir)).toBe('texts');
    noteComplete(stationDir);
    expect(findDemoState(stationDir)).toBe('complete');
  });

  test('refuses a folder that holds anything, and leaves it as it was', async () => {
    await writeDemoTexts(stationDir);
    rmSync(join(stationDir, '.onde-demo'));
    const before = readdirSync(stationDir);
    await expect(writeDemoTexts(stationDir)).rejects.toThrow(OperatorError);
    expect(readdirSync(stationDir)).toEqual(before);
    expect(findDemoState(stationDir)).toBe('foreign');
  });

  test('says of one that was begun how it is finished, and of one that is whole that it is', async () => {
    expect(nothingToFinish(stationDir)).toMatch(/no demo station in .* could be finished/);
    await writeDemoTexts(stationDir);
    expect(nothingToFinish(stationDir)).toBeNull();
    await expect(writeDemoTexts(stationDir)).rejects.toMatchObject({
      message: expect.stringContaining('whose music is not all made'),
      remedy: expect.stringContaining('onde demo --audio'),
    });
    noteComplete(stationDir);
    expect(nothingToFinish(stationDir)).toMatch(/lacks no audio/);
    await expect(writeDemoTexts(stationDir)).rejects.toThrow('holds the demo station already');
  });

  test('completes texts whose writing was interrupted', async () => {
    await writeDemoTexts(stationDir);
    rmSync(join(stationDir, 'station.yaml'));
    rmSync(join(stationDir, 'schedule', 'weekClub.xml'));
    expect(findDemoState(stationDir)).toBe('begun');
    await writeDemoTexts(stationDir);
    expect(existsSync(join(stationDir, 'schedule', 'weekClub.xml'))).toBe(true);
    expect(findDemoState(stationDir)).toBe('texts');
  });

  test('belongs to whoever puts music into one that was begun', async () => {
    await writeDemoTexts(stationDir);
    rmSync(join(stationDir, 'station.yaml'));
    mkdirSync(join(stationDir, 'music', 'dance'), { recursive: true });
    expect(findDemoState(stationDir)).toBe('foreign');
  });

  test('belongs to whoever changes its station.yaml', async () => {
    await writeDemoTexts(stationDir);
    writeFileSync(
      join(stationDir, 'station.yaml'),
      read('station.yaml').replace('name: Onde', 'name: Marée'),
    );
    expect(findDemoState(stationDir)).toBe('foreign');
  });

  test.each([
    ['folder', mkdirSync],
    ['pipe', (path: string) => execFileSync('mkfifo', [path])],
  ])('belongs to whoever puts a %s in the place of its station.yaml, or of its marker', async (_, put) => {
    for (const name of ['station.yaml', '.onde-demo']) {
      await writeDemoTexts(stationDir);
      rmSync(join(stationDir, name));
      put(join(stationDir, name));
      expect(findDemoState(stationDir)).toBe('foreign');
      rmSync(stationDir, { recursive: true });
    }
  });
});

describe('The texts of the demo', () => {
  beforeEach(() => writeDemoTexts(stationDir));

  test('hold a station.yaml with all keys that operators have, and none besides', async () => {
    const { config, problems } = await readStationConfig(stationDir);
    expect(problems).toEqual([]);
    expect(config?.streams.map(({ id }) => id)).toEqual(STREAM_IDS);
    const yaml: unknown = parse(read('station.yaml'));
    expect(Object.keys(yaml ?? {})).toEqual([
      'name',
      'association',
      'since',
      'timezone',
      'links',
      'apps',
      'donation',
      'streams',
      'slots',
    ]);
    expect(Object.values(config?.association ?? {}).every((fact) => fact !== '')).toBe(true);
    expect(Object.keys(config?.links ?? {})).toEqual([
      'facebook',
      'instagram',
      'twitter',
      'youtube',
      'discord',
    ]);
    for (const stream of config?.streams ?? []) {
      expect(stream.version).toBe(STREAM_VERSIONS[stream.id]);
      const [red, green, blue] = [1, 3, 5].map((at) =>
        Number.parseInt(STREAM_COLOURS[stream.id].slice(at, at + 2), 16),
      );
      expect(stream.colour).toBe(`rgba(${red},${green},${blue},1)`);
    }
  });

  test('name every stream’s genre and describe it in all eight languages', () => {
    const yaml: { streams: { genre: object; description: object }[] } = parse(read('station.yaml'));
    for (const { genre, description } of yaml.streams) {
      expect(Object.keys(genre)).toEqual([...LANGUAGES]);
      expect(Object.keys(description)).toEqual([...LANGUAGES]);
      expect(new Set(Object.values(description)).size).toBe(LANGUAGES.length);
    }
  });

  test('ask for a donation once in each language, with a picture that is there', async () => {
    const { config, lineOf } = await readStationConfig(stationDir);
    expect(config?.slots.flatMap(({ languages }) => languages)).toEqual([...LANGUAGES]);
    expect(new Set(config?.slots.map(({ alt }) => alt)).size).toBe(LANGUAGES.length);
    expect(config && (await findSlotProblems(stationDir, config, lineOf))).toEqual([]);
  });

  test('tell of every artist in all eight languages, in 50 to 120 words', () => {
    const artists = new Set(
      Object.values(DEMO_TRACKS).flatMap((tracks) => tracks.map(({ tags }) => tags.artist)),
    );
    expect(readdirSync(join(stationDir, 'biographies')).sort()).toEqual([...artists].sort());
    const texts = [...artists].flatMap((artist) =>
      LANGUAGES.map((language) => readBiography(read(`biographies/${artist}/${language}.md`)).text),
    );
    expect(new Set(texts).size).toBe(artists.size * LANGUAGES.length);
    for (const text of texts) {
      expect(text.split(/\s+/).length).toBeGreaterThanOrEqual(50);
      expect(text.split(/\s+/).length).toBeLessThanOrEqual(120);
    }
  });

  test.each(SCHEDULED_STREAMS)('fill every hour of the week of %s', (id) => {
    const file = `schedule/week${id.charAt(0).toUpperCase()}${id.slice(1)}.xml`;
    const { events, problems } = readWeek(file, read(file));
    expect(problems).toEqual([]);
    expect(events?.map(({ day, hour }) => (day - 1) * 24 + hour)).toEqual(
      Array.from({ length: 168 }, (_, n) => n),
    );
  });

  test('give every episode its show, and every show a picture that the podcast directories take', async () => {
    const shows = readdirSync(join(stationDir, 'podcasts'));
    const withEpisodes = DEMO_FILES.flatMap(({ path }) => /^podcasts\/([^/]+)\//.exec(path)?.[1] ?? []);
    expect(new Set(withEpisodes)).toEqual(new Set(shows));
    for (const show of shows)
      expect(parse(read(`podcasts/${show}/show.yaml`))).toMatchObject({ language: 'fr', image: 'cover.png' });
    for (const show of shows)
      expect(await sharp(join(stationDir, 'podcasts', show, 'cover.png')).metadata()).toMatchObject({
        format: 'png',
        width: 1400,
        height: 1400,
      });
  });

  test('leave the legal notice to the program, which knows the settings too, and gives it all it asks for', () => {
    expect(readdirSync(stationDir).filter((file) => file.startsWith('legal.'))).toEqual([]);
    const yaml = stationYamlSchema.parse(parse(read('station.yaml')));
    const own = ownNotice(stationConfig(yaml), readSettings({}, join(stationDir, '.env')));
    expect(own.fr).toMatch(/Calvados/);
  });
});
