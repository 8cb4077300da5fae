import type { ReactNode } from 'react';

/** How a form deals with the captcha of its station, whichever that is. */
export interface CaptchaControl {
  /** What the visitor sees of it. */
  readonly box: ReactNode;
  /** Whether another token can be had without the visitor. */
  readonly isSilent: boolean;
  /** Whether the visitor has nothing to do, or has done it. */
  readonly isPassed: boolean;
  /** The visitor has begun to write. */
  begin(): void;
  /**
   * Returns the token for the call; null while the visitor still has something to do.
   * @throws {CallError} when no challenge could be had
   */
  token(): Promise<string | null>;
  /** The token was used, or refused. */
  forget(): void;
}
