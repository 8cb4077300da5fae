import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { collectResolvedBeyond } from '#src/platform/files/testing/resolved-beyond.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { watchMusic } from './music-watch.ts';

/** A station folder that is watched; what the log says of it, and how often an import was called for. */
async function startWatch(prepare: (stationDir: string) => Promise<unknown> = async () => {}) {
  const stationDir = await realpath(await mkdtemp(join(tmpdir(), 'onde-music-watch-')));
  onTestFinished(() => rm(stationDir, { recursive: true }));
  await prepare(stationDir);
  const resolved = collectResolvedBeyond(stationDir);
  onTestFinished(() => resolved[Symbol.dispose]());
  const clock = new ManualClock();
  const lines: string[] = [];
  const seen = { calls: 0 };
  const watch = watchMusic({
    stationDir,
    stationFolder: { look: async () => null, onReturn: () => ({ [Symbol.dispose]() {} }), isSilent: false },
    clock,
    logger: createLogger({
      level: 'info',
      part: 'test',
      to: { write: (line: string) => void lines.push(line) },
    }),
    onChange: () => {
      seen.calls += 1;
    },
  });
  return {
    stationDir,
    clock,
    lines,
    seen,
    beyond: resolved.links,
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  };
}

const makeDance = (stationDir: string) => mkdir(join(stationDir, 'music/dance'), { recursive: true });

test('an import is called for by a folder that is misspelt and by what comes into it, not by other texts', async () => {
  await using watched = await startWatch();
  const { stationDir, clock, seen } = watched;
  const isCalled = (times: number) =>
    vi.waitFor(() => {
      clock.advance(2_000);
      expect(seen.calls).toBe(times);
    }, PATIENT);
  await writeFile(join(stationDir, 'station.yaml'), 'name: Onde\n');
  await mkdir(join(stationDir, 'originals'));
  await mkdir(join(stationDir, 'Jingles'));
  await isCalled(1);
  await vi.waitFor(async () => {
    await writeFile(join(stationDir, 'Jingles', 'a.mp3'), `${performance.now()}`);
    clock.advance(2_000);
    expect(seen.calls).toBeGreaterThan(1);
  }, PATIENT);
});

test('an import is called for once by a link that leads in circles, which it then names', async () => {
  await using watched = await startWatch(makeDance);
  const { stationDir, clock, seen } = watched;
  await symlink('..', join(stationDir, 'music/dance/loop'));
  await vi.waitFor(() => {
    clock.advance(2_000);
    expect(seen.calls).toBe(1);
  }, PATIENT);
});

test('a link to another disk is followed without asking where that is: all streams would wait for its answer', async () => {
  const disk = await mkdtemp(join(tmpdir(), 'onde-disk-'));
  onTestFinished(() => rm(disk, { recursive: true }));
  await using watched = await startWatch(async (stationDir) => {
    await makeDance(stationDir);
    await symlink(disk, join(stationDir, 'music/dance/disk'));
  });
  const { clock, beyond, seen } = watched;
  await vi.waitFor(async () => {
    await writeFile(join(disk, 'a.mp3'), `${performance.now()}`);
    clock.advance(2_000);
    expect(seen.calls).toBeGreaterThan(0);
  }, PATIENT);
  expect(beyond).toEqual([]);
});

test('music in a folder whose name ends in a tilde is seen, though a file of such a name is a copy of an editor', async () => {
  const album = 'music/dance/Summer~';
  await using watched = await startWatch((stationDir) => mkdir(join(stationDir, album), { recursive: true }));
  const { stationDir, clock, seen } = watched;
  await vi.waitFor(async () => {
    await writeFile(join(stationDir, album, 'a.mp3'), `${performance.now()}`);
    clock.advance(2_000);
    expect(seen.calls).toBeGreaterThan(0);
  }, PATIENT);
});

test('links to themselves and to each other are no line of the watch, and what comes beside them is seen', async () => {
  await using watched = await startWatch(async (stationDir) => {
    await makeDance(stationDir);
    await symlink('self', join(stationDir, 'music/dance/self'));
    await symlink('there', join(stationDir, 'music/dance/back'));
    await symlink('back', join(stationDir, 'music/dance/there'));
  });
  const { stationDir, clock, lines, seen } = watched;
  await vi.waitFor(async () => {
    await symlink('other', join(stationDir, 'music/dance/other')).catch(() => {});
    await writeFile(join(stationDir, 'music/dance/a.mp3'), `${performance.now()}`);
    clock.advance(2_000);
    expect(seen.calls).toBeGreaterThan(1);
  }, PATIENT);
  expect(lines).toEqual([]);
  await rm(join(stationDir, 'music/dance/self'));
  await writeFile(join(stationDir, 'music/dance/self'), 'x');
  await vi.waitFor(() => {
    clock.advance(2_000);
    expect(seen.calls).toBeGreaterThan(2);
  }, PATIENT);
  const before = seen.calls;
  await vi.waitFor(async () => {
    await writeFile(join(stationDir, 'music/dance/self'), `${performance.now()}`);
    clock.advance(2_000);
    expect(seen.calls).toBeGreaterThan(before + 1);
  }, PATIENT);
});
