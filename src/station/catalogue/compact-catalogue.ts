import { open } from 'node:fs/promises';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { MediaRecord } from './media-record.ts';
import { formatCatalogueLine } from './media-record.ts';

/**
 * Rewrites the catalogue with one line a record; followers take the new file without a hitch. The caller holds the
 * import lock and has no writer open.
 * @throws the file system's error and leaves the old file as it was
 */
export async function compactCatalogue(folder: DataFolder, records: Iterable<MediaRecord>): Promise<void> {
  await replaceFile(folder.catalogue, Array.from(records, formatCatalogueLine));
  await using parent = await open(folder.media, 'r');
  await parent.sync();
}
