import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readBed } from './bed.ts';
import { AudioSlice, MediaFile } from './media-file.ts';

const bed = await readBed();

/** A file of several slices. */
async function longFile() {
  const folder = await mkdtemp(join(tmpdir(), 'onde-media-'));
  const path = join(folder, 'long.mp3');
  const rounds = Math.ceil(700_000 / bed.audio.length);
  await writeFile(path, Buffer.concat(Array.from({ length: rounds }, () => bed.audio)));
  const frames = rounds * bed.frameOffsets.length;
  return { path, frames, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

function failingLoads(times: number) {
  const real = AudioSlice.prototype.load;
  let left = times;
  const spy = vi.spyOn(AudioSlice.prototype, 'load').mockImplementation(async function (
    this: AudioSlice,
    ...given
  ) {
    left -= 1;
    if (left >= 0) throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
    return real.apply(this, given);
  });
  return { [Symbol.dispose]: () => spy.mockRestore() };
}

async function countFrames(file: MediaFile): Promise<number> {
  let frames = 0;
  for (;;) {
    const state = file.next();
    if (state === 'end') return frames;
    if (state === 'frame') frames += 1;
    await file.refilled();
  }
}

test('a disk that fails for some seconds costs a file that is playing nothing', async () => {
  await using long = await longFile();
  using file = await MediaFile.open(long.path);
  using _failing = failingLoads(5);
  expect(await countFrames(file)).toBe(long.frames);
  expect(file.fault).toBeNull();
});

test('a disk that stays away ends the file where the slice in hand ends, and says why', async () => {
  await using long = await longFile();
  using file = await MediaFile.open(long.path);
  using _failing = failingLoads(1_000);
  expect(await countFrames(file)).toBeLessThan(long.frames);
  expect(file.fault?.message).toContain('EIO');
});
