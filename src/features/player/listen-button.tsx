import type { ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { pressMeansPause } from './player-state.ts';
import { player, usePlayer } from './player-store.ts';
import { playStreamAttributes } from './stream-address.ts';

/** Plays a stream as it sounds now, on a page that is about something else. */
export function ListenButton({ streamId, children }: { streamId: StreamId; children: ReactNode }) {
  const stream = useStream(streamId);
  const isOn = usePlayer((state) => state.streamId === streamId && pressMeansPause(state, streamId));
  return (
    <button
      type="button"
      className={buttonClass('stream', 'large')}
      {...playStreamAttributes(stream, isOn)}
      onClick={() => player.toggle(streamId)}
    >
      <Icon name={isOn ? 'pause' : 'play'} size={26} />
      {children}
    </button>
  );
}
