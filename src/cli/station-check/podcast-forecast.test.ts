import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writeEpisode } from '#src/audio/testing/write-episode.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { createStationData } from '#src/station/testing/station-data.ts';
import { podcastForecast } from './podcast-forecast.ts';

const WANTED = 'the directories want a JPEG or PNG, square, of 1400 to 3000 pixels';
const NOW = new ManualClock(Date.UTC(2026, 10, 21, 12));

/** A station with the show `tides`. */
async function forecast(write: (folder: string) => Promise<void>, yaml = ''): Promise<string[]> {
  await using data = await createStationData();
  const stationDir = join(data.folder.root, 'station');
  const folder = join(stationDir, 'podcasts', 'tides');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'show.yaml'), `title: Tides\nstream: dance\n${yaml}`);
  await write(folder);
  return await podcastForecast({
    stationDir,
    dataDir: data.folder.root,
    logger: createLogger({ level: 'silent', part: 'test' }),
    clock: NOW,
  });
}

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } });
}

test('an episode of the future is named with its date, by the station’s clock [R149]', async () => {
  const lines = await forecast(async (folder) => {
    await writeEpisode(join(folder, '2030-01-01 Future.mp3'), 1, {}, 300);
    await writeEpisode(join(folder, '2026-11-01 Now.mp3'), 1, {}, 500);
  });
  expect(lines).toEqual([
    'podcasts/tides: 2 episodes',
    '  2030-01-01 Future.mp3 is not there before 2030-01-01 00:00, its date',
    `  no picture: ${WANTED} (image in show.yaml)`,
  ]);
});

test('a name does nothing to the terminal, and takes one line', async () => {
  const lines = await forecast((folder) => writeEpisode(join(folder, '2030-01-01 a\nb\u001b[2J.mp3'), 1));
  expect(lines[1]).toBe('  2030-01-01 a\ufffdb\ufffd[2J.mp3 is not there before 2030-01-01 00:00, its date');
});

test('what the directories refuse is named: sound that is neither MP3 nor M4A, and a small picture', async () => {
  const lines = await forecast(async (folder) => {
    await picture(300, 200).png().toFile(join(folder, 'cover.png'));
    for (const [at, name] of ['a.aac', 'b.aac', 'c.aac', 'd.aac'].entries())
      await writeEpisode(join(folder, name), 1, { date: '2026-01-01' }, 300 + at * 50);
  }, 'image: cover.png\n');
  expect(lines).toEqual([
    'podcasts/tides: 4 episodes',
    `  cover.png is a PNG of 300 by 200: ${WANTED}`,
    '  d.aac, c.aac, b.aac and 1 more: the directories want MP3 or M4A',
  ]);
});

test('a show that the directories take is not told of, nor is a feed elsewhere', async () => {
  const write = async (folder: string) => {
    await picture(1400, 1400).jpeg().toFile(join(folder, 'cover.jpg'));
  };
  expect(await forecast(write, 'image: cover.jpg\n')).toEqual(['podcasts/tides: 0 episodes']);
  expect(await forecast(async () => {}, 'feed: https://example.org/feed.xml\n')).toEqual([]);
});
