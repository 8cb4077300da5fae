import { expect, test } from 'vitest';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { connectPostgres } from './connect-postgres.ts';

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
