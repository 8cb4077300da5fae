import { type BackupPlace, bucketPlace, folderPlace } from '#src/backup/backup-place.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { type BucketAddress, parseBucketAddress } from '#src/platform/object-store/bucket-address.ts';
import { ObjectStore } from '#src/platform/object-store/object-store.ts';
import type { Settings } from '#src/platform/settings/settings.ts';

/** BACKUP_DIR: a folder, or `s3://bucket/prefix`. */
export function openBackupPlace(backupDir: string, settings: Pick<Settings, 'objectStore'>): BackupPlace {
  const address = parseBucketAddress(backupDir);
  return address === null ? folderPlace(backupDir) : bucketPlace(openStore(address, settings), backupDir);
}

/** @throws {OperatorError} without the settings of an object store */
export function openStore(
  address: BucketAddress,
  { objectStore }: Pick<Settings, 'objectStore'>,
): ObjectStore {
  if (objectStore !== null) return new ObjectStore(objectStore, address);
  throw new OperatorError(
    'An object store needs the settings that open it.',
    'Set S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and, unless it is Amazon’s, S3_ENDPOINT.',
  );
}
