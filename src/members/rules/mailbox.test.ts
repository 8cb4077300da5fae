import { expect, test } from 'vitest';
import { findMailbox, mailboxKey, requireMailbox, withoutTag } from './mailbox.server.ts';

test.each([
  ['me@example.org', 'me@example.org'],
  [' Me@Example.ORG ', 'me@example.org'],
  ['a@b\u3002org', 'a@b.org'],
  ['a@\uFF42.org', 'a@b.org'],
  ['zoé@exämple.org', 'zoé@xn--exmple-cua.org'],
  ['Zoe\u0301@ex\u0061\u0308mple.org', 'zoé@xn--exmple-cua.org'],
  ['PT\u212A1@example.org', 'ptk1@example.org'],
  ['дима@пример.рф', 'дима@xn--e1afmkfd.xn--p1ai'],
  ['a@localhost', 'a@localhost'],
  // As they are copied from a program of mail, a list of contacts, a page that breaks its words.
  ['\u202ame@example.org\u202c', 'me@example.org'],
  ['\u200bme@example.org\u200b', 'me@example.org'],
  ['\u200e me@exam\u00adple.org', 'me@example.org'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(findMailbox(email)).toBe(mailbox);
  expect(mailboxKey(email)).toBe(mailbox);
});

test.each([
  'a@b.org.',
  'a@b..org',
  'a@.org',
  '\uFF41@b.org',
  'o\uFB03ce@b.org',
  'a@b%2eorg',
  'a@b.org/c',
  'a@[::1]',
  'a@127.1',
  'a@1',
  'a@',
  '@b.org',
  'b.org',
  `a@${'x'.repeat(64)}.org`,
  // 254 characters as it is written, more as ASCII.
  `${'x'.repeat(246)}@äää.fr`,
])('%s is none', (email) => {
  expect(findMailbox(email)).toBeNull();
  expect(() => requireMailbox(email)).toThrow('validation_failed');
});

test('an address of an older rule is looked up as it stands, which is nobody else’s mailbox', () => {
  expect(mailboxKey(' \uFF41@B.org')).toBe('\uFF41@B.org');
});

test.each([
  ['zoe+radio@example.org', 'zoe@example.org'],
  ['zoe+a+b@example.org', 'zoe@example.org'],
  ['zoe@example.org', 'zoe@example.org'],
  ['+zoe@example.org', '+zoe@example.org'],
])('mails to %s are counted with those to %s', (mailbox, counted) => {
  expect(withoutTag(mailbox)).toBe(counted);
});
