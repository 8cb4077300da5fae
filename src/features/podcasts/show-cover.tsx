import { useMemo } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { foldText } from '#src/contract/titles.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { waveCover } from '#src/ui/wave-cover/wave-cover.ts';
import styles from './show-cover.module.css';

/** A show's picture over a sea of its own, which is all there is for a show without one. Decorative. */
export function ShowCover({ titre, image, streamId }: { titre: string; image: string; streamId: StreamId }) {
  const { color } = useStream(streamId);
  const sea = useMemo(() => waveCover(foldText(titre), color), [titre, color]);
  return (
    <span className={styles.cover} aria-hidden="true">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers; the title only seeds them */}
      <span className={styles.sea} dangerouslySetInnerHTML={{ __html: sea }} />
      <CoverImage address={image} size={200} />
    </span>
  );
}
