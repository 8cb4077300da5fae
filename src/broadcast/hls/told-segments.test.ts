import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { type SegmentState, ToldSegments } from './told-segments.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-told-'));
  path = join(folder, 'hls.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(at = path) {
  const log: string[] = [];
  const clock = new ManualClock();
  const logger = pino({}, { write: (line) => void log.push(JSON.parse(line).msg) });
  const write = vi.fn(replaceFile);
  return { told: new ToldSegments({ path: at, clock, logger, write }), clock, log, write };
}
const state = (last: number): SegmentState => ({
  last,
  hashes: ['abcdefgh'],
  stretches: [{ from: 1, offset: -3, sequence: 2 }],
});

test('what streams told is there after a restart, the newest of each', async () => {
  const { told, clock, log } = open();
  told.keep('dance', state(7));
  told.keep('club', state(8));
  told.keep('dance', state(9));
  clock.advance(1_000);
  told.keep('club', state(10));
  await told[Symbol.asyncDispose]();
  const { told: again } = open();
  expect([again.of('dance'), again.of('club'), again.of('hits')]).toEqual([state(9), state(10), null]);
  expect(log).toEqual([]);
});

test('all that is told at a time is one write', async () => {
  const { told, clock } = open();
  for (let last = 0; last < 100; last += 1) told.keep('dance', state(last));
  clock.advance(1_000);
  await told[Symbol.asyncDispose]();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ dance: state(99) });
});

test('what is told while the disk holds a write up is one write afterwards, of the newest', async () => {
  const { told, clock, write } = open();
  const held = Promise.withResolvers<void>();
  write.mockReturnValueOnce(held.promise);
  for (let last = 0; last < 100; last += 1) {
    told.keep('dance', state(last));
    clock.advance(1_000);
  }
  held.resolve();
  await told[Symbol.asyncDispose]();
  expect(write.mock.calls.map(([, text]) => JSON.parse(String(text)))).toEqual([
    { dance: state(0) },
    { dance: state(99) },
  ]);
});

test.each([
  ['cut off', '{"dance":{"last":7,"has', null],
  ['empty, as after a power cut', '', null],
  ['of another form in one stream', JSON.stringify({ dance: { last: -1 }, club: state(8) }), state(8)],
  ['beyond any number', JSON.stringify({ dance: state(9e15), club: state(8) }), state(8)],
])('a file that is %s costs no start', (_, text, club) => {
  writeFileSync(path, text);
  const { told, log } = open();
  expect([told.of('dance'), told.of('club')]).toEqual([null, club]);
  expect(log).toHaveLength(club ? 0 : 1);
});

test('a folder that cannot be written is told once, with what to do', async () => {
  const { told, clock, log } = open(join(folder, 'missing', 'hls.json'));
  for (let last = 0; last < 3; last += 1) {
    told.keep('dance', state(last));
    clock.advance(1_000);
  }
  await told[Symbol.asyncDispose]();
  expect(log).toEqual([expect.stringMatching(/numbers may fall at a restart: check the disk of DATA_DIR/)]);
  expect(told.of('dance')).toEqual(state(2));
});
