import { expect, test } from 'vitest';
import { usedBytes } from '#src/platform/testing/used-bytes.ts';
import { isSession, ListeningSessions, type SessionStart } from './listening-sessions.ts';

const from = (frame: number): SessionStart => ({ frame, toldAhead: 0, variant: 'guest' });

test('a session is 16 to 64 letters, digits, hyphens and underscores', () => {
  expect(['a'.repeat(16), '-_Az09-_Az09-_Az', 'b'.repeat(64)].every(isSession)).toBe(true);
  expect(['a'.repeat(15), 'b'.repeat(65), 'a b'.repeat(8), `${'é'.repeat(20)}`, ''].some(isSession)).toBe(
    false,
  );
});

test('the latest connection of a session counts', () => {
  const sessions = new ListeningSessions();
  sessions.began('one', from(1));
  sessions.began('one', from(2));
  expect([sessions.find('one')?.frame, sessions.find('other')]).toEqual([2, null]);
});

test('a flood of sessions pushes out the oldest, not those in use again', () => {
  const sessions = new ListeningSessions();
  sessions.began('old', from(1));
  sessions.began('used', from(1));
  for (let at = 0; at < 15_000; at += 1) sessions.began(`flood-${at}`, from(at));
  sessions.began('used', from(2));
  for (let at = 15_000; at < 30_000; at += 1) sessions.began(`flood-${at}`, from(at));
  expect([sessions.find('old'), sessions.find('used')?.frame]).toEqual([null, 2]);
});

test('a session holds nothing of the address that it came with', () => {
  const sessions = new ListeningSessions();
  const before = usedBytes();
  for (let at = 0; at < 2_000; at += 1) {
    const query = new URLSearchParams(`session=${String(at).padStart(16, '0')}&x=${'x'.repeat(15_000)}`);
    sessions.began(query.get('session') ?? '', from(at));
  }
  // The addresses have 30 MB.
  expect(usedBytes() - before).toBeLessThan(5_000_000);
  expect(sessions.find('0'.repeat(16))?.frame).toBe(0);
});
