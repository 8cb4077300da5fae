import { sendHeard } from '#src/features/diary/diary-calls.ts';
import { DIARY_KEY } from '#src/features/diary/diary-key.ts';
import { session } from '#src/page/session/session-store.ts';
import { browserQueryClient } from '#src/page/wire/query-client.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { diaryNotes } from './diary-notes.ts';
import { HeardSender } from './heard-sender.ts';

/** The page's one sender. */
export const heardSender = new HeardSender({
  clock: systemClock,
  notes: diaryNotes,
  owner: () => session.getState().user?.id ?? null,
  send: sendHeard,
  onKept: () => void browserQueryClient.invalidateQueries({ queryKey: DIARY_KEY }),
});
