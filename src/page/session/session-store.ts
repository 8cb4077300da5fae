import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { Observable } from '#src/platform/observable/observable.ts';
import {
  AD_FREE_KEY,
  type AdFreePass,
  clearBelongings,
  clearSession,
  needsProfileCompletion,
  needsUsername,
  readSession,
  TOKEN_KEY,
  USER_KEY,
  writeSession,
} from './session-storage.ts';
import type { User } from './user.wire.ts';

/** The present visitor: a member or a guest [A32, A35]. */
export interface SessionState {
  readonly user: User | null;
  readonly isAuthenticated: boolean;
  /** Somebody was a member in this page, now or before. */
  readonly wasMember: boolean;
  /** The change came from another tab, which does everything that follows from it. */
  readonly isFromOtherTab: boolean;
  /** True on the server, and until the page has come to life. */
  readonly isLoading: boolean;
  /** The session that was stored could not be read. */
  readonly error: 'initialisation' | null;
  readonly needsProfileCompletion: boolean;
  readonly needsUsername: boolean;
}

export const UNKNOWN_SESSION: SessionState = {
  user: null,
  isAuthenticated: false,
  wasMember: false,
  isFromOtherTab: false,
  isLoading: true,
  error: null,
  needsProfileCompletion: false,
  needsUsername: false,
};
const GUEST: SessionState = { ...UNKNOWN_SESSION, isLoading: false };

/** The member of this browser, the same in all its tabs. Reads the storage when it is first asked. */
export class SessionStore extends Observable {
  readonly #open: () => Storage;
  /** What the member's streams are without adverts by, where the storage keeps nothing [R52]. */
  heldPass: AdFreePass | null = null;
  #token: string | null = null;
  /** The storage did not take the session: it is the page's alone, and what is not stored says nothing of it. */
  #isPagesOwn = false;
  #state = UNKNOWN_SESSION;

  /**
   * @param open gives the browser's storage; may throw where it is blocked: the session then lasts as long as
   * the page.
   */
  constructor(open: () => Storage = () => localStorage) {
    super();
    this.#open = open;
  }

  readonly getState = (): SessionState => {
    if (this.#state.isLoading) this.#read();
    return this.#state;
  };

  /** The bearer token of wire calls; null for a guest. */
  getToken(): string | null {
    this.getState();
    return this.#token;
  }

  /** Whether the token is still where it was stored; of one that could not be stored it is. */
  holdsToken(): boolean {
    let held = this.getToken();
    if (!this.#isPagesOwn)
      this.#withStorage((storage) => {
        held = storage.getItem(TOKEN_KEY);
      });
    return held !== null;
  }

  signIn(user: User, token: string): void {
    // What the browser keeps for the member before goes with their session.
    if (user.id !== this.getState().user?.id) this.#withStorage(clearBelongings);
    this.#isPagesOwn = true;
    this.#withStorage((storage) => {
      try {
        writeSession(storage, { user, token });
      } catch (error) {
        // A store that is full would keep this token beside the user of before.
        storage.removeItem(TOKEN_KEY);
        throw error;
      }
      this.#isPagesOwn = false;
    });
    this.#show(token, stateOf(user));
  }

  /** Replaces the member's data; does nothing for a guest, or once somebody else has signed in. */
  updateUser(user: User): void {
    const { user: present } = this.getState();
    const token = this.#token;
    if (token === null || user.id !== present?.id) return;
    // Another tab's sign-in may be in the storage already, and the word of it on its way.
    this.#withStorage((storage) => {
      if (storage.getItem(TOKEN_KEY) === token) writeSession(storage, { user, token });
    });
    this.#show(token, stateOf(user));
  }

  /** Token and user are removed, here and in the other tabs. */
  clear(): void {
    this.#isPagesOwn = false;
    this.#withStorage(clearSession);
    this.#show(null, GUEST);
  }

  /**
   * Another tab has stored something.
   * @param key null when it has cleared everything
   */
  storageChanged(key: string | null): void {
    if (![null, TOKEN_KEY, USER_KEY].includes(key)) return;
    if (this.#isPagesOwn)
      this.#withStorage((storage) => {
        this.#isPagesOwn = storage.getItem(TOKEN_KEY) === null;
      });
    if (this.#isPagesOwn) return;
    this.#read();
    this.#show(this.#token, { ...this.#state, isFromOtherTab: true });
  }

  /** Takes up who has signed in in another tab, the word of which may be on its way. */
  catchUp(): void {
    this.#withStorage((storage) => {
      const stored = storage.getItem(TOKEN_KEY);
      if (stored !== null && stored !== this.#token) this.storageChanged(TOKEN_KEY);
    });
  }

  #read(): void {
    try {
      const session = readSession(this.#open());
      this.#token = session?.token ?? null;
      this.#take(session === null ? GUEST : stateOf(session.user));
    } catch {
      this.#withStorage(clearSession);
      this.#token = null;
      this.#take({ ...GUEST, error: 'initialisation' });
    }
  }

  #show(token: string | null, state: SessionState): void {
    this.#token = token;
    this.#take(state);
    this.tell();
  }

  #take(state: SessionState): void {
    if (state.user?.id !== this.#state.user?.id) this.heldPass = null;
    this.#state = { ...state, wasMember: this.#state.wasMember || state.isAuthenticated };
  }

  #withStorage(work: (storage: Storage) => void): void {
    try {
      work(this.#open());
    } catch {
      // Blocked or full storage: the session lasts as long as the page.
    }
  }
}

function stateOf(user: User): SessionState {
  return {
    ...GUEST,
    user,
    isAuthenticated: true,
    needsProfileCompletion: needsProfileCompletion(user),
    needsUsername: needsUsername(user),
  };
}

/** The page's session. On the server it exists but is never asked. */
export const sessionOf = onePerPage(() => new SessionStore());

/** The token of the pass, also one that has expired; null without one. */
export function adFreeTokenOf(browser: Browser): string | null {
  return sessionOf(browser).heldPass?.token ?? browser.storage.read(AD_FREE_KEY);
}
