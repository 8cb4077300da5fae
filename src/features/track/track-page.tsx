import { useEffect, useId, useState } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { commentsQuery } from '#src/features/comments/comments.query.ts';
import { CommentsSection } from '#src/features/comments/thread/comments-section.tsx';
import { PageFailure, PageMissing } from '#src/features/not-found/stand-in-pages.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath, trackPath } from '#src/page/address/paths.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import section from '#src/ui/section/section.module.css';
import { ArtistTrackList, ArtistTrackListSkeleton } from './artist-track-list.tsx';
import { artistTracksQuery, trackQuery } from './track.query.ts';
import type { TrackInfo } from './track.wire.ts';
import { TrackHero, TrackHeroSkeleton } from './track-hero.tsx';
import styles from './track-page.module.css';
import { TrackVideo } from './track-video.tsx';

async function loadOnServer({ params, language, ask }: PageRequest): Promise<PageAnswer> {
  const { status, found } = await loadMainQuery(ask, trackQuery(params.name, language), (track) => [
    commentsQuery(track.titre, language),
    ...(track.artist === '' ? [] : [artistTracksQuery(track.artist, track.slug, language)]),
  ]);
  // A full title leads to the track as well; its page has one address.
  const isElsewhere = found !== null && found.slug !== params.name;
  const streamId = params.streamId ?? DEFAULT_STREAM;
  return { status, ...(isElsewhere && { movedTo: trackPath(language, streamId, found.slug) }) };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** A track's page: how often it played, its preview and video, what members say of it, and more from its artist [R28]. */
export function Page({ params, openedMs }: PageProps) {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  return <Track key={params.name} title={params.name} streamId={streamId} openedMs={openedMs} />;
}

function Track(props: { title: string; streamId: StreamId; openedMs: number }) {
  const { title, streamId, openedMs } = props;
  const text = useText();
  const { data, error, isError, refetch } = usePageQuery(trackQuery(title, useLanguage()));
  // Who reads on in another language is shown the same until its answer has come: what they unfolded stays open.
  const [shown, show] = useState(data);
  if (data !== undefined && data !== shown) show(data);
  const track = data === undefined && !isError ? shown : data;
  if (track === null) {
    return <PageMissing title={text('track.not-found')} lead={text('track.not-found.text')} />;
  }
  if (track !== undefined) return <Found track={track} streamId={streamId} openedMs={openedMs} />;
  if (isError) {
    return (
      <PageFailure title={text('track.kind')} words={text('track.error')} error={error} onRetry={refetch} />
    );
  }
  return (
    <>
      <PageHead title={text('track.kind')} isIndexed={false} />
      <TrackHeroSkeleton streamId={streamId} />
    </>
  );
}

function Found(props: { track: TrackInfo; streamId: StreamId; openedMs: number }) {
  const { track, streamId, openedMs } = props;
  const hasVideo = track.dl_vid === 1 && track.video !== '';
  return (
    <>
      <TrackHead track={track} />
      <TrackHero track={track} streamId={streamId} />
      <div className={styles.page}>
        {hasVideo && <TrackVideo track={track} />}
        <div className={styles.comments}>
          <CommentsSection track={track.titre} openedMs={openedMs} />
        </div>
        <div className={styles.further}>
          {track.artist !== '' && <MoreFromArtist track={track} streamId={streamId} />}
        </div>
      </div>
    </>
  );
}

/** The page's head about the track, for search engines and shared links. */
function TrackHead({ track }: { track: TrackInfo }) {
  const text = useText();
  const language = useLanguage();
  const { name, origin } = useStation();
  const { artist, slug } = track;
  const path = trackPath(language, DEFAULT_STREAM, slug);
  const absolute = (address: string) => new URL(address, origin).href;
  useEffect(() => {
    const main = document.getElementById('main');
    const title = document.querySelector('title:not([data-heard])');
    // Who came here before the track did was given the focus under what any track's page is called [R91].
    if (main?.ariaLabel && title) main.ariaLabel = title.textContent;
  }, []);
  return (
    <>
      <PageHead
        title={track.titre}
        description={text('track.description', { track: track.titre, name })}
        image={`/og/track/${encodeURIComponent(slug)}.png`}
        path={path}
      />
      <JsonLd
        facts={{
          '@type': 'MusicRecording',
          name: track.title,
          url: absolute(path),
          image: absolute(track.pochette),
          ...(artist !== '' && {
            byArtist: {
              '@type': 'MusicGroup',
              name: artist,
              url: absolute(artistPath(language, DEFAULT_STREAM, artist)),
            },
          }),
          ...(track.preview !== '' && {
            audio: {
              '@type': 'AudioObject',
              contentUrl: absolute(track.preview),
              encodingFormat: 'audio/mpeg',
            },
          }),
        }}
      />
    </>
  );
}

/** Up to ten other tracks of the artist. */
function MoreFromArtist({ track, streamId }: { track: TrackInfo; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <header className={`${section.head} ${styles.moreHead}`}>
        <h2 id={headingId}>{text('track.more', { artist: track.artist })}</h2>
        <Link to={artistPath(language, streamId, track.artist)}>{text('track.biography')}</Link>
      </header>
      <OtherTracks track={track} streamId={streamId} />
    </section>
  );
}

function OtherTracks(props: { track: TrackInfo; streamId: StreamId }) {
  const { artist, slug, titre } = props.track;
  const text = useText();
  const { data, error, isError, refetch } = usePageQuery(artistTracksQuery(artist, slug, useLanguage()));
  if (data === undefined) {
    return isError ? (
      <RetryNotice title={text('track.more-error')} error={error} retry={refetch} />
    ) : (
      <ArtistTrackListSkeleton />
    );
  }
  const others = data.filter((track) => track.slug !== slug && track.titre !== titre);
  if (others.length === 0) return <p className={styles.moreEmpty}>{text('track.more-empty', { artist })}</p>;
  return <ArtistTrackList tracks={others} streamId={props.streamId} />;
}
