import {
  answerDocument,
  isAllowed,
  type StoredDocument,
  storedDocument,
} from '#src/broadcast/http/answer.ts';
import { type Exchange, languageOf } from '#src/broadcast/http/exchange.ts';
import type { Language } from '#src/contract/languages.ts';
import { DOCUMENT_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { hlsPath, streamPath } from './stream-addresses.ts';

/** Answers `/fluxaudio.json`: the streams with their texts in the language of the request. */
export function createFluxaudioDocument(options: {
  config: () => StationConfig;
  mediaBaseUrl: string;
}): (exchange: Exchange) => void {
  const documents = new Map<Language, StoredDocument>();
  let config: StationConfig | null = null;
  return (exchange) => {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    if (config !== options.config()) documents.clear();
    config = options.config();
    const language = languageOf(exchange.request);
    const document = documents.get(language) ?? write(config, language, options.mediaBaseUrl);
    documents.set(language, document);
    answerDocument(exchange, document);
  };
}

function write({ streams }: StationConfig, language: Language, mediaBaseUrl: string): StoredDocument {
  const rows = streams.map((stream) => ({
    version: stream.version,
    image: stream.image,
    id: stream.id,
    name: stream.name,
    url: `${mediaBaseUrl}${streamPath(stream.id)}`,
    hls: `${mediaBaseUrl}${hlsPath(stream.id)}`,
    color: stream.colour,
    genre: stream.genre[language],
    description: stream.description[language],
  }));
  return storedDocument(JSON.stringify(rows), {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': `public, max-age=${DOCUMENT_KEPT_SECONDS}`,
    'Content-Language': language,
    Vary: 'Accept-Language, X-Language',
  });
}
