import { type ReactNode, useId, useState } from 'react';
import { SectionHead } from '#src/features/favorites/lists/section-head.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import styles from './own-list.module.css';

const SHOWN_AT_FIRST = 5;

/**
 * What a member loves of one kind, newest first, as rows to remove.
 * @param props.rows null while they are unknown
 * @param props.empty what stands there without any
 */
export function OwnList(props: {
  title: string;
  rows: readonly ReactNode[] | null;
  empty: ReactNode;
  hasFailed: boolean;
  onRetry: () => void;
}) {
  const { title, rows, empty, hasFailed, onRetry } = props;
  const text = useText();
  const titleId = useId();
  const [showsAll, setShowsAll] = useState(false);
  if (rows === null) {
    if (!hasFailed) return null;
    return (
      <Notice
        title={text('members.profile.favorites-error')}
        action={
          <Button look="line" onClick={onRetry}>
            <Icon name="again" size={18} />
            {text('frame.retry')}
          </Button>
        }
      />
    );
  }
  const shown = showsAll ? rows : rows.slice(0, SHOWN_AT_FIRST);
  const hidden = rows.length - shown.length;
  return (
    // Takes the focus when the last row has gone.
    <section aria-labelledby={titleId} tabIndex={-1} className={styles.list}>
      <SectionHead id={titleId} title={title} count={rows.length} />
      {rows.length === 0 ? <div className={styles.empty}>{empty}</div> : <ul>{shown}</ul>}
      {hidden > 0 && (
        <Button look="line" className={styles.more ?? ''} onClick={() => setShowsAll(true)}>
          {text('members.lovepuls.more', { count: hidden })}
        </Button>
      )}
    </section>
  );
}
