import { AD_FREE_KEY, AD_FREE_UNTIL_KEY } from '#src/page/session/session-storage.ts';
import { browserStorage } from '#src/page/storage/browser-storage.ts';

/** The token by which a member's stream is without adverts. */
export interface AdFreePass {
  readonly token: string;
  readonly expiresMs: number;
}

/** The pass that is kept in this browser, also one that has expired; null without one. */
export function readPass(): AdFreePass | null {
  const token = browserStorage.read(AD_FREE_KEY);
  const expiresMs = Number(browserStorage.read(AD_FREE_UNTIL_KEY));
  return token === null ? null : { token, expiresMs };
}

export function writePass({ token, expiresMs }: AdFreePass): void {
  browserStorage.write(AD_FREE_KEY, token);
  browserStorage.write(AD_FREE_UNTIL_KEY, String(expiresMs));
}
