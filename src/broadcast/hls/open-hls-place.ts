import { parseBucketAddress } from '#src/platform/object-store/bucket-address.ts';
import type { ObjectStoreAccess } from '#src/platform/object-store/object-store.ts';
import { folderPlace } from './folder-place.ts';
import type { HlsPlace } from './hls-place.ts';

/** HLS_DIR: a folder, or `s3://bucket/prefix`, whose client is loaded where there is one: it takes 14 MB. */
export async function openHlsPlace(hlsDir: string, access: ObjectStoreAccess | null): Promise<HlsPlace> {
  const address = parseBucketAddress(hlsDir);
  if (address === null) return folderPlace(hlsDir);
  if (access === null) throw new Error('the settings let no object store pass without a key');
  return (await import('./store-place.ts')).storePlace(access, address);
}
