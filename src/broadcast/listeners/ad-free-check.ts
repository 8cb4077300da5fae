import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { AD_FREE_PURPOSE, verifyAdFreeToken } from '#src/platform/secrets/ad-free-token.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';

/**
 * Whether a stream's address carries a token that counts at this moment [W57]: by the key alone, without the database.
 * Without a readable key nobody's does, and the music goes on.
 */
export function adFreeCheck(options: {
  /** Where the instance's secret lies. */
  secret: string;
  clock: Clock;
  logger: Logger;
}): (token: string | null) => boolean {
  const { clock, logger } = options;
  const key = keyOrNull(options.secret, logger);
  return (token) => key !== null && token !== null && verifyAdFreeToken(key, token, clock.nowMs()) !== null;
}

function keyOrNull(secret: string, logger: Logger): Buffer | null {
  try {
    return instanceKey(secret, AD_FREE_PURPOSE);
  } catch (error) {
    logger.error(
      { err: error },
      'members hear adverts, as their tokens cannot be checked: check the disk and the rights of DATA_DIR',
    );
    return null;
  }
}
