import { CallError } from '#src/page/wire/call-error.ts';
import { serverWords } from '#src/page/wire/server-words.ts';

/** Why a form was not accepted. */
export interface SubmitFailure {
  /** In words, for the red box. */
  readonly error: string | null;
  /** The server's code of what went wrong. */
  readonly code: string | null;
  /** Which field broke which rule, by the server. */
  readonly problems: Readonly<Record<string, string>>;
  /** The server understood and said no. */
  readonly isRefusal: boolean;
}

export const NO_FAILURE: SubmitFailure = { error: null, code: null, problems: {}, isRefusal: false };

/** Fields of conflicts, for a server that names none. */
const CONFLICTS: Readonly<Record<string, string>> = { username_taken: 'pseudo', email_taken: 'email' };

/** @param fallback what is said when the server has not said what went wrong */
export function failureOf(error: unknown, fallback: string): SubmitFailure {
  const words = serverWords(error) ?? fallback;
  if (!(error instanceof CallError)) return { ...NO_FAILURE, error: words };
  const { code, status, fields } = error;
  const conflict = CONFLICTS[code];
  const problems = conflict === undefined ? fields : { [conflict]: code, ...fields };
  return { error: words, code, problems, isRefusal: status >= 400 && status < 500 };
}

/**
 * What is left of a failure once a field has been changed: a refusal is no longer true of what it concerned, that field or
 * the form as a whole.
 */
export function afterChange(failure: SubmitFailure, field: string): SubmitFailure {
  if (!failure.isRefusal) return failure;
  const { [field]: problem, ...problems } = failure.problems;
  const isRefusedElsewhere = Object.keys(problems).length > 0;
  if (!isRefusedElsewhere) return NO_FAILURE;
  return problem === undefined ? failure : { ...failure, problems };
}
