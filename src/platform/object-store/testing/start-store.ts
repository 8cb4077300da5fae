import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { onTestFinished } from 'vitest';

/** Whom the store lets in. */
export const ACCESS = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** An object store with an empty bucket `onde`, until the test is over. Gives its address. */
export async function startStore(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'onde-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'onde' }],
    // It reckons `/bucket/` as `/bucket`, which real ones do not.
    allowMismatchedSignatures: true,
  });
  const { port } = await server.run();
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  return `http://127.0.0.1:${port}`;
}
