import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { createPostgresPool, TranslatingPostgresDialect } from './postgres-dialect.ts';
import { translatePostgresError } from './postgres-errors.ts';

function refusal(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });
}

function socketError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

test('a server on this machine whose socket has gone with it cannot answer now', async () => {
  const url = 'postgres://onde@localhost/onde?host=/proc/no-server';
  await using db = new Kysely<object>({
    dialect: new TranslatingPostgresDialect(createPostgresPool(url, () => {})),
  });
  await expect(sql`select 1`.execute(db)).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ETIMEDOUT'])(
  'a machine that is off or cut off (%s) is a database that cannot answer now',
  (code) => {
    expect(translatePostgresError(socketError(code, 'read'))).toBeInstanceOf(DatabaseUnavailable);
  },
);

test('so is one whose name cannot be looked up', () => {
  expect(translatePostgresError(socketError('EAI_AGAIN', 'getaddrinfo'))).toBeInstanceOf(DatabaseUnavailable);
});

test.each([
  ['57014', 'it ended what took longer than it allows'],
  ['55P03', 'a lock was not to be had in its time'],
  ['25P03', 'a transaction stood still for longer than it allows'],
  ['40P01', 'two stood in each other’s way'],
  ['28000', 'who has taken over lets nobody in yet'],
  ['3D000', 'who has taken over has no database of that name yet'],
  ['58030', 'its disk fails'],
  ['3F000', 'the schema is gone, as while a backup is put back'],
  ['42P01', 'a table is not there yet'],
  ['42703', 'a column is not, as in the backup of an older version'],
  ['42501', 'a table is somebody else’s, who has put it back'],
  ['XX000', 'it failed by itself, as on a full disk, which lets nobody in'],
])('a server cannot answer now where %s says that %s', (code) => {
  expect(translatePostgresError(refusal(code))).toBeInstanceOf(DatabaseUnavailable);
});

test('a fault of a statement, and of a file, stays what it is', () => {
  for (const error of [refusal('42601'), refusal('22003'), socketError('ENOENT', 'open')])
    expect(translatePostgresError(error)).toBe(error);
});
