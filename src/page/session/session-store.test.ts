import { describe, expect, test } from 'vitest';
import { SessionStore } from './session-store.ts';
import { LEA } from './testing/lea.ts';

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  key = (at: number) => [...this.#items.keys()][at] ?? null;
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
  clear = () => this.#items.clear();
}

function stored(items: Record<string, string>) {
  const storage = new MemoryStorage();
  for (const [key, value] of Object.entries(items)) storage.setItem(key, value);
  return { storage, store: new SessionStore(() => storage) };
}

describe('SessionStore', () => {
  test('knows a member by a stored token and user', () => {
    const { store } = stored({ authToken: 't', authUser: JSON.stringify(LEA) });
    expect(store.getState()).toMatchObject({ isAuthenticated: true, isLoading: false, user: LEA });
    expect(store.getToken()).toBe('t');
  });

  test('takes a token without a user for a guest', () => {
    const { store } = stored({ authToken: 't' });
    expect(store.getState()).toMatchObject({ isAuthenticated: false, error: null });
    expect(store.getToken()).toBeNull();
  });

  test('reports and removes a session that is spoilt', () => {
    for (const authUser of ['{', '[]', '{"id":7}']) {
      const { storage, store } = stored({ authToken: 't', authUser });
      expect(store.getState()).toMatchObject({ isAuthenticated: false, error: 'initialisation' });
      expect(storage.length).toBe(0);
    }
  });

  test('keeps who signs in until they are cleared, and leaves the rest of the storage alone', () => {
    const { storage, store } = stored({ language: 'fr' });
    store.signIn(LEA, 't');
    // What features keep for the member [A36].
    for (const key of ['adFreeToken', 'adFreeUntil', 'onde-notes']) storage.setItem(key, 'x');
    expect(new SessionStore(() => storage).getState().user).toEqual(LEA);
    store.clear();
    expect(store.getState()).toMatchObject({ isAuthenticated: false, user: null });
    expect([storage.length, storage.getItem('language')]).toEqual([1, 'fr']);
  });

  test('keeps no member’s token beside another one in a store that is full', () => {
    const { storage, store } = stored({ authToken: 't', authUser: JSON.stringify(LEA) });
    const { setItem } = storage;
    storage.setItem = (key, value) => {
      if (key === 'authUser') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      setItem(key, value);
    };
    store.signIn({ ...LEA, id: 'other' }, 'u');
    expect([store.getToken(), store.getState().user?.id]).toEqual(['u', 'other']);
    storage.setItem = setItem;
    expect(new SessionStore(() => storage).getState()).toMatchObject({ isAuthenticated: false });
  });

  test('remembers of a page that somebody was a member in it, whoever asks first and when', () => {
    const { storage, store } = stored({ authToken: 't', authUser: JSON.stringify(LEA) });
    expect(store.getState().wasMember).toBe(true);
    store.clear();
    expect(store.getState()).toMatchObject({ isAuthenticated: false, wasMember: true });
    expect(new SessionStore(() => storage).getState().wasMember).toBe(false);
  });

  test('asks for the names, and for the username, that are missing', () => {
    const { store } = stored({});
    store.signIn({ ...LEA, last_name: null, pseudo: null }, 't');
    expect(store.getState()).toMatchObject({ needsProfileCompletion: true, needsUsername: true });
    store.updateUser(LEA);
    expect(store.getState()).toMatchObject({ needsProfileCompletion: false, needsUsername: false });
    expect(store.getState().isFromOtherTab).toBe(false);
    expect(store.getToken()).toBe('t');
  });

  test('changes no user where nobody is signed in', () => {
    const { storage, store } = stored({});
    store.updateUser(LEA);
    expect([store.getState().user, storage.length]).toEqual([null, 0]);
  });

  test('keeps who is here when the answer to the member before comes late', () => {
    const { storage, store } = stored({});
    store.signIn(LEA, 't');
    const another = { ...LEA, id: 'another', first_name: 'Zoé' };
    store.signIn(another, 'u');
    store.updateUser({ ...LEA, first_name: 'Léa' });
    expect([store.getState().user, store.getToken()]).toEqual([another, 'u']);
    expect(new SessionStore(() => storage).getState().user).toEqual(another);
  });

  test('keeps nothing of the member before for who signs in in their place, but all for who signs in again', () => {
    const { storage, store } = stored({});
    store.signIn(LEA, 't');
    for (const key of ['adFreeToken', 'adFreeUntil', 'onde-notes']) storage.setItem(key, 'x');
    store.signIn(LEA, 'renewed');
    expect(storage.getItem('adFreeToken')).toBe('x');
    store.signIn({ ...LEA, id: 'another' }, 'u');
    const kept = ['adFreeToken', 'adFreeUntil', 'onde-notes'].filter((key) => storage.getItem(key) !== null);
    expect([kept, storage.getItem('authToken')]).toEqual([[], 'u']);
  });

  test('takes back no sign-in of another tab whose word is on its way', () => {
    const { storage, store } = stored({});
    store.signIn(LEA, 't');
    const another = { ...LEA, id: 'another', first_name: 'Zoé' };
    new SessionStore(() => storage).signIn(another, 'u');
    store.updateUser({ ...LEA, first_name: 'Léa' });
    store.storageChanged('authToken');
    expect([store.getState().user, store.getToken()]).toEqual([another, 'u']);
  });

  test('catches up with a sign-in of another tab, and with nothing else', () => {
    const { storage, store } = stored({});
    store.signIn(LEA, 't');
    let told = 0;
    store.subscribe(() => told++);
    store.catchUp();
    expect(told).toBe(0);
    const another = { ...LEA, id: 'another', first_name: 'Zoé' };
    new SessionStore(() => storage).signIn(another, 'u');
    store.catchUp();
    expect([store.getState().user, store.getToken(), told]).toEqual([another, 'u', 1]);
    storage.clear();
    store.catchUp();
    expect(store.getToken()).toBe('u');
  });

  test('gives no session back that another tab has ended', () => {
    const { storage, store } = stored({});
    store.signIn(LEA, 't');
    new SessionStore(() => storage).clear();
    store.updateUser({ ...LEA, first_name: 'Léa' });
    expect(storage.length).toBe(0);
  });

  test('follows another tab that signs in and out, and tells its listeners', () => {
    const { storage, store } = stored({});
    let told = 0;
    store.subscribe(() => told++);
    expect(store.getState().isAuthenticated).toBe(false);
    new SessionStore(() => storage).signIn(LEA, 't');
    store.storageChanged('authUser');
    expect(store.getState()).toMatchObject({ isAuthenticated: true, isFromOtherTab: true });
    storage.clear();
    store.storageChanged(null);
    expect(store.getState().isAuthenticated).toBe(false);
    store.storageChanged('volume');
    expect(told).toBe(2);
  });

  test('holds a session for the page where storage is blocked', () => {
    const store = new SessionStore(() => {
      throw new Error('blocked');
    });
    expect(store.getState().error).toBe('initialisation');
    store.signIn(LEA, 't');
    expect(store.getState().isAuthenticated).toBe(true);
    // The page has come back out of the browser's history.
    store.storageChanged(null);
    expect([store.getState().isAuthenticated, store.getToken()]).toEqual([true, 't']);
  });

  test('holds a session for the page where storage is full, until another tab stores one', () => {
    const { storage, store } = stored({});
    const { setItem } = storage;
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    store.signIn(LEA, 't');
    store.storageChanged(null);
    expect([store.getState().isAuthenticated, store.getToken()]).toEqual([true, 't']);
    storage.setItem = setItem;
    const another = { ...LEA, id: 'another' };
    new SessionStore(() => storage).signIn(another, 'u');
    store.storageChanged(null);
    expect([store.getState().user, store.getToken()]).toEqual([another, 'u']);
    storage.clear();
    store.storageChanged(null);
    expect(store.getState().isAuthenticated).toBe(false);
  });
});
