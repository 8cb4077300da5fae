import { accessSync, constants, statSync } from 'node:fs';
import { hasErrorCode, isNothingThere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { shellWord } from '#src/platform/text/shell-word.ts';

const ROOT = 0;

/**
 * Keeps root from working on the data of another account, as `sudo npx onde import` would: what root writes
 * there, the station could not read. The account is that of the instance that ran here; before a first start,
 * that of the folder, which for a service may be a volume that only looks like another's. Whoever else may not look
 * into the folder is told whose it is, lest they open to all what is private.
 * @throws {OperatorError} that names the account
 */
export function refuseForeignData(
  { root, lock }: Pick<DataFolder, 'root' | 'lock'>,
  { userId, isService }: { userId: number | null; isService: boolean },
): void {
  if (userId !== ROOT) {
    // A service is told by its lock: its folder may be a volume that is still to be given to it.
    if (userId !== null && !isService) refuseStrangers(root, userId);
    return;
  }
  const owner = ownerOf(lock) ?? (isService ? null : ownerOf(root));
  if (owner === null || owner === ROOT) return;
  throw new OperatorError(
    `${root} belongs to account ${owner}, which could not read what root writes there.`,
    `Run this as that account: sudo -u '#${owner}' npx onde … (or give the whole folder to root: chown -R root ${shellWord(root)})`,
  );
}

function refuseStrangers(root: string, userId: number): void {
  if (mayUse(root)) return;
  const owner = ownerOf(root);
  if (owner === null || owner === userId) return;
  throw new OperatorError(
    `${root} belongs to account ${owner}, and this one may not look into it.`,
    `Run this as that account: sudo -u '#${owner}' npx onde … (or set DATA_DIR to a folder of this one)`,
  );
}

function mayUse(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'EACCES');
  }
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch (error) {
    if (isNothingThere(error)) return null;
    throw error;
  }
}
