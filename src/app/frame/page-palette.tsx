import type { ReactNode } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import { wantsSound } from '#src/features/player/state/player-state.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { streamStyle } from '#src/page/on-air/stream-colour.ts';
import styles from './page-palette.module.css';

/** Gives the page the colour of the stream that is heard; while none is, that of the address. */
export function PagePalette(props: { pathStream: StreamId | null; children: ReactNode }) {
  const { pathStream, children } = props;
  const streamId = usePlayer((state) => {
    const heard = wantsSound(state.phase) ? state.streamId : null;
    return heard ?? pathStream ?? state.streamId ?? DEFAULT_STREAM;
  });
  const { color } = useStream(streamId);
  return (
    <div className={styles.palette} style={streamStyle(color)}>
      {children}
    </div>
  );
}
