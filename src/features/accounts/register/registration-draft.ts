import { REGISTRATION_DRAFT_KEY } from '#src/features/accounts/sessions/sign-in.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import type { Drafts } from '#src/page/form/use-form.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { EMPTY_REGISTRATION, type RegistrationFields } from './registration.ts';

/**
 * What a guest has written of a registration: neither a press beside its dialog nor a reload throws it away. It lasts
 * as long as the tab, or the page where the storage is blocked, and no password is kept.
 */
export class RegistrationDraft implements Drafts<keyof RegistrationFields> {
  readonly #storage: BrowserStorage;
  #kept: RegistrationFields | null;
  #lostUsername: string | null;

  constructor(storage: BrowserStorage) {
    this.#storage = storage;
    const kept = storage.readJson(REGISTRATION_DRAFT_KEY);
    this.#kept = readFields(kept);
    this.#lostUsername = readLost(kept);
  }

  /**
   * The username, '' without one, that was sent and whose answer got lost: the account may be there [A142]. Null where
   * none did.
   */
  get lostUsername(): string | null {
    return this.#lostUsername;
  }

  lose(username: string): void {
    this.#lostUsername = username.trim();
    this.keep(this.#kept ?? EMPTY_REGISTRATION);
  }

  /** What a dialog has not begun with comes late nowhere. */
  read(): null {
    return null;
  }

  keep(fields: RegistrationFields): void {
    const { password: _, again: __, ...kept } = fields;
    this.#kept = { ...EMPTY_REGISTRATION, ...kept };
    const lost = this.#lostUsername === null ? {} : { lostUsername: this.#lostUsername };
    this.#storage.write(REGISTRATION_DRAFT_KEY, JSON.stringify({ ...kept, ...lost }));
  }

  forget(): void {
    this.#kept = this.#lostUsername = null;
    this.#storage.remove(REGISTRATION_DRAFT_KEY);
  }

  /**
   * What a dialog begins with.
   * @param email as the dialog before had it; '' for none
   * @param wasMember somebody has signed in in this page meanwhile: what was written may be of somebody else
   */
  begin(email: string, wasMember: boolean): RegistrationFields {
    if (wasMember) this.forget();
    const fields = this.#kept ?? EMPTY_REGISTRATION;
    return { ...fields, email: email || fields.email };
  }
}

function readFields(kept: unknown): RegistrationFields | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const written: { readonly [Name in keyof RegistrationFields]?: unknown } = kept;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...EMPTY_REGISTRATION,
    firstName: textOf(written.firstName),
    lastName: textOf(written.lastName),
    username: textOf(written.username),
    email: textOf(written.email),
  };
}

function readLost(kept: unknown): string | null {
  if (typeof kept !== 'object' || kept === null || !('lostUsername' in kept)) return null;
  return typeof kept.lostUsername === 'string' ? kept.lostUsername : null;
}

export const draftOf = onePerPage(({ tabStorage }) => new RegistrationDraft(tabStorage));
