import { expect, test, vi } from 'vitest';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { forgetLinkToken, LINK_TOKEN_KEY, readLinkToken } from './use-link-token.ts';

test('a tab has a link’s token for its page until it is used up', () => {
  vi.stubGlobal('window', {});
  const tab = storedIn(
    new Map([
      [`${LINK_TOKEN_KEY} /validate-email`, 'a'],
      [`${LINK_TOKEN_KEY} /reset-password`, 'b'],
    ]),
  );
  expect(readLinkToken(tab, '/validate-email')).toBe('a');
  forgetLinkToken(tab, '/validate-email');
  expect(readLinkToken(tab, '/validate-email')).toBeNull();
  expect(readLinkToken(tab, '/reset-password')).toBe('b');
});

test('where storage is blocked the page has it, until it is used up', () => {
  vi.stubGlobal('window', { ondeLinkToken: 'a' });
  const blocked = new BrowserStorage(() => {
    throw new Error('blocked');
  });
  expect(readLinkToken(blocked, '/validate-email')).toBe('a');
  forgetLinkToken(blocked, '/validate-email');
  expect(readLinkToken(blocked, '/validate-email')).toBeNull();
});
