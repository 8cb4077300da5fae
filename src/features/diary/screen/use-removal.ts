import { useState } from 'react';
import type { DiaryEntry } from '#src/features/diary/diary.wire.ts';
import { eraseEntry, restoreEntry } from '#src/features/diary/diary-calls.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { useRefusal } from './use-diary.ts';

/**
 * Removes entries at once, here and on the server, and brings them back. A removed entry keeps its place in
 * the list, for as long as the page is open, so that it can come back.
 */
export function useRemoval() {
  const browser = useBrowser();
  const memberChanges = memberChangesOf(browser);
  const refuse = useRefusal();
  const [removed, setRemoved] = useState<readonly DiaryEntry[]>([]);
  const [back, setBack] = useState<string | null>(null);

  const hide = (entry: DiaryEntry) => setRemoved((known) => [...known, entry]);
  const show = ({ id }: DiaryEntry) => {
    setRemoved((known) => known.filter((other) => other.id !== id));
    setBack(id);
  };
  const carryOut = async (call: Promise<void>, takeBack: () => void, failure: TextKey) => {
    try {
      await call;
      await memberChanges.tell(['diary']);
    } catch (error) {
      takeBack();
      refuse(error, failure);
    }
  };
  return {
    isRemoved: (id: string) => removed.some((entry) => entry.id === id),
    /** Whether the entry is the one that came back last. */
    isBack: (id: string) => id === back,
    /** The list with removed entries in their places. */
    withRemoved(entries: readonly DiaryEntry[]): readonly DiaryEntry[] {
      const gone = removed.filter(({ id }) => !entries.some((entry) => entry.id === id));
      return [...entries, ...gone].toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1));
    },
    remove(entry: DiaryEntry): void {
      hide(entry);
      carryOut(eraseEntry(browser, entry.id), () => show(entry), 'diary.remove-failed');
    },
    undo(entry: DiaryEntry): void {
      show(entry);
      const { stream_id, started_at, titre: full_title } = entry;
      carryOut(
        restoreEntry(browser, { stream_id, started_at, full_title }),
        () => hide(entry),
        'diary.undo-failed',
      );
    },
  };
}
