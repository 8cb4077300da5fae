import { beforeEach, describe, expect, it } from 'vitest';
import { isInvitationDue, rememberDeclined, rememberInvited } from './invitation.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;

let storage: { local: Storage; session: Storage };
beforeEach(() => {
  storage = { local: memoryStorage(), session: memoryStorage() };
});

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

describe('isInvitationDue', () => {
  it('is, for somebody who has never been invited', () => {
    expect(isInvitationDue(storage, NOW_MS)).toBe(true);
  });

  it('is not a second time in a session', () => {
    rememberInvited(storage);
    expect(isInvitationDue(storage, NOW_MS + 100 * HOUR_MS)).toBe(false);
  });

  it('is again 48 hours after it was declined, in another session', () => {
    rememberDeclined(storage, NOW_MS);
    expect(storage.local.getItem('signup_modal_dismissed')).toBe('2026-11-21T12:00:00.000Z');
    expect(isInvitationDue(storage, NOW_MS + 48 * HOUR_MS - 1)).toBe(false);
    expect(isInvitationDue(storage, NOW_MS + 48 * HOUR_MS)).toBe(true);
  });

  it('is, when what was remembered is spoilt', () => {
    storage.local.setItem('signup_modal_dismissed', 'yesterday');
    expect(isInvitationDue(storage, NOW_MS)).toBe(true);
  });
});
