import { UniqueViolation } from '#src/db/errors/constraint-violations.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/** The error for a username or address that another member has; any other error is thrown on as it is. */
export function takenError(error: unknown): unknown {
  if (!(error instanceof UniqueViolation) || error.table !== 'users') return error;
  if (error.columns.includes('pseudo_folded'))
    return new WireError('username_taken', { fields: { pseudo: 'username_taken' }, cause: error });
  if (error.columns.includes('email_folded'))
    return new WireError('email_taken', { fields: { email: 'email_taken' }, cause: error });
  return error;
}
