import {
  appendFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { makeBadSpot } from '#src/platform/files/testing/bad-spot.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { CatalogueTail, readCatalogue } from './catalogue-tail.ts';
import { CatalogueWriter, compactCatalogue } from './catalogue-writer.ts';
import { followCatalogue } from './follow-catalogue.ts';
import { formatCatalogueLine, type MediaRecord } from './media-record.ts';

let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(await mkdtemp(join(tmpdir(), 'onde-catalogue-')));
});
afterEach(() => rm(folder.root, { recursive: true }));

function record(n: number, change: Partial<MediaRecord> = {}): MediaRecord {
  return {
    id: n.toString(16).padStart(32, '0'),
    kind: 'track',
    artist: 'Élodie',
    title: `Titre ${n}`,
    slug: `elodie-titre-${n}`,
    frames: 7000,
    durationMs: 182_857,
    sizeBytes: 2_925_720,
    sourceLufs: -9.3,
    renderedLufs: -16,
    hasCover: false,
    addedMs: 1_700_000_000_000 + n,
    placements: [
      { path: `music/dance/${n}.flac`, streamId: 'dance', folder: '', sizeBytes: 9, modifiedMs: 1.5 },
    ],
    ...change,
  };
}

async function write(...records: MediaRecord[]): Promise<void> {
  await using writer = await CatalogueWriter.open(folder);
  await writer.append(...records);
}

async function replace(...records: MediaRecord[]): Promise<void> {
  await writeFile(`${folder.catalogue}.other`, records.map(formatCatalogueLine));
  await rename(`${folder.catalogue}.other`, folder.catalogue);
}

describe('the catalogue', () => {
  test('is empty before the first import', async () => {
    expect(await readCatalogue(folder)).toEqual(new Map());
  });

  test('gives the last version of each record', async () => {
    await write(record(1), record(2));
    await write(record(1, { title: 'Changed' }));
    const records = await readCatalogue(folder);
    expect([...records.values()]).toEqual([record(1, { title: 'Changed' }), record(2)]);
  });

  test('is whole again when a writer comes after one that died within a line', async () => {
    await write(record(1), record(2));
    const { size } = await stat(folder.catalogue);
    await truncate(folder.catalogue, size - 20);
    expect([...(await readCatalogue(folder)).keys()]).toEqual([record(1).id]);
    await write(record(3));
    expect([...(await readCatalogue(folder)).keys()]).toEqual([record(1).id, record(3).id]);
  });

  test('keeps each last line, and nothing else, when it is compacted', async () => {
    for (let i = 0; i < 5; i += 1) await write(record(1, { title: `Version ${i}` }), record(2));
    await compactCatalogue(folder, (await readCatalogue(folder)).values());
    expect((await readFile(folder.catalogue, 'utf8')).split('\n')).toHaveLength(3);
    expect((await readCatalogue(folder)).get(record(1).id)?.title).toBe('Version 4');
  });

  test('gives the same records in whatever pieces it grows', async () => {
    const bytes = Buffer.from(
      [record(1), record(2), record(3)].map(formatCatalogueLine).join('torn{"é\n'),
      'utf8',
    );
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 8 });
    await mkdir(folder.media);
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        await writeFile(folder.catalogue, '');
        await using tail = new CatalogueTail(folder.catalogue);
        const read: MediaRecord[] = [];
        let from = 0;
        for (const until of [...places.sort((a, b) => a - b), bytes.length]) {
          await appendFile(folder.catalogue, bytes.subarray(from, until));
          read.push(...(await tail.read()));
          from = until;
        }
        expect(read).toEqual([record(1), record(2), record(3)]);
      }),
    );
  });
});

