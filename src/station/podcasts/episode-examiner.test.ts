import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { EpisodeExaminer } from './episode-examiner.ts';

/** Hangs over whatever it is asked. */
const HANGING = new URL('../../platform/process/testing/willing-process.ts', import.meta.url);

test('an episode that keeps the decoder busy for ever is given up, and stays so until it changes', async () => {
  const clock = new ManualClock();
  const asked = vi.spyOn(clock, 'after');
  await using examiner = new EpisodeExaminer(new AbortController().signal, { clock, entry: HANGING });
  const finding = examiner.examine('/station/podcasts/a/b.mp3', 3_000_000);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(63_000, expect.anything()), PATIENT);
  clock.advance(63_000);
  expect(await finding).toEqual({
    fault: 'keeps the decoder busy for too long; it is probably damaged',
    isLasting: true,
  });
});

/** Waits over whatever it is asked, as for a disk whose server is away. */
const STALLING = `
process.on('disconnect', () => process.exit());
process.on('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
process.send({ type: 'ready' });
`;

test('an episode whose disk does not answer is not called damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-examiner-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'stalling.mjs'), STALLING);
  const clock = new ManualClock();
  const asked = vi.spyOn(clock, 'after');
  await using examiner = new EpisodeExaminer(new AbortController().signal, {
    clock,
    entry: pathToFileURL(join(folder, 'stalling.mjs')),
  });
  const finding = examiner.examine('/station/podcasts/a/b.mp3', 3_000_000);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(63_000, expect.anything()), PATIENT);
  // What a process runs is measured by the system's clock.
  await setTimeout(2_000);
  clock.advance(63_000);
  expect(await finding).toMatchObject({ fault: expect.stringMatching(/just now/), isLasting: false });
});

test.runIf(process.platform === 'linux')(
  'an episode whose disk fails is not called damaged, nor forbidden',
  async () => {
    await using examiner = new EpisodeExaminer(new AbortController().signal);
    // Whoever reads this from its beginning gets EIO.
    expect(await examiner.examine('/proc/self/mem', 1)).toEqual({
      fault: expect.stringMatching(/^could not be read just now \(EIO: .*\): it is tried again$/),
      isLasting: false,
      isPassing: true,
    });
  },
);

/** A decoder that a damaged file brings down each time, and a machine without memory once. */
const FALLING = `
import { existsSync, writeFileSync } from 'node:fs';
process.on('disconnect', () => process.exit());
process.on('message', ({ path }) => {
  const isFirst = !existsSync(path);
  writeFileSync(path, '');
  if (isFirst || path.includes('damaged')) process.exit(1);
  process.send({ type: 'found', finding: { fault: 'was read', isLasting: true } });
});
process.send({ type: 'ready' });
`;

test('an episode over which the decoder fell is tried once more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-examiner-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'falling.mjs'), FALLING);
  const entry = pathToFileURL(join(folder, 'falling.mjs'));
  await using examiner = new EpisodeExaminer(new AbortController().signal, { entry });
  expect(await examiner.examine(join(folder, 'sound.mp3'), 1)).toMatchObject({ fault: 'was read' });
  expect(await examiner.examine(join(folder, 'damaged.mp3'), 1)).toEqual({
    fault: 'brought the decoder down twice; it is probably damaged',
    isLasting: true,
  });
});
