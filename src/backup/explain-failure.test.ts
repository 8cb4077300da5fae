import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { explainFailure } from './explain-failure.ts';

const PLACES = { place: '/mnt/backup', scratch: '/srv/data/scratch', isPostgres: false };

test.each([
  ['ENOSPC of a file', Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })],
  ['a full disk below SQLite', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
])('[R197] %s is told with the places that need room', (_what, error) => {
  const told = explainFailure(error, PLACES);
  expect(told).toBeInstanceOf(OperatorError);
  expect(told).toMatchObject({ remedy: expect.stringMatching(/\/mnt\/backup.*\/srv\/data\/scratch/) });
});

test('a database that goes in the middle is told, and a fault of the program stays one', () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(String(explainFailure(lost, PLACES))).toMatch(/cannot answer.*the backup was not made/);
  const fault = new TypeError('x is not a function');
  expect(explainFailure(fault, PLACES)).toBe(fault);
});

test('a disk on which SQLite finds no room for its own files beside the database is told as a disk', () => {
  const noRoom = Object.assign(new Error('disk I/O error'), { errcode: 4874 });
  expect(explainFailure(noRoom, PLACES)).toMatchObject({
    remedy: 'See that the disk of DATA_DIR works and has room, then run onde backup again.',
  });
});

test('damage is the station’s where its database is a file, and the copy’s where PostgreSQL keeps it', () => {
  const damage = Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
  expect(String(explainFailure(damage, PLACES))).toMatch(/database of the station is damaged/);
  const told = explainFailure(damage, { ...PLACES, isPostgres: true });
  expect(told).toMatchObject({
    message: expect.stringMatching(/copy.*is damaged/),
    remedy: expect.stringMatching(/disk of \/srv\/data\/scratch/),
  });
});

test('a place that is there and takes no files is told', async () => {
  const failure = await open('/proc/onde.backup', 'wx').catch((error: unknown) => error);
  expect(explainFailure(failure, { ...PLACES, place: '/proc' })).toMatchObject({
    message: '/proc takes no files: the backup was not made.',
  });
  // What goes missing below it, such as a piece of DATA_DIR, says nothing of the place.
  const missing = await open('/proc/self/no-such-file').catch((error: unknown) => error);
  expect(explainFailure(missing, { ...PLACES, place: '/proc' })).toBe(missing);
});
