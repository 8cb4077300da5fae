import { expect, test } from 'vitest';
import { LEA } from '#src/page/session/testing/lea.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { authorName, isOwn, nameIndex, nameParts } from './comment-author.ts';
import type { Reply } from './comments.wire.ts';

const reply = (more: Partial<Reply> = {}): Reply => ({
  id: 1,
  pseudo: 'lea_m',
  first_name: 'Léa',
  last_name: 'Marchand',
  profile_picture: '',
  comment: 'Hello',
  created_at: '2026-11-21T12:00:00.000Z',
  parent_id: null,
  deleted: false,
  ...more,
});
const member = (username: string | null): User => ({ ...LEA, id: 'u1', pseudo: username });

test.each([
  ['a guest has none', reply({ own: true }), null, false],
  ['one under the member’s username', reply(), member('lea_m'), true],
  ['one under another', reply(), member('lea_n'), false],
  ['one that the server says, after a change of the username', reply({ own: true }), member('lea'), true],
  ['one that the server denies', reply({ own: false }), member('lea_m'), false],
  ['no username is nobody’s', reply({ pseudo: null }), member(null), false],
  ['what is deleted', reply({ deleted: true, pseudo: null }), member('lea_m'), false],
] as const)('own: %s', (_which, comment, user, own) => {
  expect(isOwn(comment, user)).toBe(own);
});

test('a comment stands under the username, else the first name, never the last one', () => {
  expect(authorName(reply())).toBe('lea_m');
  expect(authorName(reply({ pseudo: null }))).toBe('Léa');
  expect(authorName(reply({ pseudo: null, first_name: null }))).toBeNull();
});

test.each([
  ['lea_m', ['lea', 'm']],
  ['ondin76', ['ondin', '76']],
  ['sable-blanc', ['sable', 'blanc']],
  ['Anne Marie', ['Anne', 'Marie']],
  ['zoe', ['zoe']],
  ['__', []],
])('%s has the parts %j', (name, parts) => {
  expect(nameParts(name)).toEqual(parts);
});

test('a name has always the same place', () => {
  expect(nameIndex('Lea', 8)).toBe(nameIndex('lea', 8));
  expect(
    new Set(['lea_m', 'ondin76', 'sable_blanc', 'jules_d'].map((name) => nameIndex(name, 8))).size,
  ).toBeGreaterThan(1);
});
