import type { Language } from '#src/contract/languages.ts';
import { translate } from '#src/i18n/translate.ts';
import type { WireError } from '#src/platform/wire/wire-error.ts';
import type { WireAnswer } from './wire-exchange.ts';

/** The body of a failure [W11], its sentence in the caller's language. */
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

/** A broken rule has its own sentence, that of the first field. So has a field of the wrong type. */
function sentence(error: WireError, language: Language): string {
  const { fields, values } = error.details;
  const [first] = Object.entries(fields ?? {});
  if (error.code === 'validation_failed' && first !== undefined) {
    const [name, code] = first;
    return translate(language, `errors.fields.${code}`, { name, ...values });
  }
  if (error.code === 'malformed_body' && values !== undefined)
    return translate(language, 'errors.malformed_field', values);
  return translate(language, `errors.${error.code}`, values);
}
