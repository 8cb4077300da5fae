import { onePerPage } from '#src/page/browser/browser.ts';
import type { Drafts } from '#src/page/form/use-form.ts';
import { EMPTY_REGISTRATION, type RegistrationFields } from './registration.ts';

/**
 * What a guest has written of a registration whose dialog is closed: a press beside it throws nothing away. It
 * lasts as long as the page, and no password is kept.
 */
export class RegistrationDraft implements Drafts<keyof RegistrationFields> {
  #kept: RegistrationFields | null = null;

  /** What a dialog has not begun with comes late nowhere. */
  read(): null {
    return null;
  }

  keep(fields: RegistrationFields): void {
    this.#kept = { ...fields, password: '', again: '' };
  }

  forget(): void {
    this.#kept = null;
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

export const draftOf = onePerPage(() => new RegistrationDraft());
