import type { StreamId } from '#src/contract/streams.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { playStreamAttributes } from '#src/features/player/sound/stream-address.ts';
import { type PlayerState, pressMeansPause } from '#src/features/player/state/player-state.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { Icon, type IconName } from '#src/ui/icon/icon.tsx';
import styles from './play-button.module.css';

/**
 * The round button: plays, stops, tries again, ends a preview. Works before the page's scripts have loaded.
 */
export function PlayButton({ streamId, isLarge = false }: { streamId: StreamId; isLarge?: boolean }) {
  const player = playerOf(useBrowser());
  const text = useText();
  const stream = useStream(streamId);
  const look = usePlayer((state) => buttonLook(state, streamId));
  const hasPreview = usePlayer((state) => state.preview !== null);
  const attributes = playStreamAttributes(stream, look === 'on' || look === 'busy');
  const isToggle = look === 'on' || look === 'off' || look === 'busy';
  const icon = ICONS[look];
  const label = isToggle ? text('player.play', { stream: stream.name }) : text(LABELS[look]);
  return (
    <button
      type="button"
      {...attributes}
      aria-pressed={isToggle ? attributes['aria-pressed'] : undefined}
      aria-label={label}
      className={isLarge ? `${styles.button} ${styles.large}` : styles.button}
      onClick={() => player.toggle(hasPreview ? undefined : streamId)}
    >
      <Icon name={isToggle ? 'play' : icon} size={isLarge ? 28 : 26} />
      <Icon name={look === 'off' ? 'pause' : icon} size={isLarge ? 28 : 26} spins={look === 'busy'} />
    </button>
  );
}

type ButtonLook = 'preview' | 'episode' | 'offered' | 'offline' | 'busy' | 'on' | 'off';

const ICONS: Record<ButtonLook, IconName> = {
  preview: 'stop',
  episode: 'pause',
  offered: 'play',
  offline: 'again',
  busy: 'busy',
  on: 'pause',
  off: 'play',
};

/** Names of the button while it is no toggle: it has no pressed state then. */
const LABELS = {
  preview: 'player.preview-stop',
  episode: 'player.pause',
  offered: 'player.episode-on',
  offline: 'frame.retry',
} as const;

function buttonLook(state: PlayerState, streamId: StreamId): ButtonLook {
  const { preview } = state;
  if (preview) return preview.start ? 'offered' : preview.kind === 'episode' ? 'episode' : 'preview';
  if (state.streamId === streamId && state.phase === 'offline') return 'offline';
  if (!pressMeansPause(state, streamId)) return 'off';
  return state.phase === 'playing' ? 'on' : 'busy';
}

/** The browser's own controls, for visitors without scripts; only the server writes them. */
export function PlainSound({ streamId }: { streamId: StreamId }) {
  return <noscript>{import.meta.env.SSR && <Controls streamId={streamId} />}</noscript>;
}

function Controls({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { name, url } = useStream(streamId);
  return (
    // biome-ignore lint/a11y/useMediaCaption: live music has none
    <audio controls preload="none" src={url} aria-label={text('player.play', { stream: name })} />
  );
}
