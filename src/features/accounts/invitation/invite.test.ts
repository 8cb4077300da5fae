import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { isInvitationDue, rememberDeclined, rememberInvited } from './invite.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);

let storage: { browser: BrowserStorage; tab: BrowserStorage };
beforeEach(() => {
  storage = { browser: inMemory(), tab: inMemory() };
});

function inMemory(): BrowserStorage {
  const items = new Map<string, string>();
  return storedIn(items);
}

describe('isInvitationDue', () => {
  test('is, for somebody who has never been invited', () => {
    expect(isInvitationDue(storage, NOW_MS)).toBe(true);
  });

  test('is not a second time in a session', () => {
    expect(rememberInvited(storage)).toBe(true);
    expect(isInvitationDue(storage, NOW_MS + 100 * HOUR_MS)).toBe(false);
  });

  test('is again 48 hours after it was declined, in another session', () => {
    rememberDeclined(storage, NOW_MS);
    expect(storage.browser.read('signup_modal_dismissed')).toBe('2026-11-21T12:00:00.000Z');
    expect(isInvitationDue(storage, NOW_MS + 48 * HOUR_MS - 1)).toBe(false);
    expect(isInvitationDue(storage, NOW_MS + 48 * HOUR_MS)).toBe(true);
  });

  test('is, when it was declined by a clock that ran far ahead', () => {
    rememberDeclined(storage, NOW_MS + 1_000 * HOUR_MS);
    expect(isInvitationDue(storage, NOW_MS)).toBe(true);
    rememberDeclined(storage, NOW_MS + HOUR_MS);
    expect(isInvitationDue(storage, NOW_MS)).toBe(false);
  });

  test('is, when what was remembered is spoilt', () => {
    storage.browser.write('signup_modal_dismissed', 'yesterday');
    expect(isInvitationDue(storage, NOW_MS)).toBe(true);
  });
});
