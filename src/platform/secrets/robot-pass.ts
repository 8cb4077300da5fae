import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { isSameSecret } from './same-secret.ts';

/** The request header in which this station's own robot proves itself [W155]. */
export const ROBOT_HEADER = 'x-onde-robot';

/** The purpose of the key that signs passes; see instanceKey. */
export const ROBOT_PURPOSE = 'robot listener';

/** [W155] Minutes on either side of now whose passes count: the robot may run on another machine. */
const MINUTES_APART = 1;

/**
 * The value of ROBOT_HEADER for a request that is sent now, of characters that a header takes as they are. A robot
 * makes one for each request:
 *
 *     const key = instanceKey(dataFolder(settings.dataDir).secret, ROBOT_PURPOSE);
 *     fetch(address, { headers: { [ROBOT_HEADER]: robotPass(key, clock.nowMs()) } });
 */
export function robotPass(key: Buffer, nowMs: number): string {
  return signature(key, minuteOf(nowMs)).toString('base64url');
}

/** Whether a header's value is the pass of this minute or of one beside it, made with this key. */
export function isRobotPass(key: Buffer, pass: string, nowMs: number): boolean {
  const given = Buffer.from(pass, 'base64url');
  const minute = minuteOf(nowMs);
  for (let apart = -MINUTES_APART; apart <= MINUTES_APART; apart += 1) {
    if (isSameSecret(given, signature(key, minute + apart))) return true;
  }
  return false;
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}

function signature(key: Buffer, minute: number): Buffer {
  return createHmac('sha256', key).update(String(minute)).digest();
}
