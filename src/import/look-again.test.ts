import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { TemporaryStation } from './testing/temporary-station.ts';

/** A file takes so long here that the folder is looked at again after each. */
const FILE_MS = 31_000;

/** Imports with one worker; `onDone` gets each file when it is done, `onLook` is called after each look. */
async function importSlowly(
  station: TemporaryStation,
  { onDone, onLook }: { onDone?: (path: string) => void; onLook?: () => void } = {},
) {
  const done: string[] = [];
  const said: string[] = [];
  const report = await station.import({
    workers: 1,
    onProgress: ({ path, filesDone, filesTotal }) => {
      if (path === null) return onLook?.();
      done.push(path);
      said.push(`${filesDone}/${filesTotal}`);
      station.clock.advance(FILE_MS);
      onDone?.(path);
    },
  });
  return { done, said, report };
}

/** Writes a file again that keeps its time; with names of the same length it keeps its size as well. */
async function putAt(station: TemporaryStation, path: string, seed: number, title: string): Promise<void> {
  await station.putAudio(path, { seed }, { artist: 'A', title });
  await utimes(station.path(path), 1_000, 1_000);
}

describe('an import that takes long', () => {
  test('takes what is removed off the air and files what is renamed before it goes on with new music', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/Gone.wav', { seed: 1 });
    await station.putAudio('music/dance/Moved.wav', { seed: 2 });
    await station.import();
    for (const seed of [3, 4, 5]) await station.putAudio(`music/dance/New ${seed}.wav`, { seed });
    const startMs = station.clock.nowMs();
    const { done, report } = await importSlowly(station, {
      onDone: (path) => {
        if (path !== 'music/dance/New 3.wav') return;
        rmSync(station.path('music/dance/Gone.wav'));
        renameSync(station.path('music/dance/Moved.wav'), station.path('music/dance/Where.wav'));
      },
    });
    expect(done).toEqual(
      [3, 'Where', 4, 5].map((one) => `music/dance/${one === 'Where' ? one : `New ${one}`}.wav`),
    );
    const gone = (await station.records()).find(({ title }) => title === 'Gone');
    expect(gone).toMatchObject({ placements: [], withdrawnMs: startMs + 2 * FILE_MS });
    expect(report).toMatchObject({ files: 4, rendered: 3, filed: 1, removed: 1, skipped: [] });
  });

  test('takes a file of each stream before the second of any, and counts on', async () => {
    await using station = await TemporaryStation.create();
    for (const [seed, path] of ['80s', 'club', 'trance']
      .flatMap((id) => [1, 2, 3].map((at) => `${id}/${at}`))
      .entries())
      await station.putAudio(`music/${path}.wav`, { seed });
    const { done, said, report } = await importSlowly(station);
    const row = (at: number) => ['80s', 'club', 'trance'].map((id) => `music/${id}/${at}.wav`);
    expect(done).toEqual([...row(1), ...row(2), ...row(3)]);
    expect(said).toEqual(done.map((_, at) => `${at + 1}/9`));
    expect(report).toMatchObject({ files: 9, rendered: 9, unchanged: 0, skipped: [] });
  });

  test('takes changed files in first, and looks at the folder between them', async () => {
    await using station = await TemporaryStation.create();
    for (const seed of [1, 2, 3]) await station.putAudio(`music/dance/${seed}.wav`, { seed });
    await station.import();
    for (const seed of [1, 2, 3])
      await station.putAudio(
        `music/dance/${seed}.wav`,
        { seed },
        { artist: 'A', title: `A longer title ${seed}` },
      );
    await station.putAudio('music/club/New.wav', { seed: 4 });
    const { done, report } = await importSlowly(station, {
      onDone: (path) => path === 'music/dance/1.wav' && rmSync(station.path('music/dance/3.wav')),
    });
    expect(done).toEqual(['music/dance/1.wav', 'music/dance/2.wav', 'music/club/New.wav']);
    expect(report).toMatchObject({ rendered: 1, filed: 2, removed: 1, skipped: [] });
  });

  test('takes in all that has changed in neither size nor time, though it looks again in between [R127]', async () => {
    await using station = await TemporaryStation.create();
    const paths = [1, 2, 3].map((seed) => `music/dance/${seed}.wav`);
    for (const [seed, path] of paths.entries()) await putAt(station, path, seed, 'Before');
    const sound = [4, 5].map((seed) => `music/hits/${seed}.wav`);
    const sizes: number[] = [];
    for (const [at, path] of sound.entries()) {
      await putAt(station, path, at + 4, 'Sound');
      sizes.push((await stat(station.path(path))).size);
      await station.put(path, Buffer.alloc(sizes[at] ?? 0));
      await utimes(station.path(path), 1_000, 1_000);
    }
    expect(await station.import()).toMatchObject({ rendered: 3, skipped: sound.map((path) => ({ path })) });
    for (const [seed, path] of paths.entries()) await putAt(station, path, seed, 'Behind');
    for (const [at, path] of sound.entries()) await putAt(station, path, at + 4, 'Sound');
    const { done, report } = await importSlowly(station);
    expect(report).toMatchObject({ filed: 3, rendered: 2, skipped: [] });
    expect(done).toEqual([...paths, ...sound]);
    for (const path of paths) expect(await station.recordOf(path)).toMatchObject({ title: 'Behind' });
  });

  test('comes back to a file that is still being copied when all others are in', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A copied.wav', { seed: 9 });
    for (const seed of [1, 2, 3, 4]) await station.putAudio(`music/dance/B ${seed}.wav`, { seed });
    let isCopied = false;
    const { done, report } = await importSlowly(station, {
      onLook: () => isCopied || appendFileSync(station.path('music/dance/A copied.wav'), Buffer.alloc(64)),
      onDone: (path) => {
        isCopied ||= path === 'music/dance/B 4.wav';
      },
    });
    const others = [1, 2, 3, 4].map((seed) => `music/dance/B ${seed}.wav`);
    expect(done.filter((path) => path !== 'music/dance/A copied.wav')).toEqual(others);
    expect(done.at(-1)).toBe('music/dance/A copied.wav');
    expect(report).toMatchObject({ rendered: 5, skipped: [] });
  });

  test('takes a track whose file was away for a moment back before new music', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/Tagged.wav', { seed: 1 });
    await station.putAudio('music/dance/Stays.wav', { seed: 2 });
    await station.import();
    for (const seed of [3, 4, 5]) await station.putAudio(`music/dance/${seed}.wav`, { seed });
    const [there, away] = [station.path('music/dance/Tagged.wav'), `${station.root}/away`];
    const { done } = await importSlowly(station, {
      onDone: (path) => {
        if (path === 'music/dance/3.wav') renameSync(there, away);
        if (path === 'music/dance/4.wav') renameSync(away, there);
      },
    });
    expect(done).toEqual(['3', '4', 'Tagged', '5'].map((name) => `music/dance/${name}.wav`));
  });

  test('looks at the folder between new covers, too', async () => {
    await using station = await TemporaryStation.create();
    const paths = [1, 2, 3].map((seed) => `music/dance/${seed}/a.wav`);
    for (const [seed, path] of paths.entries()) await station.putAudio(path, { seed });
    await station.putAudio('music/hits/Gone.wav', { seed: 4 });
    await station.import();
    const create = { width: 64, height: 64, channels: 3, background: '#c02040' } as const;
    const picture = await sharp({ create }).jpeg().toBuffer();
    for (const seed of [1, 2, 3]) await station.put(`music/dance/${seed}/cover.jpg`, picture);
    const startMs = station.clock.nowMs();
    const { done, said } = await importSlowly(station, {
      onDone: (path) => path === paths[0] && rmSync(station.path('music/hits/Gone.wav')),
    });
    expect(done).toEqual(paths);
    expect(said).toEqual(['2/4', '2/3', '3/3']);
    for (const path of paths) expect(await station.recordOf(path)).toMatchObject({ hasCover: true });
    const gone = (await station.records()).find(({ title }) => title === 'Gone');
    expect(gone).toMatchObject({ placements: [], withdrawnMs: startMs + FILE_MS });
  });
});
