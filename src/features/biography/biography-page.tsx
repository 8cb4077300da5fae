import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { foldText } from '#src/contract/titles.ts';
import { PageFailure } from '#src/features/not-found/page-failure.tsx';
import { PageMissing } from '#src/features/not-found/page-missing.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { ArtistHead } from './artist-head.tsx';
import { ArtistHero } from './artist-hero.tsx';
import { biographyQuery } from './biography.query.ts';
import type { Artist } from './biography.wire.ts';
import styles from './biography-page.module.css';
import { BiographyText, BiographyTextSkeleton } from './biography-text.tsx';
import { LatestOfArtist } from './latest-of-artist.tsx';

async function loadOnServer({ params, language, ask }: PageRequest): Promise<PageAnswer> {
  const { status, found } = await loadMainQuery(ask, biographyQuery(params.name, language), () => []);
  // A name with guests, and one that was corrected since, lead to the artist as well; the page has one address.
  const name = found?.artist.name ?? params.name;
  const isElsewhere = foldText(name) !== foldText(params.name);
  const streamId = params.streamId ?? DEFAULT_STREAM;
  return { status, ...(isElsewhere && { movedTo: artistPath(language, streamId, name) }) };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** An artist's page: the biography, and the tracks that the radio plays [R29]. */
export function Page({ params }: PageProps) {
  return <Biography key={params.name} name={params.name} streamId={params.streamId ?? DEFAULT_STREAM} />;
}

function Biography({ name, streamId }: { name: string; streamId: StreamId }) {
  const text = useText();
  const { data: answer, error, isError, refetch } = usePageQuery(biographyQuery(name, useLanguage()));
  if (answer === null) {
    return <PageMissing title={text('track.artist.unknown')} lead={text('track.artist.unknown.text')} />;
  }
  if (answer !== undefined) return <Found artist={answer.artist} streamId={streamId} />;
  if (isError)
    return <PageFailure title={name} words={text('track.artist.error')} error={error} onRetry={refetch} />;
  return (
    <>
      <PageHead title={name} isIndexed={false} />
      <ArtistHero name={name} image="" streamId={streamId} />
      <div className={styles.page}>
        <BiographyTextSkeleton />
      </div>
    </>
  );
}

function Found({ artist, streamId }: { artist: Artist; streamId: StreamId }) {
  return (
    <>
      <ArtistHead artist={artist} />
      <ArtistHero name={artist.name} image={artist.image} streamId={streamId} />
      <div className={styles.page}>
        <BiographyText artist={artist} />
        <LatestOfArtist tracks={artist.latest_tracks} streamId={streamId} />
      </div>
    </>
  );
}
