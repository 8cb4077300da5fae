import type { Command } from 'commander';
import { backupName } from '#src/backup/backup-format.ts';
import { folderPlace, refuseUsedName, splitPath } from '#src/backup/backup-place.ts';
import { type MadeBackup, makeBackup } from '#src/backup/make-backup.ts';
import { backUpNightly, type NightlyBackup } from '#src/backup/nightly.ts';
import { stopBySignal } from '#src/backup/scratch.ts';
import type { OnProgress } from '#src/db/copies/snapshot.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { writeBackupByHand } from '#src/platform/last-backup/last-backup.ts';
import { printable } from '#src/platform/log/printable.ts';
import { isBucketAddress } from '#src/platform/object-store/bucket-address.ts';
import { dieFirst } from '#src/platform/process/process-memory.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { valuesCutShort } from '#src/platform/settings/setting-warnings.ts';
import { readSettings, type Settings } from '#src/platform/settings/settings.ts';
import { openBackupPlace } from './backup-places.ts';
import { requirePlaceApart } from './place-apart.ts';
import { showProgress } from './progress/show-progress.ts';

/** `onde backup [file]`: a proved backup, made while the radio runs [R198]. */
export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('Back up database, journal and secrets into one file, and prove it; the radio plays on')
    .argument('[file]', 'the file to write; without it, a new one in BACKUP_DIR, or else here')
    .option('--with-media', 'take rendered media along, which could be made again from the station folder')
    .action(async (file: string | undefined, { withMedia = false }: { withMedia?: boolean }) => {
      const settings = readSettings(process.env);
      const cut = valuesCutShort(settings);
      if (cut !== null) process.stderr.write(`${printable(cut)}\n`);
      dieFirst();
      using stop = stopBySignal();
      using display = showProgress();
      const onProgress: OnProgress = (done, total, what) => display.show(done, total, what);
      const made = await make(settings, file, { withMedia, onProgress, signal: stop.signal });
      display[Symbol.dispose]();
      process.stdout.write(describe(made));
      if (made.notRemoved)
        process.stderr.write(`${printable(`${made.notRemoved.message} ${made.notRemoved.remedy}`)}\n`);
    });
}

interface Asked {
  withMedia: boolean;
  onProgress: OnProgress;
  signal: AbortSignal;
}

async function make(
  settings: Settings,
  file: string | undefined,
  asked: Asked,
): Promise<NightlyBackup & { at: string }> {
  const folder = dataFolder(settings.dataDir);
  const common = {
    database: { databaseUrl: settings.databaseUrl, sqlitePath: folder.database },
    folder,
    key: settings.backupKey,
    nowMs: Date.now(),
    ...asked,
  };
  if (file === undefined && settings.backupDir !== null) {
    const place = openBackupPlace(settings.backupDir, settings);
    const made = await backUpNightly({ ...common, place, keep: settings.backupKeep });
    return { ...made, at: place.name };
  }
  if (file !== undefined && isBucketAddress(file))
    throw new OperatorError(
      'A single backup goes into a file of this machine.',
      'Name a file, or set BACKUP_DIR to the object store and run onde backup without a name.',
    );
  const path = requirePlaceApart(file ?? backupName(common.nowMs), settings);
  await refuseUsedName(path, file);
  const { folder: target, name } = splitPath(path);
  const made = await makeBackup({ ...common, place: folderPlace(target), name });
  // The backup is proved, whether or not a full disk lets this be written.
  await writeBackupByHand(folder.lastBackup, common.nowMs).catch(() => {});
  return { ...made, notRemoved: null, at: target };
}

function describe({ name, at, bytes, rows }: MadeBackup & { at: string }): string {
  const { plays = 0, users = 0 } = rows;
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${name} in ${at}: ${size}, opened again and proved (plays: ${plays}, members: ${users}).\n`;
}
