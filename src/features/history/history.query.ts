import type { Language } from '#src/contract/languages.ts';
import type { PlayedTrack } from '#src/features/history/history.wire.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';

const HISTORY_COUNT = 4;
const importSchema = async () => (await import('#src/features/history/history.wire.ts')).playedTracksSchema;

/** Past tracks of a stream, newest first, without the one on air (`history` [W22]). `version` is the stream's key. */
export function historyQuery(version: string, language: Language): PageQuery<PlayedTrack[]> {
  const parameters = { version, limit: String(HISTORY_COUNT) };
  return wireQuery('history', parameters, language, importSchema);
}
