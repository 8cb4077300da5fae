import fs, { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { refuseForeignData } from './foreign-data.ts';

const owners = new Map<string, number>();
const trueStatSync = fs.statSync;
// Only root may give a file away, and tests run as anybody.
const statSyncOf = (path: string) => ({ ...trueStatSync(path), uid: owners.get(path) ?? 0 });
/** Also for what a test before this one has loaded: files of a worker share their modules. */
const replace = (calls: object) => {
  Object.assign(fs, calls);
  syncBuiltinESMExports();
};
const closed = new Set<string>();
const trueAccessSync = fs.accessSync;
const accessSyncOf = (path: string, mode: number) => {
  if (closed.has(path)) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  trueAccessSync(path, mode);
};
beforeAll(() => replace({ statSync: statSyncOf, accessSync: accessSyncOf }));
afterAll(() => replace({ statSync: trueStatSync, accessSync: trueAccessSync }));

let root: string;
let lock: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'onde-owner-'));
  lock = join(root, 'instance.lock');
  owners.clear();
  closed.clear();
});
afterEach(() => rmSync(root, { recursive: true }));

const command = () => refuseForeignData({ root, lock }, { userId: 0, isService: false });
const service = () => refuseForeignData({ root, lock }, { userId: 0, isService: true });

test('root is kept from the data of the account that runs the station, and told which it is', () => {
  writeFileSync(lock, '');
  owners.set(lock, 1000);
  expect(statSync(lock).uid).toBe(1000);
  expect(command).toThrow(`${root} belongs to account 1000`);
  expect(service).toThrow(`${root} belongs to account 1000`);
  owners.set(lock, 0).set(root, 1000);
  expect(command).not.toThrow();
});

test('before a first start a command goes by the folder, and a service may take it', () => {
  owners.set(root, 1000);
  expect(command).toThrow('belongs to account 1000');
  expect(service).not.toThrow();
});

test('an account that may not look into the folder is told whose it is', () => {
  const asAccount = (userId: number) => () => refuseForeignData({ root, lock }, { userId, isService: false });
  owners.set(root, 1000);
  closed.add(root);
  expect(asAccount(1001)).toThrow(`${root} belongs to account 1000, and this one may not look into it`);
  // Its own rights are its own to mend: the first file says so.
  expect(asAccount(1000)).not.toThrow();
});

test('any other account, and a folder that is not there yet, are left alone', () => {
  owners.set(root, 1000);
  refuseForeignData({ root, lock }, { userId: 1000, isService: false });
  refuseForeignData({ root, lock }, { userId: null, isService: false });
  refuseForeignData({ root: '/nowhere', lock: '/nowhere/lock' }, { userId: 0, isService: false });
});
