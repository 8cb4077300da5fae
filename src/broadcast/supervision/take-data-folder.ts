import { resolve } from 'node:path';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { makePrivateFile, makePrivateFolder } from '#src/platform/files/file-rights.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { endLeftovers, LEFTOVER_GRACE_MS } from './leftover-processes.ts';
import { prepareSocketFolder } from './socket-folder.ts';

/** The data folder while no other instance may run on it. */
export interface TakenDataFolder extends Disposable {
  folder: DataFolder;
  /** Where the unix sockets of this instance lie. */
  sockets: string;
  /** Warnings for the operator about what is open to others. */
  warnings: string[];
}

/**
 * Takes the data folder for this instance until disposed, and clears away what one before has left.
 * @throws {OperatorError} when another instance runs on it, or it cannot be written
 */
export function takeDataFolder(dataDir: string, clock: Clock): TakenDataFolder {
  using opening = new DisposableStack();
  const folder = dataFolder(dataDir);
  const warnings = closeToOthers({
    dataDir: folder.root,
    envFile: resolve('.env'),
    userId: process.getuid?.() ?? null,
  });
  opening.use(takeInstanceLock(folder));
  const sockets = prepareSocketFolder(folder);
  opening.use(clock.after(LEFTOVER_GRACE_MS, () => endLeftovers(sockets)));
  const resources = opening.move();
  return { folder, sockets, warnings, [Symbol.dispose]: () => resources.dispose() };
}

function takeInstanceLock(folder: DataFolder): Disposable {
  const lock = acquireLock(folder.lock);
  if (lock) return lock;
  throw new OperatorError(
    `Another instance of Onde is running on ${folder.root}.`,
    'Stop it first (Ctrl-C where it runs, or systemctl stop), or give this one a DATA_DIR and a PORT of its own.',
  );
}

/** The surroundings that a start looks at. */
interface Surroundings {
  dataDir: string;
  envFile: string;
  /** The account that runs Onde; null where the system has none. */
  userId: number | null;
}

/** Closes files that other accounts must not read, and gives the warnings for the operator. */
export function closeToOthers({ dataDir, envFile, userId }: Surroundings): string[] {
  makePrivateFolder(dataDir);
  const told: string[] = [];
  const env = makePrivateFile(envFile);
  if (env === 'closed') told.push(`${envFile} could be read by other accounts; now only its owner can`);
  if (env === 'open')
    told.push(`${envFile} can be read by other accounts and may hold passwords: chmod 600 ${envFile}`);
  if (userId === 0)
    told.push(
      'Onde runs as root, with every right on this machine, and opens the files of others: give it an account of its own (deploy/systemd has a unit)',
    );
  return told;
}
