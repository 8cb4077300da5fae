import type { Language } from '#src/contract/languages.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { translate } from '#src/i18n/translate.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/** About what a database takes to restart. */
const RETRY_AFTER_SECONDS = 5;

/** `body` is what the JSON will say; null for an answer without one. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | null;
}

/** The failure that the caller is told of: the error itself where it was meant for the caller. */
export function publicFailure(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof DatabaseUnavailable)
    return new WireError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  return new WireError('internal_error');
}

/** The answer for a failure [W11], with its sentence in the caller's language. */
export function failureAnswer(error: WireError, language: Language): WireAnswer {
  const { fields, retryAfterSeconds, allow } = error.details;
  return {
    status: error.status,
    headers: {
      ...(allow && { allow: allow.join(', ') }),
      ...(retryAfterSeconds !== undefined && {
        'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))),
      }),
    },
    body: { success: false, error: sentence(error, language), code: error.code, ...(fields && { fields }) },
  };
}

/**
 * A broken rule has its own sentence, that of the first field. So has a field of the wrong type, and one with a text that
 * no database keeps.
 */
function sentence(error: WireError, language: Language): string {
  const { fields, values } = error.details;
  const [first] = Object.entries(fields ?? {});
  if (error.code === 'validation_failed' && first !== undefined) {
    const [name, code] = first;
    return translate(language, `errors.fields.${code}`, { name, ...values });
  }
  if (error.code === 'malformed_body' && values !== undefined)
    return translate(language, `errors.malformed_${'name' in values ? 'field' : 'text'}`, values);
  return translate(language, `errors.${error.code}`, values);
}
