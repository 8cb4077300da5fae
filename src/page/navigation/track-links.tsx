import type { ComponentProps, ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { artistPath, trackPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import styles from './track-links.module.css';

type Props = Omit<ComponentProps<typeof Link>, 'to'> & { streamId: StreamId };

/** Leads to the page of a track. One without a page is its words alone. */
export function TrackLink({ streamId, slug, ...link }: Props & { slug: string | undefined }): ReactNode {
  const language = useLanguage();
  return slug ? <Link to={trackPath(language, streamId, slug)} {...link} /> : link.children;
}

/** Leads to the page of an artist, who is what it says. */
export function ArtistLink({ streamId, artist, ...link }: Props & { artist: string }): ReactNode {
  const language = useLanguage();
  return (
    <Link to={artistPath(language, streamId, artist)} {...link}>
      <span>{artist}</span>
    </Link>
  );
}

/** Lies over a cover, beside a title that leads to the same page: for the pointer alone. */
export function CoverLink({ to }: { to: string }) {
  return <Link className={styles.cover} tabIndex={-1} aria-hidden to={to} />;
}
