import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';

const OPENERS = 4;
const ROUNDS = 20;
const HERE = import.meta.url;

/** Opens each of the files as soon as all openers stand before it. */
const OPENER = `
  import { workerData } from 'node:worker_threads';
  const { NodeSqliteDatabase } = await import(new URL('node-sqlite-database.ts', workerData.here));
  const arrived = new Int32Array(workerData.arrived);
  for (const [round, path] of workerData.paths.entries()) {
    Atomics.add(arrived, round, 1);
    while (Atomics.load(arrived, round) < workerData.openers);
    new NodeSqliteDatabase(path).close();
  }
`;

test('a new file that several open at the same instant opens for each of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-wal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = Array.from({ length: ROUNDS }, (_, round) => join(folder, `${round}.sqlite`));
  const arrived = new SharedArrayBuffer(ROUNDS * Int32Array.BYTES_PER_ELEMENT);
  const workerData = { here: HERE, paths, arrived, openers: OPENERS };
  const source = new URL(`data:text/javascript,${encodeURIComponent(OPENER)}`);
  const ended = Array.from({ length: OPENERS }, () => once(new Worker(source, { workerData }), 'exit'));
  expect(await Promise.all(ended)).toEqual(Array(OPENERS).fill([0]));
});
