import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLogger } from '#src/platform/log/logger.ts';
import { Refusals, refusalOf } from './refusals.ts';
import { RejectedFiles } from './rejected/rejected-files.ts';
import { RejectedFile } from './rejected/rejection.ts';
import { scanStation } from './scan/scan-station.ts';
import { TemporaryStation } from './testing/temporary-station.ts';
import { WorkerLost, WorkFailure } from './worker/import-worker.ts';

test.each([
  ['a disk that fails for now', new WorkFailure('EIO', 'EIO: i/o error, read'), 'busy'],
  ['a network disk that is away', Object.assign(new Error('stale'), { code: 'ESTALE' }), 'busy'],
  ['a fault in the decoder', new WorkFailure(null, 'TypeError'), 'crashed'],
  ['a worker that ended', new WorkerLost(new RejectedFile('too-large', 'takes too much')), 'too-large'],
  ['a file that is silent', new RejectedFile('silent', 'is silent'), 'silent'],
])('%s costs its file alone', (_, error, reason) => {
  expect(refusalOf(error)).toMatchObject({ reason });
});

test.each(['ENOSPC', 'EMFILE', 'ENOMEM', 'ABORT_ERR'])(
  '%s ends the import: no other file would do better',
  (code) => {
    const error = new WorkFailure(code, 'the machine');
    expect(() => refusalOf(error)).toThrow(error);
  },
);

test('a file that left is tried again once it is back, some times, and one that is there is not to blame for what is missing', async () => {
  await using station = await TemporaryStation.create();
  await station.put('music/dance/A.wav', 'x');
  const [file] = (await scanStation(station.stationDir)).files;
  if (file === undefined) throw new Error('one is there');
  await mkdir(station.folder.media, { recursive: true });
  const logger = createLogger({ level: 'silent', part: 'test' });
  const refusals = new Refusals(await RejectedFiles.open(station.folder), logger);
  const missing = new WorkFailure('ENOENT', 'ENOENT: no such file or directory');
  await expect(refusals.refuse(file, missing)).rejects.toBe(missing);
  await expect(refusals.notRenewed(file, missing)).rejects.toBe(missing);
  await station.move('music/dance/A.wav', 'away.wav');
  await refusals.notRenewed(file, missing);
  const tries: boolean[] = [];
  for (let at = 0; at < 3; at += 1) {
    expect(await refusals.refuse(file, missing)).toBe(false);
    tries.push(refusals.isWorthTrying(file));
  }
  expect(tries).toEqual([true, true, false]);
});
