import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { SearchForm } from '#src/features/what-was-that/form/search-form.tsx';
import { SearchResults } from '#src/features/what-was-that/found/search-results.tsx';
import { LatestPlays, SearchInvitation } from '#src/features/what-was-that/found/timeline.tsx';
import { latestMoment, momentQuery, readMoment } from '#src/features/what-was-that/search-address.ts';
import {
  aroundQuery,
  everywhereQuery,
  latestQuery,
} from '#src/features/what-was-that/what-was-that.query.ts';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useSearchParams } from '#src/page/navigation/navigation-context.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { datingTrack, RADIO_SLACK_MS, radioTime } from '#src/page/on-air/radio-time.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { useNow } from '#src/page/use-now.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Sections } from '#src/ui/section/sections.tsx';
import styles from './what-was-that-page.module.css';

async function loadOnServer(request: PageRequest): Promise<PageAnswer> {
  const { params, search, language, station, openedMs, ask } = request;
  const asked = readMoment(search, openedMs, station.timezone);
  const streamId = params.streamId ?? DEFAULT_STREAM;
  if (asked.kind === 'moment') {
    const [{ status }] = await Promise.all([
      loadMainQuery(ask, aroundQuery(asked.moment, streamId, language)),
      askAll(ask, [everywhereQuery(asked.moment, language)]),
    ]);
    return { status };
  }
  const { version } = station.streams.find(({ id }) => id === streamId) ?? {};
  const onAir = (await ask(nowPlayingQuery)).find((track) => track.version === version);
  const latest = latestMoment(onAir ?? null, openedMs, station.timezone);
  if (latest !== null) await askAll(ask, [latestQuery(latest, streamId, language)]);
  return { status: asked.kind === 'fault' ? 422 : 200 };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/**
 * What a stream has just played, and what it played at a minute of the last seven days. Day and time stand in
 * the address, to be shared.
 */
export function Page({ params, openedMs }: PageProps) {
  const text = useText();
  const { timezone } = useStation();
  const query = useSearchParams();
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { name, version } = useStream(streamId);
  const onAir = useNowPlaying(streamId);
  const dating = useDatingTrack(version);
  const radioOpenedMs = useRadioOpened(openedMs, dating);
  const asked = readMoment(query, radioOpenedMs, timezone);
  const latest = latestMoment(onAir, openedMs, timezone);
  const nowMs = radioTime(useNow(openedMs), dating);
  return (
    <>
      <PageHead
        title={`${text('pages.search')} · ${name}`}
        description={text('charts.search.text')}
        query={asked.kind === 'moment' ? momentQuery(asked.moment) : ''}
        isIndexed={asked.kind === 'nothing'}
        isEmbedded
      />
      <Band title={text('pages.search')} lead={text('charts.search.text')}>
        <SearchForm streamId={streamId} asked={asked} openedMs={radioOpenedMs} nowMs={nowMs} />
      </Band>
      <Sections className={styles.page}>
        {asked.kind === 'moment' && <SearchResults streamId={streamId} asked={asked} nowMs={nowMs} />}
        {asked.kind !== 'moment' && latest === null && <SearchInvitation />}
        {asked.kind !== 'moment' && latest !== null && (
          <LatestPlays key={streamId} streamId={streamId} latest={latest} track={onAir} nowMs={nowMs} />
        )}
      </Sections>
    </>
  );
}

function useDatingTrack(version: string): NowPlaying | null {
  const { data } = useQuery({
    ...nowPlayingQuery,
    staleTime: 'static',
    select: (tracks) => datingTrack(tracks, version),
  });
  return data ?? null;
}

/**
 * When the page was asked for, by the radio's clock; what comes on air later leaves it as it is [R151]. A page that the
 * browser has brought back as it was hours ago is asked for now: its first titles are younger than it can be.
 */
function useRadioOpened(openedMs: number, dating: NowPlaying | null): number {
  const openedAt = (radioMs: number) => ({ openedMs, radioMs, sinceMs: systemClock.monotonicMs() });
  const [opened, setOpened] = useState(() => openedAt(radioTime(openedMs, dating)));
  const startedMs = dating === null || dating.duration === 0 ? 0 : Date.parse(dating.started_at);
  const openMs = systemClock.monotonicMs() - opened.sinceMs;
  const isOfEarlier = startedMs - opened.radioMs > openMs + RADIO_SLACK_MS;
  if (opened.openedMs === openedMs && !isOfEarlier) return opened.radioMs;
  const radioMs = radioTime(isOfEarlier ? systemClock.nowMs() : openedMs, dating);
  setOpened(openedAt(radioMs));
  return radioMs;
}
