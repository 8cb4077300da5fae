import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import styles from './stream-cover.module.css';
import type { StreamFacts } from './stream-facts.wire.ts';
import { useNowPlaying } from './use-now-playing.ts';

/** A stream in a list of streams: the cover of what it plays, small and round, on its colour. */
export function StreamCover({ stream }: { stream: StreamFacts }) {
  const track = useNowPlaying(stream.id);
  return (
    <span className={styles.cover} data-stream={stream.id}>
      <CoverImage address={track?.pochette ?? ''} fallback={`/logo-${stream.image}.png`} size={32} />
    </span>
  );
}
