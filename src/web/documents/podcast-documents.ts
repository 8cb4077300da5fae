import { FEED_KEPT_SECONDS, MEDIA_KEPT_SECONDS } from '#src/contract/limits.ts';
import {
  CHAPTERS_ENDING,
  CHAPTERS_TYPE,
  chaptersDocument,
  FEED_TYPE,
  podcastFeed,
} from '#src/features/podcasts/podcast-feed.server.ts';
import { markOf, READING_RETRY_SECONDS } from '#src/features/podcasts/podcasts.feature.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { Episode, PodcastShow, Podcasts } from '#src/station/podcasts/podcast-show.ts';
import { documentAnswer, KeptDocuments, PUBLIC } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { mediaType, sendStationFile } from '#src/web/answers/send-file.ts';

const FEED_CACHE = `public, max-age=${FEED_KEPT_SECONDS}`;
const FILE_CACHE = `public, max-age=${MEDIA_KEPT_SECONDS}`;

const feeds = new KeptDocuments({ contentType: FEED_TYPE, cacheControl: FEED_CACHE });

interface PodcastServices {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly content: { readonly podcasts: Podcasts };
  readonly settings: Pick<Settings, 'origin' | 'stationDir'>;
  station(): StationConfig;
}

/** `/podcasts/{show}.xml`; for a show whose feed is elsewhere, the way there. */
export async function feedDocument(
  request: Request,
  name: string,
  services: PodcastServices,
): Promise<Response> {
  const show = findShow(name, services);
  if (show instanceof Response) return show;
  if (show.feed !== null)
    return new Response(null, { status: 302, headers: { ...PUBLIC, location: new URL(show.feed).href } });
  const station = services.station();
  return feeds.respond(request, [show, station], () => podcastFeed(show, station, services.settings.origin));
}

/** `/podcasts/{show}/{file}`: an episode with ranges, its chapters, or the show's picture. */
export async function showFileAnswer(
  request: Request,
  name: string,
  file: string,
  services: PodcastServices,
): Promise<Response> {
  const show = findShow(name, services);
  if (show instanceof Response) return show;
  const described = findNamed(show.episodes, (episode) => `${episode.file}${CHAPTERS_ENDING}`, file);
  if (described !== undefined && described.chapters.length > 0)
    return documentAnswer(request, chaptersDocument(described.chapters), {
      contentType: CHAPTERS_TYPE,
      cacheControl: FEED_CACHE,
    });
  const found = findFile(show, file);
  const answer =
    found &&
    isMeant(request, found) &&
    (await sendStationFile(request, found.path, {
      contentType: found.contentType,
      cacheControl: FILE_CACHE,
      stationDir: services.settings.stationDir,
      known:
        found.sizeBytes === undefined ? null : { sizeBytes: found.sizeBytes, nowMs: services.clock.nowMs() },
    }));
  if (!answer) return plainAnswer(404, 'Not found');
  answer.headers.set('access-control-allow-origin', PUBLIC['access-control-allow-origin']);
  return answer;
}

/** An episode has its guid and its size; a picture has none. */
type ShowFile = Pick<Episode, 'file' | 'path' | 'contentType'> & Partial<Pick<Episode, 'guid' | 'sizeBytes'>>;

function findFile(show: PodcastShow, file: string): ShowFile | undefined {
  const { image, episodes } = show;
  const pictures = image !== null && 'file' in image ? [image] : [];
  const files: ShowFile[] = [
    ...pictures.map((one) => ({ ...one, contentType: pictureType(one.file) })),
    ...episodes,
  ];
  return findNamed(files, (one) => one.file, file);
}

/** A page that has been open for long would play another episode under the title that it shows. */
function isMeant({ url }: Request, { guid }: ShowFile): boolean {
  const mark = new URL(url).searchParams.get('v');
  return mark === null || guid === undefined || mark === markOf(guid);
}

function pictureType(file: string): string {
  return mediaType(file.toLowerCase().replace(/\.jpeg$/, '.jpg'));
}

function findShow(name: string, { content }: PodcastServices): PodcastShow | Response {
  if (content.podcasts === null)
    return plainAnswer(503, 'The episodes are being read. Please try again in a moment.', {
      'retry-after': String(READING_RETRY_SECONDS),
    });
  const show = findNamed([...content.podcasts.values()], (one) => one.name, name);
  return show ?? plainAnswer(404, 'Not found');
}

/** Finds what has a name, else what has it in another normal form [W221]: a Mac writes an accented letter as two signs. */
function findNamed<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  asked: string,
): Thing | undefined {
  const composed = asked.normalize('NFC');
  return (
    things.find((thing) => nameOf(thing) === asked) ??
    things.find((thing) => nameOf(thing).normalize('NFC') === composed)
  );
}
