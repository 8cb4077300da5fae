import {
  checkEmail,
  checkFirstName,
  checkLastName,
  checkNewPassword,
  checkUsername,
  type FieldProblem,
} from '#src/members/rules/account-rules.ts';

/** The fields of the register dialog. */
export interface RegistrationFields {
  readonly firstName: string;
  readonly lastName: string;
  /** Blank: chosen later. */
  readonly pseudo: string;
  readonly email: string;
  readonly password: string;
  readonly again: string;
}

export const EMPTY_REGISTRATION: RegistrationFields = {
  firstName: '',
  lastName: '',
  pseudo: '',
  email: '',
  password: '',
  again: '',
};

/** The broken rule of each field [A22, A23, A24, A25]. */
export function checkRegistration(
  fields: RegistrationFields,
): Record<keyof RegistrationFields, FieldProblem | null> {
  return {
    firstName: checkFirstName(fields.firstName),
    lastName: checkLastName(fields.lastName),
    pseudo: fields.pseudo.trim() === '' ? null : checkUsername(fields.pseudo),
    email: checkEmail(fields.email),
    ...checkNewPassword(fields),
  };
}
