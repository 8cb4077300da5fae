import { useEffect, useId, useRef, useState } from 'react';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { previewPlayerOf } from '#src/features/preview/preview-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import section from '#src/ui/section/section.module.css';
import type { TrackInfo } from './track.wire.ts';
import styles from './track-video.module.css';
import { VideoTurn } from './video-turn.ts';

/** The track's video; hidden when it cannot be shown. */
export function TrackVideo({ track }: { track: TrackInfo }) {
  const browser = useBrowser();
  const player = playerOf(browser);
  const previewPlayer = previewPlayerOf(browser);
  const text = useText();
  const headingId = useId();
  const video = useRef<HTMLVideoElement>(null);
  const [turn] = useState(() => new VideoTurn(player, previewPlayer));
  const [hasPlayed, setPlayed] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    // The video may have failed before the scripts loaded.
    if (video.current?.error) setFailed(true);
    return () => turn.end();
  }, [turn]);

  useEffect(
    () =>
      previewPlayer.subscribe(() => {
        if (previewPlayer.getState().address === null || video.current?.paused !== false) return;
        turn.yieldToPreview();
        video.current.pause();
      }),
    [turn, previewPlayer.subscribe, previewPlayer.getState],
  );

  if (hasFailed) return null;
  const begin = () => {
    if (video.current) video.current.volume = player.getState().volume;
    setPlayed(true);
    turn.begin();
  };
  const fail = () => {
    setFailed(true);
    turn.end();
  };
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId} className={section.title}>
        {text('track.video')}
      </h2>
      {/* biome-ignore lint/a11y/useMediaCaption: stations have no captions for music videos */}
      <video
        ref={video}
        className={hasPlayed ? styles.video : `${styles.video} ${styles.fresh}`}
        src={track.video}
        poster={track.pochette}
        controls
        playsInline
        preload="metadata"
        aria-label={text('track.video-of', { track: track.titre })}
        onPlay={begin}
        onPause={() => turn.end()}
        onError={fail}
      />
      <p className={styles.hint}>
        <Icon name="info" size={16} />
        {text('track.video-hint')}
      </p>
    </section>
  );
}
