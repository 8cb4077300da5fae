import { expect, test } from 'vitest';
import { refusalOf } from './refusals.ts';
import { RejectedFile } from './rejected/rejection.ts';
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
