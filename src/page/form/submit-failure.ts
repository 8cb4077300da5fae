import type { Text } from '#src/i18n/text-key.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';

/** Why a form was not accepted. */
export interface SubmitFailure {
  /** In words, for the red box. */
  readonly error: string | null;
  /** The server's code of what went wrong. */
  readonly code: string | null;
  /** Which field broke which rule, by the server. */
  readonly problems: Readonly<Record<string, string>>;
  /** Whether the server understood the call and refused it. */
  readonly isRefusal: boolean;
}

export const NO_FAILURE: SubmitFailure = { error: null, code: null, problems: {}, isRefusal: false };

/** The field of each conflict, for replies that name none. */
const CONFLICTS: Readonly<Record<string, string>> = { username_taken: 'username', email_taken: 'email' };

/** @param fallback the sentence where the server gave none */
export function failureOf(text: Text, error: unknown, fallback: string): SubmitFailure {
  const words = failureWords(text, error, fallback);
  if (!(error instanceof CallError)) return { ...NO_FAILURE, error: words };
  const { code, status } = error;
  const fields = fieldsOf(error);
  const conflict = CONFLICTS[code];
  const problems = conflict === undefined ? fields : { [conflict]: code, ...fields };
  return { error: words, code, problems, isRefusal: status >= 400 && status < 500 };
}

/** The fields by the names that forms have for them. */
function fieldsOf({ fields: { pseudo: username, ...others } }: CallError): SubmitFailure['problems'] {
  return username === undefined ? others : { ...others, username };
}

/**
 * Keeps of a failure what still holds after a change of a field: a refusal is over for that field, and for
 * the form as a whole.
 */
export function afterChange(failure: SubmitFailure, field: string): SubmitFailure {
  if (!failure.isRefusal) return failure;
  const { [field]: problem, ...problems } = failure.problems;
  const isRefusedElsewhere = Object.keys(problems).length > 0;
  if (!isRefusedElsewhere) return NO_FAILURE;
  return problem === undefined ? failure : { ...failure, problems };
}
