import type { StreamId } from '#src/contract/streams.ts';
import { pressMeansPause } from '#src/features/player/player-state.ts';
import { player, usePlayer } from '#src/features/player/player-store.ts';
import { playStreamAttributes } from '#src/features/player/stream-address.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';

/** Plays the stream as it sounds now. */
export function ListenNow({ streamId }: { streamId: StreamId }) {
  const text = useText();
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
      {text('moment.listen', { stream: stream.name })}
    </button>
  );
}
