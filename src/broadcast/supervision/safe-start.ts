import { makePrivateFile, makePrivateFolder } from '#src/platform/files/file-rights.ts';

/** The surroundings that a start looks at. */
export interface Surroundings {
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
      'Onde runs as root, with every right on this machine, and opens the files of others: give it an account of its own (the README has a systemd unit)',
    );
  return told;
}
