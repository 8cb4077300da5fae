import { sendHeard } from '#src/features/diary/diary-calls.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { diaryNotesOf } from './diary-notes.ts';
import { HeardSender } from './heard-sender.ts';

/** The page's sender. */
export const heardSenderOf = onePerPage((browser) => {
  const session = sessionOf(browser);
  return new HeardSender({
    clock: browser.clock,
    notes: diaryNotesOf(browser),
    owner: () => session.getState().user?.id ?? null,
    send: (plays) => sendHeard(browser, plays),
    onKept: () => void memberChangesOf(browser).tell(['diary']),
  });
});
