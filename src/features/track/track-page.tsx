import { HydrationBoundary } from '@tanstack/react-query';
import { data, redirect } from 'react-router';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { PageFailure } from '#src/features/not-found/page-failure.tsx';
import { PageMissing } from '#src/features/not-found/page-missing.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { loadPageTexts } from '#src/page/address/load-page-texts.ts';
import type { PageHandle } from '#src/page/address/page-handle.ts';
import { trackPath } from '#src/page/address/paths.ts';
import { requireStream } from '#src/page/address/require-stream.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { pageServices } from '#src/page/page-services.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import type { Route } from './+types/track-page';
import { MoreFromArtist } from './more-from-artist.tsx';
import { artistTracksQuery, trackQuery } from './track.query.ts';
import type { TrackInfo } from './track.wire.ts';
import { TrackHead } from './track-head.tsx';
import { TrackHero, TrackHeroPlace } from './track-hero.tsx';
import styles from './track-page.module.css';
import { TrackVideo } from './track-video.tsx';

export const handle: PageHandle = { texts: ['track'] };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const language = languageOfAddress(new URL(request.url));
  const { queries, status, found } = await loadMainQuery(
    context.get(pageServices),
    trackQuery(params.title, language),
    ({ artist, slug }) => (artist === '' ? [] : [artistTracksQuery(artist, slug, language)]),
  );
  // A full title leads to the track as well; its page has one address.
  if (found !== null && found.slug !== params.title) {
    throw redirect(trackPath(language, streamId, found.slug), 301);
  }
  return data({ queries }, { status });
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requireStream(params);
  await loadPageTexts(request, ['track']);
  return { queries: undefined };
}

/** One track: how often it played, how it sounds, and what else there is of its artist [R28]. */
export default function TrackPage({ loaderData, params }: Route.ComponentProps) {
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  return (
    <HydrationBoundary state={loaderData.queries}>
      <Track key={params.title} title={params.title} streamId={streamId} />
    </HydrationBoundary>
  );
}

function Track({ title, streamId }: { title: string; streamId: StreamId }) {
  const text = useText();
  const { data: track, isError, refetch } = usePageQuery(trackQuery(title, useLanguage()));
  if (track === null) {
    return <PageMissing title={text('track.not-found')} lead={text('track.not-found.text')} />;
  }
  if (track !== undefined) return <Found track={track} streamId={streamId} />;
  if (isError) {
    return <PageFailure title={text('track.kind')} words={text('track.error')} onRetry={refetch} />;
  }
  return (
    <>
      <PageHead title={text('track.kind')} isIndexed={false} />
      <TrackHeroPlace streamId={streamId} />
    </>
  );
}

function Found({ track, streamId }: { track: TrackInfo; streamId: StreamId }) {
  const hasVideo = track.dl_vid === 1 && track.video !== '';
  return (
    <>
      <TrackHead track={track} streamId={streamId} />
      <TrackHero track={track} streamId={streamId} />
      <div className={hasVideo ? `${styles.page} ${styles.beside}` : styles.page}>
        {hasVideo && <TrackVideo track={track} />}
        {track.artist !== '' && <MoreFromArtist track={track} streamId={streamId} isWide={!hasVideo} />}
      </div>
    </>
  );
}
