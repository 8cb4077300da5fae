import { z } from 'zod';

/**
 * Why a file is not played. The first group is about its content, and stays until the file changes. The
 * second group may be over at the next import; `busy` blames the disk or the network. Files of the third
 * group are played all the same.
 */
const LASTING_REASONS = [
  'not-audio',
  'broken',
  'cut-off',
  'silent',
  'too-short',
  'too-long',
  'crashed',
  'too-slow',
  'too-large',
] as const;
const PASSING_REASONS = ['unreadable', 'busy', 'unfinished', 'gone', 'other-kind'] as const;
const REMARKS = ['without-cover', 'not-renewed'] as const;

/**
 * The way in which files are judged today, counted up by a version that takes in what an earlier one refused: what was
 * refused in another way is looked at once more. Entries of before it was counted say nothing.
 */
export const JUDGEMENT = 1;

export const lastingReasonSchema = z.enum(LASTING_REASONS);
export const remarkSchema = z.enum(REMARKS);
export const rejectReasonSchema = z.enum([...LASTING_REASONS, ...PASSING_REASONS]);
export type RejectReason = z.infer<typeof rejectReasonSchema>;
export const rejectedReasonSchema = z.enum([...LASTING_REASONS, ...PASSING_REASONS, ...REMARKS]);

/** A file that cannot go on air; `message` completes the sentence that its name begins. */
export class RejectedFile extends Error {
  override readonly name = 'RejectedFile';
  readonly reason: RejectReason;

  constructor(reason: RejectReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
