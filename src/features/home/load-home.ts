import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { historyQuery } from '#src/features/history/history.query.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import type { PageAnswer, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { latestTracksQuery } from './latest-tracks.query.ts';

/** Loads the home page's data of a stream, for the document. */
export async function loadHome({ params, language, station, ask }: PageRequest): Promise<PageAnswer> {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { version = '' } = station.streams.find(({ id }) => id === streamId) ?? {};
  const tracks = await ask(nowPlayingQuery);
  const onAir = tracks.find((track) => track.version === version);
  const history = historyQuery(version, language);
  await askAll(ask, [
    latestTracksQuery(version, language),
    { ...history, queryKey: [...history.queryKey, onAir?.started_at ?? null] },
  ]);
  return {};
}
