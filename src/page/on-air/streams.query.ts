import { FALLBACK_LANGUAGE, type Language } from '#src/contract/languages.ts';
import { isStreamId } from '#src/contract/streams.ts';
import { documentQuery, type PageQuery } from '#src/page/wire/page-query.ts';
import type { PublicStation } from '#src/station/config/public-station.wire.ts';
import type { StreamFacts } from './stream-facts.wire.ts';

const importSchema = () => import('./stream-facts.wire.ts').then((file) => file.streamFactsListSchema);

/** The eight streams, in the order of the page, in one language. */
export function streamsQuery(language: Language): PageQuery<StreamFacts[]> {
  return documentQuery('/fluxaudio.json', language, importSchema, (services) =>
    streamsIn(services.station(), language),
  );
}

/** The station's streams with the texts of one language. */
export function streamsIn(station: PublicStation, language: Language): StreamFacts[] {
  return station.streams.flatMap(({ id, genre, description, ...stream }) =>
    isStreamId(id)
      ? [{ ...stream, id, genre: textIn(genre, language), description: textIn(description, language) }]
      : [],
  );
}

function textIn(texts: Readonly<Record<string, string>>, language: Language): string {
  return texts[language] ?? texts[FALLBACK_LANGUAGE] ?? '';
}
