import { useId } from 'react';
import { useHeardTrack } from '#src/features/player/ear/heard-track.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { playStreamAttributes } from '#src/features/player/sound/stream-address.ts';
import { isAudible, pressMeansPause } from '#src/features/player/state/player-state.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Equaliser } from '#src/ui/equaliser/equaliser.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './stream-card.module.css';

const COVER_SIZES = '(max-width: 760px) 45vw, (max-width: 1100px) 30vw, 310px';

/**
 * One of the eight streams: what is on air, or heard while it plays, and the button to hear it; a stream without
 * music yet says so [R10].
 */
export function StreamCard({ stream }: { stream: StreamFacts }) {
  const text = useText();
  const language = useLanguage();
  const track = useHeardTrack(stream.id);
  const isOn = usePlayer((state) => state.streamId === stream.id && pressMeansPause(state, stream.id));
  const isSilent = track?.slug === '' && !track.duration;
  const nameId = useId();
  const cover = (
    <>
      <CoverImage address={track?.pochette ?? ''} fallback={`/logo-${stream.image}.png`} size={COVER_SIZES} />
      <h3 id={nameId} className={styles.name}>
        {stream.name}
      </h3>
    </>
  );
  return (
    <article className={styles.card} data-stream={stream.id} data-on={isOn} aria-labelledby={nameId}>
      {isSilent ? (
        <div className={styles.cover}>{cover}</div>
      ) : (
        <Link className={styles.cover} to={homePath(language, stream.id)} keepsScroll>
          {cover}
        </Link>
      )}
      <div className={styles.words}>
        <p className={styles.title}>{isSilent ? text('home.soon') : track?.titre || stream.name}</p>
        <p className={styles.artist}>{track?.artiste || stream.description}</p>
        <p className={styles.genre}>
          {isOn && <b>{text('home.now-playing')}</b>}
          {stream.genre}
        </p>
      </div>
      {!isSilent && <PlayStream stream={stream} isOn={isOn} />}
    </article>
  );
}

/** Starts the sound inside the press, where browsers allow it, then goes to the stream's address. */
function PlayStream({ stream, isOn }: { stream: StreamFacts; isOn: boolean }) {
  const player = playerOf(useBrowser());
  const text = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const isSounding = usePlayer((state) => state.streamId === stream.id && isAudible(state));
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={text('player.play', { stream: stream.name })}
      {...playStreamAttributes(stream, isOn)}
      onClick={() => {
        player.toggle(stream.id);
        if (!isOn) navigate(homePath(language, stream.id), { keepsScroll: true });
      }}
    >
      <span className={styles.still}>
        <Icon name="play" />
      </span>
      <span className={styles.moving}>
        <Equaliser moves={isSounding} />
      </span>
    </button>
  );
}
