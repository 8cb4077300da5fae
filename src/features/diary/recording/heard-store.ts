import { sendHeard } from '#src/features/diary/diary-calls.ts';
import { session } from '#src/page/session/session-store.ts';
import { memberChanges } from '#src/page/wire/member-changes.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { diaryNotes } from './diary-notes.ts';
import { HeardSender } from './heard-sender.ts';

/** The page's one sender. */
export const heardSender = new HeardSender({
  clock: systemClock,
  notes: diaryNotes,
  owner: () => session.getState().user?.id ?? null,
  send: sendHeard,
  onKept: () => void memberChanges.tell(['diary']),
});
