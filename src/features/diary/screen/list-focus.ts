import { type RefObject, useEffect, useRef } from 'react';

/**
 * Has the first entry of a page take the focus that its asker has left where it was: the button is gone after the last
 * page, and stands below the entries after the others.
 * @returns what notes the rows that there are when somebody asks
 */
export function useFirstOfNext(list: RefObject<HTMLElement | null>, pages: number): () => void {
  const asked = useRef<{ pages: number; rows: number; by: Element | null } | null>(null);
  useEffect(() => {
    const before = asked.current;
    if (before === null || pages <= before.pages) return;
    asked.current = null;
    const { activeElement } = document;
    if (activeElement !== before.by && activeElement !== document.body) return;
    list.current?.querySelectorAll('li')[before.rows]?.querySelector('a')?.focus();
  }, [list, pages]);
  return () => {
    asked.current = {
      pages,
      rows: list.current?.querySelectorAll('li').length ?? 0,
      by: document.activeElement,
    };
  };
}

/**
 * Gives the button that asks the focus back where the failure in its place goes by itself, with the network.
 * @param isAway whether the failure stands there
 * @returns to be put on the button
 */
export function useFocusBack(isAway: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && document.activeElement === document.body) button.current?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return button;
}
