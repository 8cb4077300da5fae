import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { FileAnswer } from './file-answer.ts';

const SIZE = 3_000_000;

/** Serves one file; `ended` counts the answers that are over, whichever way. */
async function serveFile(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'onde-file-'));
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const told: string[] = [];
  const reading = new Outage({
    clock: new ManualClock(),
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
    words: { gone: 'a file cannot be read', back: 'it can be read' },
  });
  const state = { path, port: 0, ended: 0, told };
  const server = createServer(async (_request, response) => {
    const headers = new Headers({ 'content-length': String(SIZE) });
    const answer = new FileAnswer(await open(path), { start: 0, end: SIZE - 1 }, { status: 200, headers });
    await answer.send(response, reading);
    state.ended += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const address = server.address();
  if (typeof address === 'object' && address !== null) state.port = address.port;
  return state;
}

const ask = (port: number) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: false }, resolve).on('error', reject);
  });

async function digestOf(answer: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of answer) hash.update(chunk);
  return hash.digest('hex');
}

test('many who fetch a file at once, at their own pace, all get its very bytes', async () => {
  const bytes = randomBytes(SIZE);
  const wanted = createHash('sha256').update(bytes).digest('hex');
  const { port } = await serveFile(bytes);
  for (let round = 0; round < 3; round += 1) {
    const digests = await Promise.all(Array.from({ length: 12 }, async () => digestOf(await ask(port))));
    expect(new Set(digests)).toEqual(new Set([wanted]));
  }
});

test('whoever leaves early costs nobody else anything', async () => {
  const bytes = randomBytes(SIZE);
  const served = await serveFile(bytes);
  const leaving = await ask(served.port);
  leaving.destroy();
  await expect.poll(() => served.ended).toBe(1);
  expect(await digestOf(await ask(served.port))).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('a file that became shorter meanwhile does not look complete', async () => {
  const served = await serveFile(randomBytes(SIZE));
  await truncate(served.path, SIZE / 2);
  for (let time = 0; time < 3; time += 1)
    await expect(digestOf(await ask(served.port))).rejects.toThrow('aborted');
  // However often it is asked for, it is told of once.
  await expect.poll(() => served.ended).toBe(3);
  expect(served.told).toEqual([expect.stringContaining('a file cannot be read')]);
});
