import { type FieldErrorCode, WIRE_ERRORS, type WireErrorCode } from '#src/contract/wire-errors.ts';

export interface WireErrorDetails {
  /** For the placeholders of the code's sentence. */
  values?: Readonly<Record<string, string | number>>;
  /** Which rule each field breaks (422). */
  fields?: Readonly<Record<string, FieldErrorCode>>;
  /** When the caller may try again (429, 503). */
  retryAfterSeconds?: number;
  /** Methods that are there instead (405). */
  allow?: readonly string[];
  cause?: unknown;
}

/**
 * A failure for the caller to read: thrown anywhere behind the wire door, made an answer there and nowhere
 * else.
 */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code: WireErrorCode;
  readonly status: number;
  readonly details: WireErrorDetails;

  constructor(code: WireErrorCode, details: WireErrorDetails = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.status = WIRE_ERRORS[code];
    this.details = details;
  }
}
