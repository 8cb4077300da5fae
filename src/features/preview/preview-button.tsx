import { PREVIEW_SECONDS } from '#src/contract/limits.ts';
import type { ShownTrack } from '#src/features/player/state/player-state.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './preview-button.module.css';
import { previewPlayerOf, usePreview } from './preview-store.ts';
import type { PreviewTrack } from './preview-track.ts';

interface PreviewButtonProps {
  /** A row of any list of tracks on the wire. */
  readonly track: PreviewTrack & ShownTrack;
  /** A preview that could not be loaded is not tried again. */
  readonly blocksAfterFailure?: boolean;
  /** With words beside the ring, for the head of a page. */
  readonly isLarge?: boolean;
}

/**
 * Plays a track's preview in a ring that fills over 51 seconds; pressed again, stops it [R23]. Pages that
 * show it need the texts `track`.
 */
export function PreviewButton({ track, blocksAfterFailure = false, isLarge = false }: PreviewButtonProps) {
  const previewPlayer = previewPlayerOf(useBrowser());
  const text = useText();
  const showToast = useToast();
  const isOn = usePreview((state) => state.address === track.preview && track.preview !== '');
  const isSounding = usePreview((state) => isOn && state.isSounding);
  const hasFailed = usePreview((state) => state.failed.has(track.preview));
  if (track.preview === '') return isLarge ? null : <NoPreview track={track} />;

  const isBlocked = hasFailed && blocksAfterFailure;
  const name = text(isBlocked ? 'track.preview.blocked' : 'player.preview', { track: track.titre });
  const press = () => {
    if (isBlocked) return;
    previewPlayer.toggle({ ...track, track }, () => showToast('refusal', text('track.preview.failed')));
  };
  const ring = isBlocked ? <Icon name="warning" /> : <PreviewRing isOn={isOn} isSounding={isSounding} />;
  return (
    <button
      type="button"
      className={isLarge ? `${buttonClass('stream', 'large')} ${styles.large}` : styles.button}
      aria-label={isLarge ? undefined : name}
      title={isLarge ? undefined : name}
      aria-pressed={isBlocked ? undefined : isOn}
      aria-disabled={isBlocked || undefined}
      aria-busy={isOn && !isSounding}
      onClick={press}
    >
      {ring}
      {isLarge && <LargeWords name={name} isSounding={isSounding} />}
    </button>
  );
}

function LargeWords({ name, isSounding }: { name: string; isSounding: boolean }) {
  const text = useText();
  const secondsLeft = usePreview((state) => (isSounding ? state.secondsLeft : null));
  return (
    <>
      <span className={styles.words} aria-hidden="true">
        {secondsLeft === null ? text('track.preview') : text('track.preview.left', { seconds: secondsLeft })}
      </span>
      <span className={hidden.hidden}>{name}</span>
    </>
  );
}

/** Keeps the button's room in a list. */
function NoPreview({ track }: { track: PreviewTrack }) {
  const words = useText()('track.preview.none', { track: track.titre });
  return (
    <span className={styles.none} title={words}>
      <span className={hidden.hidden}>{words}</span>
    </span>
  );
}

/** The ring that fills, around a triangle or, while the preview is on, a square. */
function PreviewRing({ isOn, isSounding }: { isOn: boolean; isSounding: boolean }) {
  const share = usePreview((state) => (isSounding ? Math.min(1, state.elapsedSeconds / PREVIEW_SECONDS) : 0));
  return (
    <svg className={styles.ring} viewBox="0 0 48 48" aria-hidden="true">
      <circle className={styles.ground} cx="24" cy="24" r="21" />
      {isOn && (
        <circle
          className={isSounding ? styles.filled : `${styles.filled} ${styles.loading}`}
          cx="24"
          cy="24"
          r="21"
          pathLength="1"
          strokeDasharray={isSounding ? '1' : '0.25 0.75'}
          strokeDashoffset={isSounding ? 1 - share : 0}
          data-share={share.toFixed(3)}
        />
      )}
      <path className={styles.sign} d={isOn ? 'M18 18h12v12H18z' : 'M19.5 16v16l13-8z'} />
    </svg>
  );
}
