import { useMemo } from 'react';
import { STREAM_COLOURS, STREAM_IDS } from '#src/spec/streams.ts';
import { foldText } from '#src/spec/titles.ts';
import { seededRandom } from '#src/ui/wave-cover/seeded-random.ts';
import { waveCover } from '#src/ui/wave-cover/wave-cover.ts';
import styles from './artist-cover.module.css';

/** An artist as a seascape of their own. Decorative: the name stands on it. */
export function ArtistCover({ artist }: { artist: string }) {
  const picture = useMemo(() => pictureOf(artist), [artist]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers; the name only seeds them
  return <span className={styles.cover} aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture }} />;
}

/** The same name always gives the same sea, whatever its case. */
function pictureOf(artist: string): string {
  const folded = foldText(artist);
  const at = Math.floor(seededRandom(folded)() * STREAM_IDS.length);
  return waveCover(folded, STREAM_COLOURS[STREAM_IDS[at] ?? STREAM_IDS[0]]);
}
