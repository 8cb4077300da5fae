import { expect, test, vi } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import { deleteAccount } from './profile-calls.ts';

/** What reads answers does not come any more once the page is on its way to the next one. */
vi.mock('#src/page/wire/read-reply.ts', () => new Promise(() => {}));

test('a deletion for which the session is dead is known as refused before the page has gone [A134]', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: false }, { status: 401 }));
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  vi.stubGlobal('location', { assign() {}, search: '' });
  const browser = testBrowser();
  sessionOf(browser).signIn(LEA, 'dead');
  await expect(deleteAccount(browser, 'marée haute', 'fr')).rejects.toMatchObject({ status: 401 });
});
