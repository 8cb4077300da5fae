import * as z from 'zod';
import type { Language } from '#src/contract/languages.ts';
import { ARTIST_TRACKS_COUNT, LIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { fieldsReply } from '#src/platform/wire/wire-reply.ts';
import { artistTrack, findKnownArtist } from '#src/records/songs/find-artist.ts';
import { type Artist, biographySchema } from './artist.wire.ts';

export function artistFeature(services: Services) {
  return { endpoints: { 'artist-biography': artistBiographyEndpoint(services) } } satisfies Feature;
}

/** `artist-biography` [W30] */
function artistBiographyEndpoint(services: Pick<Services, 'db' | 'content' | 'settings'>) {
  return {
    GET: wireMethod({
      query: z.object({ name: z.string() }),
      body: nothing,
      reply: biographySchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run({ query }) {
        const known = await findKnownArtist(services, query.name, ARTIST_TRACKS_COUNT);
        if (known === null) throw new WireError('artist_not_found');
        const { name, biography, songs } = known;
        const tracks = songs.map((song) => artistTrack(song, services.settings.mediaBaseUrl));
        const text = (language: Language) => biography?.texts[language] ?? '';
        const artist: Artist = {
          name,
          bio_fr: text('fr'),
          bio_en: text('en'),
          bio_de: text('de'),
          bio_pl: text('pl'),
          bio_es: text('es'),
          bio_it: text('it'),
          bio_ru: text('ru'),
          bio_nl: text('nl'),
          image: tracks[0]?.pochette ?? '',
          latest_tracks: tracks,
        };
        return fieldsReply({ artist });
      },
    }),
  };
}
