import { fullTitle } from '#src/contract/full-title.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { useHistory } from '#src/features/history/use-history.ts';
import { useHeardTrack } from '#src/features/player/ear/heard-track.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { playStreamAttributes } from '#src/features/player/sound/stream-address.ts';
import { pressMeansPause } from '#src/features/player/state/player-state.ts';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath, trackPath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { ArtistLink, CoverLink, TrackLink } from '#src/page/navigation/track-links.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Hero, HeroActions } from '#src/ui/hero/hero.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './on-air-hero.module.css';

/** Letters that fit on one line in the largest size. */
const LONG_TITLE = 20;

/** What the listener hears of the stream, or would hear, as large as the sea. */
export function OnAirHero({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const stream = useStream(streamId);
  const track = useHeardTrack(streamId);
  const title = track?.titre || stream.name;
  const isLong = title.length > LONG_TITLE;
  const isSilent = track?.slug === '' && !track.duration;
  return (
    <Hero look={styles.hero} inside={styles.inside} drifts>
      <p className={styles.live}>
        {!isSilent && <i aria-hidden="true" />}
        {isSilent ? text('home.soon') : text('home.live-on', { stream: stream.name })}
      </p>
      <div className={styles.art}>
        <CoverImage
          address={track?.pochette ?? ''}
          fallback={`/logo-${stream.image}.png`}
          size="(max-width: 760px) 184px, 272px"
          isUrgent
        />
        {track?.slug && <CoverLink to={trackPath(language, streamId, track.slug)} />}
      </div>
      <div className={styles.words}>
        <h1 className={isLong ? `${styles.title} ${styles.long}` : styles.title} style={letterCount(title)}>
          <TrackLink streamId={streamId} slug={track?.slug}>
            <span>{title}</span>
          </TrackLink>
        </h1>
        <p className={styles.artist}>
          {track?.artiste && track.slug ? (
            <ArtistLink streamId={streamId} artist={track.artiste} />
          ) : (
            track?.artiste || stream.description
          )}
        </p>
        <HeroActions look={styles.actions}>
          {!isSilent && <PlayHere streamId={streamId} />}
          <Share streamId={streamId} />
        </HeroActions>
        <JustBefore streamId={streamId} />
      </div>
    </Hero>
  );
}

/** Tells style sheets how long a text is, for sizes that depend on it. */
function letterCount(text: string): Record<`--${string}`, number> {
  return { '--letters': text.length };
}

/** Both looks are there from the start: a press is seen before the scripts have come. */
function PlayHere({ streamId }: { streamId: StreamId }) {
  const player = playerOf(useBrowser());
  const text = useText();
  const stream = useStream(streamId);
  const isOn = usePlayer((state) => state.streamId === streamId && pressMeansPause(state, streamId));
  const name = text('player.play', { stream: stream.name });
  return (
    <button
      type="button"
      className={`${buttonClass('stream', 'large')} ${styles.play}`}
      // Its name begins alike in both states, and holds the words that are seen on it.
      aria-label={isOn ? `${name}, ${text('player.pause')}` : name}
      {...playStreamAttributes(stream, isOn)}
      onClick={() => player.toggle(streamId)}
    >
      <span className={styles.off}>
        <Icon name="play" size={26} />
        {text('home.play')}
      </span>
      <span className={styles.on}>
        <Icon name="pause" size={26} />
        {text('player.pause')}
      </span>
    </button>
  );
}

function Share({ streamId }: { streamId: StreamId }) {
  const language = useLanguage();
  const text = useText();
  const stream = useStream(streamId);
  const { name } = useStation();
  const track = useHeardTrack(streamId);
  const what = track?.titre ? fullTitle(track.artiste, track.titre) : stream.name;
  return (
    <ShareMenu
      path={homePath(language, streamId)}
      message={text('frame.share.text', { what, name })}
      buttonClass={buttonClass('ghost', 'large')}
    />
  );
}

function JustBefore({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { data } = useHistory(streamId, useHeardTrack(streamId));
  const before = data?.[0];
  return (
    <p className={styles.before}>
      {before && (
        <TrackLink streamId={streamId} slug={before.slug}>
          {text('home.just-before', { track: [before.title, before.artist].filter(Boolean).join(', ') })}
        </TrackLink>
      )}
    </p>
  );
}
