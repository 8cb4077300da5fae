import { expect, test } from 'vitest';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { LinkTokens } from './use-link-token.ts';

function tab() {
  return new LinkTokens(storedIn());
}

test('a tab keeps a link’s token for its page until it is used up', () => {
  const tokens = tab();
  tokens.keep('/validate-email', 'a');
  tokens.keep('/reset-password', 'b');
  expect(tokens.read('/validate-email')).toBe('a');
  tokens.forget('/validate-email');
  expect(tokens.read('/validate-email')).toBeNull();
  expect(tokens.read('/reset-password')).toBe('b');
});

test('blocked storage keeps none', () => {
  const tokens = new LinkTokens(
    new BrowserStorage(() => {
      throw new Error('blocked');
    }),
  );
  tokens.keep('/validate-email', 'a');
  expect(tokens.read('/validate-email')).toBeNull();
  tokens.forget('/validate-email');
});
