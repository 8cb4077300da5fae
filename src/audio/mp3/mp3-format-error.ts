/**
 * Why bytes cannot go on air: `no-frames` (no MP3 at all), `wrong-format` (MP3 of another rate or layout),
 * `broken` (frames, then something that is neither a frame nor a tag).
 */
export type Mp3Fault = 'no-frames' | 'wrong-format' | 'broken';

export class Mp3FormatError extends Error {
  override readonly name = 'Mp3FormatError';
  readonly reason: Mp3Fault;

  constructor(reason: Mp3Fault, message: string) {
    super(message);
    this.reason = reason;
  }
}
