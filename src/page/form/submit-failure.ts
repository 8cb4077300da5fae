import { CallError } from '#src/page/wire/call-error.ts';

/** Why a form was not accepted. */
export interface SubmitFailure {
  /** What the sending threw; null for nothing. */
  readonly cause: unknown;
  /** The server's code of what went wrong. */
  readonly code: string | null;
  /** Which field broke which rule, by the server. */
  readonly problems: Readonly<Record<string, string>>;
  /** Whether the server understood the call and refused it. */
  readonly isRefusal: boolean;
}

export const NO_FAILURE: SubmitFailure = { cause: null, code: null, problems: {}, isRefusal: false };

/** The field of each conflict, for replies that name none. */
const CONFLICTS: Readonly<Record<string, string>> = { username_taken: 'username', email_taken: 'email' };

export function failureOf(cause: unknown): SubmitFailure {
  if (!(cause instanceof CallError)) return { ...NO_FAILURE, cause };
  const { code, status } = cause;
  const fields = fieldsOf(cause);
  const conflict = CONFLICTS[code];
  const problems = conflict === undefined ? fields : { [conflict]: code, ...fields };
  return { cause, code, problems, isRefusal: status >= 400 && status < 500 };
}

/** The fields by the names that forms have for them. */
function fieldsOf({ fields: { pseudo: username, ...others } }: CallError): SubmitFailure['problems'] {
  return username === undefined ? others : { ...others, username };
}

/**
 * Keeps of a failure what still holds after a change of a field: a refusal is over for that field, and for
 * the form as a whole, whose sentence may have been about that field.
 */
export function afterChange(failure: SubmitFailure, field: string): SubmitFailure {
  if (!failure.isRefusal) return failure;
  const { [field]: problem, ...problems } = failure.problems;
  const isRefusedElsewhere = Object.keys(problems).length > 0;
  if (!isRefusedElsewhere) return NO_FAILURE;
  return problem === undefined ? failure : { ...failure, cause: null, problems };
}
