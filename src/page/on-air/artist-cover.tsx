import { useMemo } from 'react';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { foldText } from '#src/contract/titles.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import { seededRandom, waveCover } from '#src/ui/wave-cover/wave-cover.ts';
import styles from './artist-cover.module.css';

/** An artist as a seascape of their own. Decorative: the name stands on it. */
export function ArtistCover({ artist }: { artist: string }) {
  const { streams } = useStation();
  const picture = useMemo(() => pictureOf(artist, streams), [artist, streams]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers; the name only seeds them
  return <span className={styles.cover} aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture }} />;
}

/** The same name always gives the same sea, whatever its case. */
function pictureOf(artist: string, streams: readonly StreamFacts[]): string {
  const folded = foldText(artist);
  const at = Math.floor(seededRandom(folded)() * STREAM_IDS.length);
  return waveCover(folded, streams.find(({ id }) => id === STREAM_IDS[at])?.color ?? '');
}
