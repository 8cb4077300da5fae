import { expect, test } from 'vitest';
import { isAuthoritative } from './mailbox-authority.server.ts';

const GOOGLE = 'https://accounts.google.com';
const APPLE = 'https://appleid.apple.com';

test.each([
  [GOOGLE, 'zoe@gmail.com', undefined, true],
  [GOOGLE, 'zoe@GoogleMail.com', undefined, true],
  [GOOGLE, 'zoe@association.org', 'association.org', true],
  [GOOGLE, 'zoe@association.org', undefined, false],
  [GOOGLE, 'zoe@association.org', '', false],
  [GOOGLE, 'zoe@gmail.com.evil.test', undefined, false],
  [GOOGLE, '"zoe@gmail.com"@evil.test', undefined, false],
  [APPLE, 'x7@privaterelay.appleid.com', undefined, true],
  [APPLE, 'zoe@icloud.com', undefined, true],
  [APPLE, 'zoe@gmail.com', undefined, false],
  [APPLE, 'zoe@association.org', 'association.org', false],
  ['https://login.association.org', 'zoe@elsewhere.org', undefined, true],
])('%s speaks for %s (%s): %s', (issuer, email, hostedDomain, expected) => {
  expect(isAuthoritative(issuer, email, hostedDomain)).toBe(expected);
});
