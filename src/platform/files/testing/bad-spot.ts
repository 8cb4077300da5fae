import { type FileHandle, open, stat } from 'node:fs/promises';

/**
 * Has a disk not give some bytes of a file until disposed, for whatever in this process reads it by a file handle. A
 * file that is written anew under its name lies elsewhere on the disk, and is whole.
 */
export async function makeBadSpot(path: string, fromBytes: number, untilBytes: number): Promise<Disposable> {
  const { ino, dev } = await stat(path);
  await using handle = await open(path);
  const shared: Pick<FileHandle, 'read'> = Object.getPrototypeOf(handle);
  const { read } = shared;
  shared.read = async function (this: FileHandle, ...given: unknown[]) {
    const [, , length, position] = given;
    const isHit = Number(position) < untilBytes && Number(position) + Number(length) > fromBytes;
    const file = isHit ? await this.stat() : null;
    if (file?.ino === ino && file.dev === dev)
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
    return Reflect.apply(read, this, given);
  };
  return {
    [Symbol.dispose]() {
      shared.read = read;
    },
  };
}
