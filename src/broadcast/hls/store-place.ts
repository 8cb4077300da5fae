import { PLAYLIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { BucketAddress } from '#src/platform/object-store/bucket-address.ts';
import { ObjectStore, type ObjectStoreAccess } from '#src/platform/object-store/object-store.ts';
import type { HlsPlace } from './hls-place.ts';
import { SEGMENT_KEPT_SECONDS } from './segments.ts';

/** [W199] Time for one request: one that takes longer is tried again, with what is new by then. */
export const HLS_STORE_REQUEST_MS = 5_000;

/** What a CDN in front of the store goes by. A segment never changes: its number is told once. */
const SEGMENT = {
  contentType: 'audio/mpeg',
  cacheControl: `public, max-age=${SEGMENT_KEPT_SECONDS}, immutable`,
};
const PLAYLIST = {
  contentType: 'application/vnd.apple.mpegurl',
  cacheControl: `public, max-age=${PLAYLIST_KEPT_SECONDS}`,
};

/** A place in an object store, with a prefix for each stream below it. */
export function storePlace(access: ObjectStoreAccess, { bucket, prefix }: BucketAddress): HlsPlace {
  return {
    name: `s3://${bucket}/${prefix}`,
    // Each request takes its time, whatever the store could do.
    streamsAtOnce: Number.POSITIVE_INFINITY,
    segmentsAtOnce: 4,
    remedy: 'check S3_ENDPOINT, the bucket and what its key may do',
    of(streamId) {
      const address = { bucket, prefix: prefix === '' ? streamId : `${prefix}/${streamId}` };
      // Each look tries again by itself.
      const store = new ObjectStore(access, address, { pausesMs: [], requestMaxMs: HLS_STORE_REQUEST_MS });
      return {
        isAnsweredElsewhere: false,
        prepare: async () => {},
        has: async () => true,
        list: () => store.list(),
        put: (name, content) => store.put(name, content, name.endsWith('.mp3') ? SEGMENT : PLAYLIST),
        remove: (name) => store.remove(name),
      };
    },
  };
}
