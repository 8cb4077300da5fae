import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { instanceSecret } from '#src/platform/secrets/instance-secret.ts';
import { shareSecret } from '#src/web/machines/shared-secret.ts';
import { createTestDatabase } from '../support/test-database.ts';

test('machines that start at once have one secret afterwards, and so has whoever comes later', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase('migrated'));
  const db = stack.use(await openDatabase(database.options));
  const folder = await mkdtemp(join(tmpdir(), 'onde-secrets-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const logger = createLogger({ level: 'silent', part: 'test' });
  const paths = ['one', 'two', 'three', 'four'].map((name) => join(folder, name));
  await Promise.all(paths.slice(0, 3).map((path) => shareSecret(db, path, logger)));
  const [kept] = paths.map(instanceSecret);
  await shareSecret(db, paths[3] ?? '', logger);
  expect(new Set(paths.map(instanceSecret))).toEqual(new Set([kept]));
});
