import { mkdir } from 'node:fs/promises';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { CatalogueTail } from '#src/station/catalogue/catalogue-tail.ts';
import { CatalogueWriter, compactCatalogue } from '#src/station/catalogue/catalogue-writer.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { isFullDisk } from './full-disk.ts';
import { emptyReport, type ImportReport } from './import-report.ts';
import { type ImportOptions, ImportRun } from './import-run.ts';
import { EarlierRenderings } from './library/earlier-renderings.ts';
import { MediaLibrary } from './library/media-library.ts';
import { MediaStore, removeWithdrawnAudio } from './library/media-store.ts';
import { ChangeTimes } from './plan/change-times.ts';
import { RejectedFiles } from './rejected/rejected-files.ts';
import { MountPoints } from './scan/mount-points.ts';

/** Least number of outdated lines worth rewriting the catalogue for. */
const VOID_LINES_MIN = 1_000;

/**
 * Brings the station folder into `DATA_DIR/media`: renders what is new, files again what has moved, takes out
 * what is gone, and goes on until the folder holds nothing new. Never writes to the station folder. Each
 * finished file is in the catalogue at once; a run that was killed is taken up by the next.
 * @throws {OperatorError} when another importer runs on this DATA_DIR, the disk is full or a folder is out of
 * reach
 * @throws the signal's reason when it is stopped
 */
export async function importStation(options: ImportOptions): Promise<ImportReport> {
  const { folder, signal } = options;
  signal?.throwIfAborted();
  using lock = acquireLock(folder.importLock);
  if (!lock) {
    throw new OperatorError(
      `Another import is at work on ${folder.root}.`,
      'Wait until it is done, or stop it first; a running station imports by itself.',
    );
  }
  const report = emptyReport();
  try {
    for (;;) {
      try {
        return await importWithLock(options, report);
      } catch (error) {
        if (!isFullDisk(error) || (await makeRoom(options)) === 0) throw error;
        signal?.throwIfAborted();
      }
    }
  } catch (error) {
    if (hasErrorCode(error, 'EACCES') || hasErrorCode(error, 'EROFS')) {
      throw new OperatorError(
        `${folder.media} cannot be written: ${error instanceof Error ? error.message : error}`,
        'Give the user that runs Onde the right to write there, or set DATA_DIR to another folder.',
        { cause: error },
      );
    }
    throw error;
  }
}

async function importWithLock(options: ImportOptions, report: ImportReport): Promise<ImportReport> {
  const { folder } = options;
  await mkdir(folder.media, { recursive: true });
  await using store = await MediaStore.open(folder);
  const earlier = await EarlierRenderings.open(folder);
  const records = await loadCatalogue(folder);
  await using writer = await CatalogueWriter.open(folder);
  const library = new MediaLibrary(records, writer);
  await library.renew();
  const rejected = await RejectedFiles.open(folder);
  const changeTimes = await ChangeTimes.open(folder);
  const mountPoints = await MountPoints.open(folder);
  const parts = { store, earlier, library, rejected, changeTimes, mountPoints };
  await using run = new ImportRun(options, parts, report);
  return await run.finish();
}

/**
 * Gives music of today the room of what nobody hears any more. The catalogue on the disk says what that is: a run that a
 * full disk ended may know of changes that it could not write.
 */
async function makeRoom({ folder, clock, logger }: ImportOptions): Promise<number> {
  await using store = await MediaStore.open(folder);
  const records = await loadCatalogue(folder);
  const recordings = await removeWithdrawnAudio(records, store, clock.nowMs(), 0);
  if (recordings > 0)
    logger.warn(
      { recordings },
      'import removed the audio of what has left the station folder before its time: the disk of DATA_DIR was full',
    );
  return recordings;
}

async function loadCatalogue(folder: DataFolder): Promise<Map<string, MediaRecord>> {
  await using tail = new CatalogueTail(folder.catalogue);
  await tail.read();
  // What a bad spot of the disk has cost is taken in anew, into a file without one.
  const isWorthwhile = tail.fault !== null || tail.voidLines > tail.records.size + VOID_LINES_MIN;
  // A full disk must not keep an import from starting: it may be about to make room.
  if (isWorthwhile) await compactCatalogue(folder, tail.records.values()).catch(() => {});
  return tail.records;
}
