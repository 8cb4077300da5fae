import { createHash } from 'node:crypto';
import * as z from 'zod';
import { LIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import { foldText } from '#src/contract/titles.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { arrayReply } from '#src/platform/wire/wire-reply.ts';
import { findStream } from '#src/station/config/station-config.ts';
import type { PodcastShow } from '#src/station/podcasts/podcast-show.ts';
import { feedAddress, showFileAddress } from './podcast-feed.server.ts';
import { EPISODES_LISTED, type PodcastShowRow, podcastShowsSchema } from './podcasts.wire.ts';

/** How long a first look into the episodes may take before it is worth asking again. */
export const READING_RETRY_SECONDS = 5;

export function podcastsFeature(services: Services) {
  return { endpoints: { podcasts: podcastsEndpoint(services) } } satisfies Feature;
}

/** `podcasts` [W31] */
function podcastsEndpoint(services: Pick<Services, 'content' | 'station'>) {
  return {
    GET: wireMethod({
      query: z.object({ version: z.string() }),
      body: nothing,
      reply: podcastShowsSchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run({ query }) {
        const stream = findStream(services.station(), query.version);
        if (stream === null) throw new WireError('stream_not_found');
        const shows = services.content.podcasts;
        if (shows === null) throw new WireError('unavailable', { retryAfterSeconds: READING_RETRY_SECONDS });
        const rows = [...shows.values()]
          .filter(({ streams }) => streams.includes(stream.id))
          .sort((a, b) => (foldText(a.title) < foldText(b.title) ? -1 : 1))
          .map(rowOf);
        return arrayReply(rows);
      },
    }),
  };
}

function rowOf(show: PodcastShow): PodcastShowRow {
  const { name, title, links, feed, description, language, image, episodes } = show;
  return {
    titre: title,
    ...links,
    xml: feed ?? feedAddress(name),
    description,
    language,
    image: image === null ? '' : 'address' in image ? image.address : showFileAddress(name, image.file),
    total: episodes.length,
    episodes: episodes.slice(0, EPISODES_LISTED).map((episode) => ({
      title: episode.title,
      description: episode.description,
      published_at: new Date(episode.publishedMs).toISOString(),
      duration: episode.durationSeconds,
      audio: `${showFileAddress(name, episode.file)}?v=${markOf(episode.guid)}`,
    })),
  };
}

/**
 * Eight signs that tell an episode from another one under the same name, as a file called `latest` holds one each
 * week: a browser goes by the address for where it was left, and for what it has of the sound.
 */
export function markOf(guid: string): string {
  return createHash('sha256').update(guid).digest('hex').slice(0, 8);
}
