import {
  checkFirstName,
  checkLastName,
  checkProfileUsername,
  type FieldProblems,
  problemsOf,
} from '#src/features/accounts/rules/account-rules.ts';
import type { Availability } from '#src/features/accounts/username/username-check.ts';
import type { User } from '#src/page/session/user.wire.ts';

/** The parts of the account that a member may change: never the e-mail address [A25, A44]. */
export interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  /** Blank leaves the present one. */
  readonly pseudo: string;
}
export type ProfileField = keyof ProfileDraft;
export type ProfileProblems = FieldProblems<ProfileField>;

export function draftOf(user: User): ProfileDraft {
  return { firstName: user.first_name ?? '', lastName: user.last_name ?? '', pseudo: user.pseudo ?? '' };
}

/** The rules that a draft breaks; null when it can be saved. */
export function problemsOfDraft(draft: ProfileDraft, availability: Availability): ProfileProblems | null {
  return problemsOf({
    firstName: checkFirstName(draft.firstName),
    lastName: checkLastName(draft.lastName),
    pseudo: availability === 'taken' ? 'username_taken' : checkProfileUsername(draft.pseudo),
  });
}
