import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { printable } from '#src/platform/log/printable.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { formatClock, formatDay, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import { readStationConfig } from '#src/station/config/read-station-config.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { stationParts } from '#src/station/content/open-station-content.ts';
import type { PodcastShow } from '#src/station/podcasts/podcast-show.ts';

/** By Apple Podcasts' requirements, which the other directories follow or are below of. */
const PICTURE_PIXELS = { least: 1400, most: 3000 };
const PICTURE_FORMATS = ['jpeg', 'png'];
const WANTED_PICTURE = `the directories want a JPEG or PNG, square, of ${PICTURE_PIXELS.least} to ${PICTURE_PIXELS.most} pixels`;
const WANTED_SOUND = /\.(?:mp3|m4a)$/i;
const NAMED_MAX = 3;

/**
 * What becomes of each show, in words: its episodes, those that are held back until their date, and what
 * directories such as Apple Podcasts would refuse. Nothing of feeds elsewhere.
 */
export async function podcastForecast(options: {
  stationDir: string;
  dataDir: string;
  logger: Logger;
  clock: Clock;
}): Promise<string[]> {
  const { stationDir, dataDir, logger, clock } = options;
  const { config } = await readStationConfig(stationDir);
  const { timezone } = config ?? stationConfig({});
  const { podcasts } = stationParts({
    stationDir,
    cacheFolder: dataFolder(dataDir).cache,
    lastGoodFolder: null,
    clock: null,
    logger,
    timezone: () => timezone,
  });
  await podcasts.refresh();
  const ours = [...(podcasts.current?.values() ?? [])].filter(({ feed }) => feed === null);
  const lines = await Promise.all(ours.map((show) => linesOf(show, clock.nowMs(), timezone)));
  // Names of files may hold line breaks, and signs that do something to a terminal.
  return lines.flat().map(printable);
}

async function linesOf(show: PodcastShow, nowMs: number, timezone: string): Promise<string[]> {
  const { name, episodes } = show;
  const held = episodes.filter(({ publishedMs }) => publishedMs > nowMs).reverse();
  const refused = episodes.filter(({ file }) => !WANTED_SOUND.test(file)).map(({ file }) => file);
  const picture = await pictureRemark(show.image);
  return [
    `podcasts/${name}: ${episodes.length} episode${episodes.length === 1 ? '' : 's'}`,
    ...held.map(({ file, publishedMs }) => {
      const wall = wallTimeAt(publishedMs, timezone);
      return `  ${file} is not there before ${formatDay(wall)} ${formatClock(wall)}, its date`;
    }),
    ...(picture === null ? [] : [`  ${picture}`]),
    ...(refused.length === 0 ? [] : [`  ${named(refused)}: the directories want MP3 or M4A`]),
  ];
}

async function pictureRemark(image: PodcastShow['image']): Promise<string | null> {
  if (image === null) return `no picture: ${WANTED_PICTURE} (image in show.yaml)`;
  if (!('file' in image)) return null;
  const { default: sharp } = await import('sharp');
  const found = await sharp(image.path)
    .metadata()
    .catch(() => null);
  if (found === null) return `${image.file} cannot be read as a picture: ${WANTED_PICTURE}`;
  const { format, width, height } = found;
  const isSized = width >= PICTURE_PIXELS.least && width <= PICTURE_PIXELS.most && width === height;
  if (isSized && PICTURE_FORMATS.includes(format)) return null;
  return `${image.file} is a ${format.toUpperCase()} of ${width} by ${height}: ${WANTED_PICTURE}`;
}

function named(files: readonly string[]): string {
  const more = files.length - NAMED_MAX;
  return `${files.slice(0, NAMED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
