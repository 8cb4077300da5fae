import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import type { FavoriteTrack } from '#src/features/favorites/favorites.wire.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { trackPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { CoverWords } from '#src/ui/cover-words/cover-words.tsx';
import section from '#src/ui/section/section.module.css';
import styles from './favorite-list.module.css';

/** A section's title, and how many there are. */
export function SectionHead(props: { id: string; title: string; count: number }) {
  const { number } = useFormats();
  return (
    <header className={`${section.head} ${styles.head}`}>
      <h2 id={props.id}>{props.title}</h2>
      <p>{number(props.count)}</p>
    </header>
  );
}

/**
 * A favourite track in a list: leads to its page, and can be heard here. Pages that show it list the texts `track`.
 * @param props.leadsTo the stream below which its page lies
 * @param props.children what can be done with it here
 */
export function FavoriteTrackRow(props: {
  track: FavoriteTrack;
  streamId: StreamId;
  leadsTo: StreamId;
  nowMs: number;
  children?: ReactNode;
}) {
  const { track, streamId, leadsTo, nowMs, children } = props;
  const language = useLanguage();
  const relative = useRelative();
  const { image } = useStream(streamId);
  const { full_title: titre, artist_name: artist, track_title: title } = track;
  return (
    <li className={styles.row}>
      <Link to={trackPath(language, leadsTo, track.slug)}>
        <CoverWords
          address={track.pochette}
          fallback={`/logo-${image}.png`}
          title={track.track_title}
          details={[track.artist_name, relative(track.added_date, nowMs)].filter((part) => part !== '')}
        />
      </Link>
      <PreviewButton track={{ ...track, titre, artist, title }} />
      {children}
    </li>
  );
}

/**
 * The first `count` rows of a list, and the button below them that brings the rest, unless all are shown. `list` is for
 * the element of the rows: the button is gone once it is pressed, and the first row that it has brought takes the focus.
 * @param look of the button
 */
export function useBeginning<T>(
  rows: readonly T[],
  count: number,
  look: string | undefined,
): { shown: readonly T[]; more: ReactNode; list: RefObject<HTMLUListElement | null> } {
  const text = useText();
  const list = useRef<HTMLUListElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  useEffect(() => {
    if (showsAll) list.current?.children[count]?.querySelector('a')?.focus();
  }, [showsAll, count]);
  const shown = showsAll ? rows : rows.slice(0, count);
  const hidden = rows.length - shown.length;
  const more = hidden > 0 && (
    <Button look="line" className={look ?? ''} onClick={() => setShowsAll(true)}>
      {text('members.lovepuls.more', { count: hidden })}
    </Button>
  );
  return { shown, more, list };
}
