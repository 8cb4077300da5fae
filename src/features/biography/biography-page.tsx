import { HydrationBoundary } from '@tanstack/react-query';
import { data } from 'react-router';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { PageFailure } from '#src/features/not-found/page-failure.tsx';
import { PageMissing } from '#src/features/not-found/page-missing.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { loadPageTexts } from '#src/page/address/load-page-texts.ts';
import type { PageHandle } from '#src/page/address/page-handle.ts';
import { requireStream } from '#src/page/address/require-stream.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { pageServices } from '#src/page/page-services.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import type { Route } from './+types/biography-page';
import { ArtistHead } from './artist-head.tsx';
import { ArtistHero } from './artist-hero.tsx';
import { biographyQuery } from './biography.query.ts';
import type { Artist } from './biography.wire.ts';
import styles from './biography-page.module.css';
import { BiographyText, TextPlace } from './biography-text.tsx';
import { LatestOfArtist } from './latest-of-artist.tsx';

export const handle: PageHandle = { texts: ['track'] };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  requireStream(params);
  const language = languageOfAddress(new URL(request.url));
  const query = biographyQuery(params.artist, language);
  const { queries, status } = await loadMainQuery(context.get(pageServices), query, () => []);
  return data({ queries }, { status });
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requireStream(params);
  await loadPageTexts(request, ['track']);
  return { queries: undefined };
}

/** Who an artist is, and what the radio plays of them [R29]. */
export default function BiographyPage({ loaderData, params }: Route.ComponentProps) {
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  return (
    <HydrationBoundary state={loaderData.queries}>
      <Biography key={params.artist} name={params.artist} streamId={streamId} />
    </HydrationBoundary>
  );
}

function Biography({ name, streamId }: { name: string; streamId: StreamId }) {
  const text = useText();
  const { data: answer, isError, refetch } = usePageQuery(biographyQuery(name, useLanguage()));
  if (answer === null) {
    return <PageMissing title={text('track.artist.unknown')} lead={text('track.artist.unknown.text')} />;
  }
  if (answer !== undefined) return <Found artist={answer.artist} streamId={streamId} />;
  if (isError) return <PageFailure title={name} words={text('track.artist.error')} onRetry={refetch} />;
  return (
    <>
      <PageHead title={name} isIndexed={false} />
      <ArtistHero name={name} image="" />
      <div className={styles.page}>
        <TextPlace />
      </div>
    </>
  );
}

function Found({ artist, streamId }: { artist: Artist; streamId: StreamId }) {
  return (
    <>
      <ArtistHead artist={artist} streamId={streamId} />
      <ArtistHero name={artist.name} image={artist.image} />
      <div className={styles.page}>
        <BiographyText artist={artist} />
        <LatestOfArtist tracks={artist.latest_tracks} streamId={streamId} />
      </div>
    </>
  );
}
