import { useStream } from '#src/features/on-air/station-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { Icon, type IconName } from '#src/ui/icon/icon.tsx';
import styles from './play-button.module.css';
import { type PlayerState, pressMeansPause } from './player-state.ts';
import { player, usePlayer } from './player-store.ts';
import { playStreamAttributes } from './stream-address.ts';

/** The bar's round button: plays, stops, tries again, ends a preview. Works before the page's scripts have loaded. */
export function PlayButton({ streamId, isLarge = false }: { streamId: StreamId; isLarge?: boolean }) {
  const text = useText();
  const stream = useStream(streamId);
  const look = usePlayer((state) => buttonLook(state, streamId));
  const hasPanel = usePlayer((state) => !!state.preview?.panel);
  const attributes = playStreamAttributes(stream, look === 'on' || look === 'busy');
  const isToggle = look !== 'preview' && look !== 'offline';
  const icon = ICONS[look];
  const label = isToggle
    ? text('player.play', { stream: stream.name })
    : text(look === 'offline' ? 'frame.retry' : hasPanel ? 'player.stop' : 'player.preview-stop');
  return (
    <button
      type="button"
      {...attributes}
      aria-pressed={isToggle ? attributes['aria-pressed'] : undefined}
      aria-label={label}
      className={isLarge ? `${styles.button} ${styles.large}` : styles.button}
      onClick={() => player.toggle(look === 'preview' ? undefined : streamId)}
    >
      <Icon name={isToggle ? 'play' : icon} size={isLarge ? 28 : 26} />
      <Icon name={icon === 'play' ? 'pause' : icon} size={isLarge ? 28 : 26} spins={look === 'busy'} />
    </button>
  );
}

type ButtonLook = 'preview' | 'offline' | 'busy' | 'on' | 'off';

const ICONS: Record<ButtonLook, IconName> = {
  preview: 'stop',
  offline: 'again',
  busy: 'busy',
  on: 'pause',
  off: 'play',
};

function buttonLook(state: PlayerState, streamId: StreamId): ButtonLook {
  if (state.preview) return 'preview';
  if (state.streamId === streamId && state.phase === 'offline') return 'offline';
  if (!pressMeansPause(state, streamId)) return 'off';
  return state.phase === 'playing' ? 'on' : 'busy';
}
