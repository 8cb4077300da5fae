import { execFile } from 'node:child_process';
import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { frameStartMs } from '#src/audio/mp3/broadcast-format.ts';
import { readBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { earlierAudio, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { formatCatalogueLine, type MediaRecord } from '#src/station/catalogue/media-record.ts';
import { TemporaryStation } from './testing/temporary-station.ts';

const run = promisify(execFile);

/** Leaves a file as an earlier version would have rendered it, a frame shorter. */
async function age(station: TemporaryStation, path: string): Promise<MediaRecord> {
  const record = await station.recordOf(path);
  const { audio } = mediaFiles(station.folder, record.id);
  const { audio: bytes, frameOffsets } = await readBroadcastFrames(audio);
  const frames = frameOffsets.length - 1;
  const sizeBytes = frameOffsets[frames] ?? 0;
  await writeFile(audio, bytes.subarray(0, sizeBytes));
  const { rendering: _, renderedMs: __, cueInMs: ___, cueOutMs: ____, innerSilence: _____, ...kept } = record;
  const old = { ...kept, frames, durationMs: frameStartMs(frames), sizeBytes };
  await appendFile(station.folder.catalogue, formatCatalogueLine(old));
  return old;
}

async function agedStation(count: number): Promise<{ station: TemporaryStation; paths: string[] }> {
  const station = await TemporaryStation.create();
  const paths = Array.from({ length: count }, (_, at) => `music/dance/${at}.flac`);
  for (const [at, path] of paths.entries())
    await station.putAudio(path, { seed: at }, { artist: 'A', title: `${at}` });
  await station.import();
  for (const path of paths) await age(station, path);
  return { station, paths };
}

describe('what an earlier version rendered', () => {
  test('is rendered in the way of this one, and the same piece under the same names', async () => {
    const { station: made, paths } = await agedStation(1);
    await using station = made;
    const [path = ''] = paths;
    const before = await station.recordOf(path);
    const { bytes, preview } = await station.rendered(path);
    const earlier = earlierAudio(station.folder, before.id, 1);
    await rm(preview);
    expect(await station.import()).toMatchObject({ renewed: 1, rendered: 0, unchanged: 1, remarks: [] });
    const after = await station.recordOf(path);
    const { frames, durationMs, sizeBytes, cueInMs, cueOutMs, renderedLufs } = after;
    const changed = { frames, durationMs, sizeBytes, cueInMs, cueOutMs, renderedLufs };
    const told = { rendering: 2, renderedMs: station.clock.nowMs(), innerSilence: null };
    expect(after).toEqual({ ...before, ...changed, ...told });
    const anew = await station.rendered(path);
    expect(anew.bytes.length).toBe(sizeBytes);
    expect((await readBroadcastFrames(anew.audio)).frameOffsets).toHaveLength(frames);
    expect((await readBroadcastFrames(preview)).frameOffsets.length).toBeGreaterThan(100);
    // Whoever plays the earlier one has it for as long as that can take, and then its room is free again.
    station.clock.advance(10 * MINUTE_MS);
    await station.import();
    expect((await readFile(earlier)).equals(bytes)).toBe(true);
    station.clock.advance(durationMs);
    expect(await station.import()).toMatchObject({ renewed: 0, unchanged: 1 });
    await expect(stat(earlier)).rejects.toThrow('ENOENT');
    expect((await readFile(anew.audio)).equals(anew.bytes)).toBe(true);
  });

  test('comes in the order in which it will be missed: what played last comes first', async () => {
    const { station: made, paths } = await agedStation(6);
    await using station = made;
    const order: string[] = [];
    const said: string[] = [];
    const ids = await Promise.all(paths.map(async (path) => (await station.recordOf(path)).id));
    const lastPlays = new Map([2, 5, 0, 1].map((at, age) => [ids[at] ?? '', 1_000 - age]));
    await station.import({
      workers: 2,
      lastPlays: async () => lastPlays,
      onProgress: ({ path, filesDone, filesTotal }) => {
        if (path === null) return;
        order.push(path);
        said.push(`${filesDone}/${filesTotal}`);
      },
    });
    expect(said).toEqual(['7/12', '8/12', '9/12', '10/12', '11/12', '12/12']);
    expect(order.slice(0, 4)).toEqual([2, 5, 0, 1].map((at) => `music/dance/${at}.flac`));
    expect(order.slice(4).sort()).toEqual(['music/dance/3.flac', 'music/dance/4.flac']);
  });

  test('waits for music that is added meanwhile', async () => {
    const { station: made } = await agedStation(6);
    await using station = made;
    const order: string[] = [];
    let added: Promise<void> | null = null;
    const report = await station.import({
      onProgress: ({ path }) => {
        if (path) order.push(path);
        if (path) added ??= station.putAudio('music/dance/New.flac', { seed: 9 });
      },
    });
    await added;
    expect(report).toMatchObject({ renewed: 6, rendered: 1 });
    expect(order.indexOf('music/dance/New.flac')).toBe(4);
  });

  test('is taken up where a run was stopped or killed, and both ways lie side by side until then', async () => {
    const { station: made, paths } = await agedStation(3);
    await using station = made;
    const stop = new AbortController();
    const stopped = station.import({
      signal: stop.signal,
      onProgress: ({ path }) => path && stop.abort(new Error('stop')),
    });
    await expect(stopped).rejects.toThrow('stop');
    const renderings = async () => (await station.records()).map(({ rendering = 1 }) => rendering).sort();
    expect(await renderings()).toEqual([1, 1, 2]);
    // Killed between its last two steps: the file is the new one, and the catalogue does not know it.
    const old = (await station.records()).find(({ rendering = 1 }) => rendering === 1);
    if (old === undefined) throw new Error('two are left');
    const { audio } = mediaFiles(station.folder, old.id);
    await rename(audio, earlierAudio(station.folder, old.id, 1));
    await copyFile(mediaFiles(station.folder, (await station.recordOf(paths[0] ?? '')).id).audio, audio);
    await appendFile(audio, 'another size');
    expect(await station.import()).toMatchObject({ renewed: 1, rendered: 1, skipped: [] });
    expect(await renderings()).toEqual([2, 2, 2]);
    for (const path of paths) {
      const { sizeBytes } = await station.recordOf(path);
      expect((await station.rendered(path)).bytes.length).toBe(sizeBytes);
    }
    expect(await readdir(station.folder.media)).not.toContain('drafts');
  });

  test('plays on where its file cannot be rendered today, which is told once and tried no more', async () => {
    await using station = await TemporaryStation.create();
    const path = 'music/dance/A.flac';
    await station.putAudio(path);
    const changedAt = new Date('2026-01-02T03:04:05Z');
    await utimes(station.path(path), changedAt, changedAt);
    await station.import();
    const before = await age(station, path);
    await writeFile(station.path(path), Buffer.alloc((await stat(station.path(path))).size));
    await utimes(station.path(path), changedAt, changedAt);
    const remarks = [
      { path, reason: expect.stringMatching(/^plays on as an earlier version rendered it: today it /) },
    ];
    expect(await station.import()).toMatchObject({ renewed: 0, unchanged: 1, skipped: [], remarks });
    const tried: string[] = [];
    const report = await station.import({ onProgress: ({ path: done }) => done && tried.push(done) });
    expect(report).toMatchObject({ renewed: 0, unchanged: 1, skipped: [], remarks });
    expect(tried).toEqual([]);
    expect(await station.recordOf(path)).toEqual(before);
  });

  test('is tried once more where an earlier version could not render it anew, and not told of any more', async () => {
    const { station: made, paths } = await agedStation(1);
    await using station = made;
    const [path = ''] = paths;
    const { size: sizeBytes, mtimeMs: modifiedMs } = await stat(station.path(path));
    const entry = { path, sizeBytes, modifiedMs, reason: 'not-renewed', message: 'plays on as before' };
    await appendFile(join(station.folder.media, 'rejected.jsonl'), `${JSON.stringify(entry)}\n`);
    expect(await station.import()).toMatchObject({ renewed: 1, unchanged: 1, skipped: [], remarks: [] });
  });

  test('plays on while the disk is nearly full', async (context) => {
    const disk = await mkdtemp(join(tmpdir(), 'onde-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
    } catch {
      await rm(disk, { recursive: true });
      context.skip('a disk of its own cannot be mounted here: this needs root and the right to mount');
    }
    try {
      await using station = await TemporaryStation.create(join(disk, 'data'));
      await station.putAudio('music/dance/A.flac');
      await station.import();
      const before = await age(station, 'music/dance/A.flac');
      expect(await station.import()).toMatchObject({ renewed: 0, unchanged: 1, skipped: [] });
      expect(await station.recordOf('music/dance/A.flac')).toEqual(before);
      await run('mount', ['-o', 'remount,size=1g', disk]);
      expect(await station.import()).toMatchObject({ renewed: 1, unchanged: 1 });
    } finally {
      await run('umount', [disk]);
      await rm(disk, { recursive: true });
    }
  });
});
