import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { CatalogueTail } from './catalogue-tail.ts';
import type { MediaRecord } from './media-record.ts';

/** All rendered audio by id, as the catalogue stands now; empty when nothing has been imported yet. */
export async function readCatalogue(folder: DataFolder): Promise<Map<string, MediaRecord>> {
  await using tail = new CatalogueTail(folder.catalogue);
  await tail.read();
  return tail.records;
}
