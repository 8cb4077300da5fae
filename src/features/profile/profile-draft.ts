import {
  checkFirstName,
  checkLastName,
  checkProfileUsername,
  type FieldProblem,
} from '#src/members/rules/account-rules.ts';
import type { User } from '#src/page/session/user.wire.ts';

/** The parts of the account that a member may change: never the e-mail address [A25, A44]. */
export interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  /** Blank leaves the present one. */
  readonly pseudo: string;
}

export function draftOf(user: User): ProfileDraft {
  return { firstName: user.first_name ?? '', lastName: user.last_name ?? '', pseudo: user.pseudo ?? '' };
}

/** Which field of a draft breaks which rule. */
export function problemsOfDraft(draft: ProfileDraft): Record<keyof ProfileDraft, FieldProblem | null> {
  return {
    firstName: checkFirstName(draft.firstName),
    lastName: checkLastName(draft.lastName),
    pseudo: checkProfileUsername(draft.pseudo),
  };
}
