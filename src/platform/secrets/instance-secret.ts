import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';

const SECRET_BYTES = 32;
const WRITTEN = /^[0-9a-f]{64}\n$/;

/**
 * The key of this DATA_DIR for one purpose, 256 bits. The secret behind all of them is made at the first need
 * and stays: every process of the instance reads the same one, and a key for one purpose tells nothing of
 * another's.
 * @throws {OperatorError} when the file holds something else
 */
export function instanceKey(path: string, purpose: string): Buffer {
  return keyOf(read(path) ?? make(path), purpose);
}

function keyOf(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `onde ${purpose}`, SECRET_BYTES));
}

/** How often a process that lives for months looks whether the secret was replaced. */
const LOOK_EVERY_MS = 5_000;

/**
 * As instanceKey, for a process that goes on when the secret is replaced by that of the station's other machines: gives
 * the key that is known, and looks beside that whether it is still the one. A disk that hangs stops nobody who asks.
 * @throws {OperatorError} at the first time alone; a file that cannot be read later leaves the key as it was
 */
export function followedKey(path: string, purpose: string, clock: Pick<Clock, 'monotonicMs'>): () => Buffer {
  let key = instanceKey(path, purpose);
  /** Of the file that the last look read; the first one reads it again. */
  let stamp = '';
  let lookedMs = clock.monotonicMs();
  let isLooking = false;
  const look = async () => {
    const { ino, mtimeMs } = await stat(path);
    const found = `${ino} ${mtimeMs}`;
    if (found === stamp) return;
    key = keyOf(secretIn(await readFile(path, 'utf8'), path), purpose);
    stamp = found;
  };
  const lookOrLeave = async () => {
    isLooking = true;
    // Looked at again: whoever replaces it is not done, or the disk is away.
    await look().catch(() => {});
    isLooking = false;
  };
  return () => {
    if (!isLooking && clock.monotonicMs() - lookedMs >= LOOK_EVERY_MS) {
      lookedMs = clock.monotonicMs();
      void lookOrLeave();
    }
    return key;
  };
}

/**
 * As followedKey, for what goes on without the key: null when it cannot be read, and the log says what is lost by that.
 */
export function followedKeyOrNull(
  path: string,
  purpose: string,
  { clock, logger, loss }: { clock: Pick<Clock, 'monotonicMs'>; logger: Logger; loss: string },
): (() => Buffer) | null {
  try {
    return followedKey(path, purpose, clock);
  } catch (error) {
    logger.error({ err: error }, `${loss}: check the disk and the rights of DATA_DIR`);
    return null;
  }
}

/**
 * The secret itself, in hexadecimal, for the station's other machines; made when there is none.
 * @throws {OperatorError} when the file holds something else
 */
export function instanceSecret(path: string): string {
  return (read(path) ?? make(path)).toString('hex');
}

/** Puts the secret of the station's other machines in the place of this DATA_DIR's own. */
export function replaceInstanceSecret(path: string, secret: string): void {
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}

function read(path: string): Buffer | null {
  try {
    return secretIn(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function secretIn(text: string, path: string): Buffer {
  if (WRITTEN.test(text)) return Buffer.from(text.trim(), 'hex');
  throw new OperatorError(
    `${path} does not hold the secret that was written there.`,
    'Put it back from a backup, or delete it: Onde makes another, and tokens that were given out end.',
  );
}

/** One wins of several processes that make it at once, and the file is never there without its content. */
function make(path: string): Buffer {
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const secret = read(path);
  if (secret === null) throw new Error(`${path} went as soon as it was written.`);
  return secret;
}