describe('a follower of the catalogue', () => {
  async function follow() {
    const changes: MediaRecord[][] = [];
    const clock = new ManualClock();
    const faults: unknown[] = [];
    const onFault = (error: unknown) => void faults.push(error);
    const options = { clock, onError: onFault, onLost: onFault };
    const followed = await followCatalogue(folder, (changed) => changes.push(changed), options);
    return { followed, changes, clock, faults };
  }

  test('has what was there, and is told of what is appended', async () => {
    await write(record(1));
    const { followed, changes } = await follow();
    await using _ = followed;
    expect([...followed.records.values()]).toEqual([record(1)]);
    await write(record(2), record(1, { placements: [] }));
    await vi.waitFor(() => expect(changes.flat()).toHaveLength(2), PATIENT);
    expect(changes.flat()).toEqual([record(2), record(1, { placements: [] })]);
    expect(followed.records.get(record(1).id)?.placements).toEqual([]);
  });

  test('started before the first import is told of the first record', async () => {
    const { followed, changes } = await follow();
    await using _ = followed;
    await write(record(1));
    await vi.waitFor(() => expect(changes.flat()).toEqual([record(1)]), PATIENT);
  });

  test('waits for the rest of a line that is still being written', async () => {
    const { followed, changes, clock } = await follow();
    await using _ = followed;
    const line = Buffer.from(formatCatalogueLine(record(1)));
    await appendFile(folder.catalogue, line.subarray(0, 30));
    clock.advance(5_000);
    await appendFile(folder.catalogue, line.subarray(30));
    await vi.waitFor(() => expect(changes.flat()).toEqual([record(1)]), PATIENT);
  });

  test('hears nothing of a compaction, and goes on with the new file', async () => {
    await write(record(1), record(2), record(1, { title: 'New' }));
    const { followed, changes } = await follow();
    await using _ = followed;
    await compactCatalogue(folder, (await readCatalogue(folder)).values());
    await write(record(3));
    await vi.waitFor(() => expect(changes.flat()).toEqual([record(3)]), PATIENT);
    expect([...followed.records.keys()]).toEqual([1, 2, 3].map((n) => record(n).id));
  });

  test('is told that what a replaced catalogue lacks has left the rotation', async () => {
    await write(record(1), record(2));
    const { followed, changes } = await follow();
    await using _ = followed;
    await replace(record(2));
    await vi.waitFor(() => expect(changes.flat()).toEqual([record(1, { placements: [] })]), PATIENT);
    expect([...followed.records.keys()]).toEqual([record(2).id]);
  });

  test('[R211] starts with what a bad spot of the disk has left, and has all from a file without one', async () => {
    const all = Array.from({ length: 100 }, (_, at) => record(at));
    await write(...all);
    using _spot = await makeBadSpot(folder.catalogue, 20_000, 20_001);
    const { followed, changes, faults } = await follow();
    await using _ = followed;
    const { size } = followed.records;
    expect(size).toBeGreaterThan(80);
    expect(size).toBeLessThan(100);
    expect(faults).toMatchObject([{ code: 'EIO' }]);
    await replace(...all);
    await vi.waitFor(() => expect(followed.records.size).toBe(100), PATIENT);
    expect(changes.flat()).toHaveLength(100 - size);
  });

  test('[R211] leaves all as it was while a replaced file has a bad spot', async () => {
    const all = Array.from({ length: 100 }, (_, at) => record(at));
    await write(...all);
    const { followed, changes, clock, faults } = await follow();
    await using _ = followed;
    await writeFile(`${folder.catalogue}.other`, all.slice(50).map(formatCatalogueLine));
    {
      using _spot = await makeBadSpot(`${folder.catalogue}.other`, 9_000, 9_001);
      await rename(`${folder.catalogue}.other`, folder.catalogue);
      await vi.waitFor(() => expect(faults).not.toEqual([]), PATIENT);
      expect(changes).toEqual([]);
    }
    clock.advance(30_000);
    await vi.waitFor(() => expect(changes.flat()).toHaveLength(50), PATIENT);
    expect([...followed.records.keys()]).toEqual(all.slice(50).map(({ id }) => id));
  });

  test('keeps all records while the file is away', async () => {
    await write(record(1));
    const { followed, changes, clock } = await follow();
    await using _ = followed;
    await rm(folder.catalogue);
    clock.advance(5_000);
    await replace(record(1), record(2));
    await vi.waitFor(() => expect(changes.flat()).toEqual([record(2)]), PATIENT);
  });

  test('hears nothing once disposed', async () => {
    const { followed, changes, clock } = await follow();
    await followed[Symbol.asyncDispose]();
    await write(record(1));
    clock.advance(60_000);
    expect(changes).toEqual([]);
  });
});

test('a data folder that does not exist yet can be followed', async () => {
  await using followed = await followCatalogue(dataFolder(join(folder.root, 'later')), () => {});
  expect(followed.records.size).toBe(0);
});
