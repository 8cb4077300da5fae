import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '#src/platform/object-store/object-store.ts';
import type { BackupPlace } from './backup-place.ts';

/** An object store: what is written is seen when it is whole, and goes again when it cannot be proved. */
export function bucketPlace(store: ObjectStore, name: string): BackupPlace {
  const fetch = async (file: string, scratch: string) => {
    const path = join(scratch, file);
    await pipeline(store.read(file), createWriteStream(path));
    return path;
  };
  return {
    name,
    async write(file, chunks) {
      const bytes = await store.write(file, chunks);
      return {
        bytes,
        fetch: (scratch) => fetch(file, scratch),
        keep: async () => {},
        discard: () => store.remove(file),
      };
    },
    list: () => store.list(),
    remove: (file) => store.remove(file),
    fetch,
  };
}
