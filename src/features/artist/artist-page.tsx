import { useId } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { foldText, slugOf } from '#src/contract/titles.ts';
import { ArtistFavorite } from '#src/features/favorites/hearts/lazy-hearts.tsx';
import { PageFailure, PageMissing } from '#src/features/not-found/stand-in-pages.tsx';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { ArtistTrackList } from '#src/features/track/artist-track-list.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath, streamPagePath, trackPath } from '#src/page/address/paths.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { ArtistCover } from '#src/page/on-air/artist-cover.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { orNull } from '#src/page/wire/or-null.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import type { ArtistTrack } from '#src/records/songs/listed-track.wire.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { HeroActions } from '#src/ui/hero/hero.tsx';
import { HeroTitle } from '#src/ui/hero/hero-title.tsx';
import { PictureHero } from '#src/ui/hero/picture-hero.tsx';
import section from '#src/ui/section/section.module.css';
import type { Artist } from './artist.wire.ts';
import styles from './artist-page.module.css';
import { BiographyText, BiographyTextSkeleton } from './biography-text.tsx';

async function loadOnServer({ params, language, ask }: PageRequest): Promise<PageAnswer> {
  const { status, found } = await loadMainQuery(ask, artistQuery(params.name, language));
  // A name with guests or from before a correction finds the artist too; the page has one address.
  const name = found?.artist.name ?? params.name;
  const isElsewhere = foldText(name) !== foldText(params.name);
  const streamId = params.streamId ?? DEFAULT_STREAM;
  return { status, ...(isElsewhere && { movedTo: artistPath(language, streamId, name) }) };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** An artist's page: the biography, and the tracks that the radio plays [R29]. */
export function Page({ params }: PageProps) {
  return <AskedArtist key={params.name} name={params.name} streamId={params.streamId ?? DEFAULT_STREAM} />;
}

function AskedArtist({ name, streamId }: { name: string; streamId: StreamId }) {
  const text = useText();
  const { data: answer, error, isError, refetch } = usePageQuery(artistQuery(name, useLanguage()));
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

const importSchema = async () => {
  const { biographySchema } = await import('./artist.wire.ts');
  return biographySchema;
};

/** The radio's page of an artist; null for an unknown one. */
function artistQuery(name: string, language: Language): PageQuery<{ artist: Artist } | null> {
  return orNull(wireQuery('artist-biography', { name }, language, importSchema), 'artist_not_found');
}

/** The page's head about the artist, for search engines and shared links. */
function ArtistHead({ artist }: { artist: Artist }) {
  const text = useText();
  const language = useLanguage();
  const { name: station, origin } = useStation();
  const { name, image, latest_tracks: tracks } = artist;
  const path = artistPath(language, DEFAULT_STREAM, name);
  const absolute = (address: string) => new URL(address, origin).href;
  return (
    <>
      <PageHead
        title={name}
        description={text('track.artist.description', { artist: name, name: station })}
        // Every visit would carry how slugs are made.
        {...(import.meta.env.SSR && { image: `/og/artist/${encodeURIComponent(slugOf(name))}.png` })}
        path={path}
      />
      <JsonLd
        facts={{
          '@type': 'MusicGroup',
          name,
          url: absolute(path),
          ...(image !== '' && { image: absolute(image) }),
          track: tracks.map(({ title, slug }) => ({
            '@type': 'MusicRecording',
            name: title,
            url: absolute(trackPath(language, DEFAULT_STREAM, slug)),
          })),
        }}
      />
    </>
  );
}

/** Letters that fit on one line in the largest size. */
const LONG_NAME = 18;

/**
 * The artist's name, as large as the sea.
 * @param props.image address of a picture; '' when there is none
 */
function ArtistHero(props: { name: string; image: string; streamId: StreamId }) {
  const { name, image, streamId } = props;
  const text = useText();
  const { name: station } = useStation();
  const { image: logo } = useStream(streamId);
  const { pathname } = useAddress();
  return (
    <PictureHero
      look={styles.hero}
      picture={
        image === '' ? (
          <ArtistCover artist={name} />
        ) : (
          <CoverImage
            address={image}
            fallback={`/logo-${logo}.png`}
            size="(max-width: 760px) 160px, 220px"
            isUrgent
          />
        )
      }
      kind={text('track.artist.kind')}
      drifts
    >
      <HeroTitle look={name.length > LONG_NAME ? `${styles.name} ${styles.long}` : styles.name}>
        {name}
      </HeroTitle>
      <HeroActions>
        <ArtistFavorite artist={name} />
        <ShareMenu
          path={pathname}
          message={text('track.artist.share', { artist: name, name: station })}
          buttonClass={buttonClass('ghost', 'large')}
        />
      </HeroActions>
    </PictureHero>
  );
}

/** The artist's latest tracks, ten at most. */
function LatestOfArtist(props: { tracks: readonly ArtistTrack[]; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={section.title}>
        {text('track.artist.latest')}
      </h2>
      {props.tracks.length === 0 ? (
        <div className={styles.empty}>
          <p>{text('track.artist.latest-empty')}</p>
          <Link
            to={streamPagePath(language, props.streamId, 'page-last20.html')}
            className={buttonClass('line')}
          >
            {text('frame.nav.latest')}
          </Link>
        </div>
      ) : (
        <ArtistTrackList tracks={props.tracks} streamId={props.streamId} />
      )}
    </section>
  );
}
