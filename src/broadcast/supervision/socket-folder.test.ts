import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { controlSocket, holderOf, remakeSocketFolder } from './socket-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'onde-sockets-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** From now on this process is another account than the one that made the files. */
function becomeAnother(): void {
  vi.spyOn(process, 'getuid').mockReturnValue(4_242);
}

/** A data folder in use, whose folder of sockets is not there. */
function emptyData() {
  const folder = dataFolder(root);
  writeFileSync(folder.lock, '');
  return { folder, socket: controlSocket(folder) };
}

test('[W244] a folder that is made again is open to this account alone, as the first one was', () => {
  const { folder, socket } = emptyData();
  mkdirSync(dirname(socket));
  chmodSync(dirname(socket), 0o777);
  expect(remakeSocketFolder(folder)).toBe(true);
  expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
});

test('[W244] what another account has put in its place is not taken, nor is a file', async () => {
  const { folder, socket } = emptyData();
  writeFileSync(dirname(socket), '');
  expect(() => remakeSocketFolder(folder)).toThrow(/is no folder of the account that runs Onde/);
  rmSync(dirname(socket));
  mkdirSync(dirname(socket));
  becomeAnother();
  expect(() => remakeSocketFolder(folder)).toThrow(OperatorError);
  expect(await holderOf(socket)).toBe('another');
});

test('[W244] who has a socket is seen by its folder first, then by itself', async () => {
  const { socket } = emptyData();
  expect(await holderOf(socket)).toBe('nobody');
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, dirname(socket));
  writeFileSync(socket, '');
  expect(await holderOf(socket)).toBe('another');
  rmSync(dirname(socket));
  mkdirSync(dirname(socket));
  expect(await holderOf(socket)).toBe('nobody');
  writeFileSync(socket, '');
  expect(await holderOf(socket)).toBe('us');
});
