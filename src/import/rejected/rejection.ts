import { z } from 'zod';

/**
 * Why a file is not played. The first group lies in its content: it stays so until the file changes. The second group
 * may be over at the next import.
 */
export const LASTING_REASONS = ['not-audio', 'broken', 'cut-off', 'silent', 'too-short'] as const;
export const PASSING_REASONS = ['unreadable', 'crashed', 'unfinished', 'other-kind'] as const;

export const lastingReasonSchema = z.enum(LASTING_REASONS);
export const rejectReasonSchema = z.enum([...LASTING_REASONS, ...PASSING_REASONS]);
export type RejectReason = z.infer<typeof rejectReasonSchema>;

/** A file that cannot go on air; `message` completes the sentence that its name begins. */
export class RejectedFile extends Error {
  override readonly name = 'RejectedFile';
  readonly reason: RejectReason;

  constructor(reason: RejectReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
