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
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly again: string;
}

export const EMPTY_REGISTRATION: RegistrationFields = {
  firstName: '',
  lastName: '',
  username: '',
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
    username: fields.username.trim() === '' ? null : checkUsername(fields.username),
    email: checkEmail(fields.email),
    ...checkNewPassword(fields),
  };
}
