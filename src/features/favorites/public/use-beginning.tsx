import { type ReactNode, useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import styles from './use-beginning.module.css';

/** The first `count` rows of a list, and below them the button that brings the rest; nothing where all are shown. */
export function useBeginning<T>(rows: readonly T[], count: number): { shown: readonly T[]; more: ReactNode } {
  const text = useText();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, count);
  const hidden = rows.length - shown.length;
  const more = hidden > 0 && (
    <Button look="line" className={styles.more ?? ''} onClick={() => setShowsAll(true)}>
      {text('members.lovepuls.more', { count: hidden })}
    </Button>
  );
  return { shown, more };
}
