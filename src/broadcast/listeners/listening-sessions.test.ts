import { expect, test } from 'vitest';
import { isSession, ListeningSessions } from './listening-sessions.ts';

test('a session is 16 to 64 letters, digits, hyphens and underscores', () => {
  expect(['a'.repeat(16), '-_Az09-_Az09-_Az', 'b'.repeat(64)].every(isSession)).toBe(true);
  expect(['a'.repeat(15), 'b'.repeat(65), 'a b'.repeat(8), `${'é'.repeat(20)}`, ''].some(isSession)).toBe(
    false,
  );
});

test('the latest connection of a session counts', () => {
  const sessions = new ListeningSessions();
  sessions.began('one', 1, 0);
  sessions.began('one', 2, 0);
  expect([sessions.find('one')?.frame, sessions.find('other')]).toEqual([2, null]);
});

test('a flood of sessions pushes out the oldest, not those in use again', () => {
  const sessions = new ListeningSessions();
  sessions.began('old', 1, 0);
  sessions.began('used', 1, 0);
  for (let at = 0; at < 15_000; at += 1) sessions.began(`flood-${at}`, at, 0);
  sessions.began('used', 2, 0);
  for (let at = 15_000; at < 30_000; at += 1) sessions.began(`flood-${at}`, at, 0);
  expect([sessions.find('old'), sessions.find('used')?.frame]).toEqual([null, 2]);
});
