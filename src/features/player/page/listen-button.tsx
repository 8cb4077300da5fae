import type { ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { playStreamAttributes } from '#src/features/player/sound/stream-address.ts';
import { isAudible, pressMeansPause } from '#src/features/player/state/player-state.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Equaliser } from '#src/ui/equaliser/equaliser.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './listen-button.module.css';

/** Plays the stream from a page about something else. Its label never changes, so it shows no pause icon. */
export function ListenButton({ streamId, children }: { streamId: StreamId; children: ReactNode }) {
  const player = playerOf(useBrowser());
  const stream = useStream(streamId);
  const isOn = usePlayer((state) => state.streamId === streamId && pressMeansPause(state, streamId));
  const isSounding = usePlayer((state) => state.streamId === streamId && isAudible(state));
  return (
    <button
      type="button"
      className={buttonClass('stream', 'large')}
      {...playStreamAttributes(stream, isOn)}
      onClick={() => player.toggle(streamId)}
    >
      <span className={styles.sign}>
        {isOn ? <Equaliser moves={isSounding} /> : <Icon name="play" size={26} />}
      </span>
      {children}
    </button>
  );
}
