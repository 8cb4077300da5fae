import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { connectPostgres } from './connect-postgres.ts';
import { createPostgresPool } from './postgres-dialect.ts';

async function refusal(url: string): Promise<OperatorError> {
  const error = await connectPostgres(url, 'write').catch((reason: unknown) => reason);
  if (error instanceof OperatorError) return error;
  throw error;
}

test('an address that cannot be read is told without its password, and how to write it', async () => {
  for (const password of ['tr#ee', 'tr/ee', 'tr?ee']) {
    const { message, remedy } = await refusal(`postgres://onde:${password}@localhost/onde`);
    expect(message).toBe('The address of the database cannot be read.');
    expect(remedy).toMatch(/%23 %2F %3F %40/);
  }
});

test('a certificate of the address that is not there is named', async () => {
  const { message } = await refusal(
    'postgres://localhost/onde?sslmode=verify-full&sslrootcert=/nonexistent/ca.pem',
  );
  expect(message).toMatch(/^The database onde at localhost cannot be reached: .*\/nonexistent\/ca\.pem/);
});

test('a connection asks by itself whether the server is still there: one without power never says that it is gone', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `postgres://onde@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/onde`;
  const asks = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => asks.mockRestore());
  await refusal(url);
  expect(asks.mock.calls).toEqual([[true, 10_000]]);
  const pool = createPostgresPool(url, () => {});
  onTestFinished(() => pool.end());
  await expect(pool.connect()).rejects.toThrow();
  expect(asks.mock.calls).toEqual([
    [true, 10_000],
    [true, 10_000],
  ]);
});
