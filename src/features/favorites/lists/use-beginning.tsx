import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';

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
