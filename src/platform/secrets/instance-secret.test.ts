import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import {
  followedKey,
  followedKeyOrNull,
  instanceKey,
  instanceSecret,
  replaceInstanceSecret,
} from './instance-secret.ts';

function secretFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'onde-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'secret');
}

test('the secret is made once, for its owner alone, and nothing else is left beside it', () => {
  const path = secretFile();
  const key = instanceKey(path, 'test');
  expect(key).toHaveLength(32);
  expect(instanceKey(path, 'test')).toEqual(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(path, '..'))).toEqual(['secret']);
});

test('each purpose and each folder has a key of its own', () => {
  const path = secretFile();
  expect(instanceKey(path, 'one')).not.toEqual(instanceKey(path, 'two'));
  expect(instanceKey(path, 'one')).not.toEqual(instanceKey(secretFile(), 'one'));
});

test('a file that holds something else is told, and not written over', () => {
  const path = secretFile();
  writeFileSync(path, '');
  expect(() => instanceKey(path, 'test')).toThrow(OperatorError);
  expect(statSync(path).size).toBe(0);
});

test('what goes on without the key is told what it loses, and what can be done', () => {
  const path = secretFile();
  const lines: string[] = [];
  const logger = createLogger({
    level: 'error',
    part: 'test',
    to: { write: (line) => void lines.push(line) },
  });
  const options = { clock: new ManualClock(), logger, loss: 'members hear adverts' };
  expect(followedKeyOrNull(path, 'test', options)?.()).toEqual(instanceKey(path, 'test'));
  expect(lines).toEqual([]);
  writeFileSync(path, '');
  expect(followedKeyOrNull(path, 'test', options)).toBeNull();
  expect(lines).toEqual([
    expect.stringContaining('members hear adverts: check the disk and the rights of DATA_DIR'),
  ]);
});

test('a process that lives on takes over the secret that another machine brought', async () => {
  const [path, other] = [secretFile(), secretFile()];
  const clock = new ManualClock();
  const key = followedKey(path, 'test', clock);
  expect(key()).toEqual(instanceKey(path, 'test'));
  replaceInstanceSecret(path, instanceSecret(other));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const look = async () => {
    clock.advance(10_000);
    key();
    // A look asks and reads; two steps of files later it is over.
    for (let step = 0; step < 4; step += 1) await stat(path).catch(() => {});
  };
  await look();
  await expect.poll(key).toEqual(instanceKey(other, 'test'));
  writeFileSync(path, 'no secret');
  await look();
  expect(key()).toEqual(instanceKey(other, 'test'));
  rmSync(path);
  await look();
  expect(key()).toEqual(instanceKey(other, 'test'));
});

test('who asks for the key while the disk hangs gets the one that is known', async () => {
  const [path, other] = [secretFile(), secretFile()];
  const clock = new ManualClock();
  const key = followedKey(path, 'test', clock);
  const known = key();
  replaceInstanceSecret(path, instanceSecret(other));
  clock.advance(10_000);
  // Nothing of the disk is waited for.
  expect(key()).toEqual(known);
  await expect.poll(key).toEqual(instanceKey(other, 'test'));
  // Reading it ends once somebody writes.
  rmSync(path);
  execFileSync('mkfifo', [path]);
  for (let look = 0; look < 3; look += 1) {
    clock.advance(10_000);
    expect(key()).toEqual(instanceKey(other, 'test'));
  }
  const third = secretFile();
  await writeFile(path, `${instanceSecret(third)}\n`);
  await expect.poll(key).toEqual(instanceKey(third, 'test'));
});
