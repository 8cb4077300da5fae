import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { currentRequestId, inRequest } from './request-context.ts';

test('lines of requests side by side carry the id of their own, and those outside of any none [W200]', async () => {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    part: 'test',
    to: { write: (line) => void lines.push(line) },
  });
  const work = (id: string) =>
    inRequest(id, async () => {
      await Promise.resolve();
      logger.info(`work of ${id}`);
      return currentRequestId();
    });
  expect(await Promise.all([work('one'), work('two')])).toEqual(['one', 'two']);
  logger.info('nobody');
  const said = lines.map((line) => Object(JSON.parse(line)));
  expect(said.map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ['work of one', 'one'],
    ['work of two', 'two'],
    ['nobody', undefined],
  ]);
});

test('what a request has begun and leaves behind is not told as its own', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left: Promise<string | null> = Promise.resolve('');
  await inRequest('one', async () => {
    left = promise.then(currentRequestId);
  });
  resolve();
  expect(await left).toBeNull();
  await expect(inRequest('two', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(currentRequestId()).toBeNull();
});
