/**
 * Every failure code of the wire and its HTTP status [W11]. Codes are stable: clients compare them.
 * The sentence of each stands in `i18n/catalogues/errors`.
 */
export const WIRE_ERRORS = {
  malformed_body: 400,
  missing_parameter: 400,
  invalid_parameter: 400,
  authentication_required: 401,
  sign_in_expired: 400,
  invalid_credentials: 401,
  credential_invalid: 401,
  email_not_verified: 403,
  sign_in_cancelled: 403,
  provider_email_unverified: 403,
  provider_link_unproven: 403,
  wrong_password: 403,
  sign_in_too_old: 403,
  forbidden: 403,
  unknown_client: 403,
  member_blocked: 403,
  unknown_endpoint: 404,
  sign_in_not_offered: 404,
  captcha_not_offered: 404,
  stream_not_found: 404,
  track_not_found: 404,
  artist_not_found: 404,
  chart_not_found: 404,
  moment_not_found: 404,
  member_not_found: 404,
  session_not_found: 404,
  comment_not_found: 404,
  method_not_allowed: 405,
  username_taken: 409,
  email_taken: 409,
  already_voted: 409,
  duplicate_comment: 409,
  diary_off: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  date_outside_window: 422,
  captcha_required: 422,
  captcha_invalid: 422,
  token_invalid: 422,
  token_expired: 422,
  token_used: 422,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
  provider_unavailable: 503,
  captcha_unavailable: 503,
} as const;
export type WireErrorCode = keyof typeof WIRE_ERRORS;

/** Codes of `fields` in a 422: which rule a field breaks. */
export const FIELD_ERRORS = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'line_break',
  'username_too_short',
  'username_too_long',
  'username_characters',
  'username_length',
  'username_taken',
  'first_name_too_short',
  'last_name_too_short',
  'name_too_long',
  'email_invalid',
  'email_taken',
  'password_too_short',
  'password_common',
  'passwords_differ',
  'volume_out_of_range',
  'language_unknown',
  'theme_unknown',
  'stream_unknown',
  'comment_required',
  'comment_too_long',
  'websites_not_allowed',
] as const;
export type FieldErrorCode = (typeof FIELD_ERRORS)[number];

const FIELD_CODES: ReadonlySet<string> = new Set(FIELD_ERRORS);

export function isFieldError(value: unknown): value is FieldErrorCode {
  return typeof value === 'string' && FIELD_CODES.has(value);
}
