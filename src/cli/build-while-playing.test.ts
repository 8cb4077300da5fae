import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '#src/platform/log/logger.ts';
import { buildWhilePlaying } from './build-while-playing.ts';

const never = new Promise<void>(() => {});

function setUp() {
  const lines: string[] = [];
  const to = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  return { lines, logger: createLogger({ level: 'info', part: 'broadcast', to }) };
}

test('a build that fails takes no station off the air, and the log says what to do', async () => {
  const { lines, logger } = setUp();
  const broken = async () => {
    throw new Error('the disk is full');
  };
  expect(await buildWhilePlaying(broken, logger, never)).toBe(true);
  expect(lines.join('')).toMatch(/the disk is full.*npm run build.*npx onde reload/);
});

test('a stop ends a build, and nobody is told that it failed', async () => {
  const { lines, logger } = setUp();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const build = (onBuild: () => void, signal: AbortSignal) =>
    new Promise((_resolve, reject) => {
      onBuild();
      signal.addEventListener('abort', () => {
        reject(signal.reason);
        ended.resolve();
      });
      begun.resolve();
    });
  expect(await buildWhilePlaying(build, logger, begun.promise)).toBe(false);
  await ended.promise;
  await Promise.resolve();
  expect(lines.join('')).toContain('the music plays already');
  expect(lines).toHaveLength(1);
});
