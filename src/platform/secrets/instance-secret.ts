import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

const SECRET_BYTES = 32;
const WRITTEN = /^[0-9a-f]{64}\n$/;

/**
 * The key of this DATA_DIR for one purpose, 256 bits. The secret behind all of them is made at the first need
 * and stays: every process of the instance reads the same one, and a key for one purpose tells nothing of
 * another's.
 * @throws {OperatorError} when the file holds something else
 */
export function instanceKey(path: string, purpose: string): Buffer {
  const secret = read(path) ?? make(path);
  return Buffer.from(hkdfSync('sha256', secret, '', `onde ${purpose}`, SECRET_BYTES));
}

function read(path: string): Buffer | null {
  try {
    const text = readFileSync(path, 'utf8');
    if (WRITTEN.test(text)) return Buffer.from(text.trim(), 'hex');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
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
