import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import {
  NoWebProcess,
  openControlDoor,
  requestHandOver,
  requestListeners,
  requestReload,
} from './control-door.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'onde-door-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function refusal(asked: Promise<unknown>): Promise<string> {
  const error = await asked.catch((reason: unknown) => reason);
  if (error instanceof OperatorError) return `${error.message} ${error.remedy}`;
  throw error;
}

test.each([requestReload, requestHandOver, requestListeners])(
  '%o where DATA_DIR is a file, or nothing runs, says what to do',
  async (request) => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'data'), '');
    expect(await refusal(request(join(folder, 'data', 'run', 'control.sock')))).toMatch(
      /a file is where a folder belongs .* See that DATA_DIR names the folder/,
    );
    expect(await refusal(request(join(folder, 'control.sock')))).toContain('Start one: npm start');
  },
);

test.each([requestReload, requestHandOver])(
  '%o to an instance that ends meanwhile says what to do',
  async (request) => {
    const socketPath = join(await makeFolder(), 'control.sock');
    const asked = Promise.withResolvers<void>();
    const unanswered = async () => {
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const others = { listeners: () => [], icecast: () => [] };
    const door = await openControlDoor(socketPath, { reload: unanswered, handOver: unanswered, ...others });
    const refused = refusal(request(socketPath));
    await asked.promise;
    await door[Symbol.asyncDispose]();
    expect(await refused).toMatch(/^The running instance ended.*run the same command again/);
  },
);

test('a hand-over tells a machine without a group from one that nobody has taken over from [R201]', async () => {
  const folder = await makeFolder();
  await using doors = new AsyncDisposableStack();
  const ask = async (name: string, handOver: (() => Promise<boolean>) | null) => {
    const socketPath = join(folder, `${name}.sock`);
    const others = { async reload() {}, listeners: () => [], icecast: () => [] };
    doors.use(await openControlDoor(socketPath, { handOver, ...others }));
    await requestHandOver(socketPath);
  };
  expect(await refusal(ask('alone', null))).toMatch(/belongs to no group.*BROADCAST_GROUP/);
  expect(await refusal(ask('untaken', async () => false))).toMatch(/^No other machine has taken over/);
  await ask('taken', async () => true);
});

test('a reload tells a machine that has no web process from one whose new one does not come up', async () => {
  const folder = await makeFolder();
  await using doors = new AsyncDisposableStack();
  const ask = async (name: string, error: Error) => {
    const socketPath = join(folder, `${name}.sock`);
    const reload = () => Promise.reject(error);
    const others = { handOver: null, listeners: () => null, icecast: () => [] };
    doors.use(await openControlDoor(socketPath, { reload, ...others }));
    await requestReload(socketPath);
  };
  expect(await refusal(ask('standby', new NoWebProcess()))).toMatch(
    /^No web process runs here: this machine stands by.* The next one that starts takes the new build\.$/,
  );
  expect(await refusal(ask('broken', new Error('no build')))).toMatch(
    /^The new .* did not come up: no build\./,
  );
});

test('a machine that stands by does not say that nobody listens: it does not know [R185]', async () => {
  const socketPath = join(await makeFolder(), 'control.sock');
  const others = { async reload() {}, handOver: null, icecast: () => [] };
  await using _door = await openControlDoor(socketPath, { ...others, listeners: () => null });
  expect(await refusal(requestListeners(socketPath))).toMatch(/^This machine stands by.*onde stats there/);
});
