import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '#src/db/open-database.ts';
import { registration } from '../support/start-members.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PROCESS = fileURLToPath(new URL('../support/members-process.ts', import.meta.url));
/** More by hand: `ONDE_KILLS=25`. */
const ROUNDS = Number(process.env.ONDE_KILLS ?? 3);
const AT_ONCE = 4;

const registeredSchema = z.object({ data: z.object({ user: z.object({ id: z.string() }) }) });

test(
  'a registration that was acknowledged outlives the process, and its mail is still owed',
  async () => {
    await using database = await createTestDatabase('migrated');
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { child, origin } = await start(database);
      const before = acknowledged.length;
      const died = once(child, 'exit');
      onTestFinished(() => void child.kill('SIGKILL'));
      const callers = Array.from({ length: AT_ONCE }, async (_, caller) => {
        for (let count = 0; ; count++) {
          const id = await register(origin, `m${round}-${caller}-${count}`).catch(() => null);
          if (id === null) return;
          acknowledged.push(id);
          // Each round another place of the others' way through hashing and writing.
          if (acknowledged.length === before + 3 + round) child.kill('SIGKILL');
        }
      });
      await Promise.all(callers);
      expect(await died).toEqual([null, 'SIGKILL']);
      expect(acknowledged.length).toBeGreaterThan(before);
      await expectKept(database, acknowledged);
    }
  },
  ROUNDS * 60_000,
);

async function start({ options }: TestDatabase): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [PROCESS, options.databaseUrl ?? '', options.sqlitePath], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const port of createInterface(child.stdout))
    return { child, origin: `http://127.0.0.1:${port}` };
  throw new Error('The process ended before it listened.');
}

/**
 * Gives the user's id.
 * @throws when the process dies meanwhile
 */
async function register(origin: string, name: string): Promise<string> {
  const response = await fetch(`${origin}/api-proxy.php?endpoint=register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:0:${name.split('-')[1]}::1` },
    body: JSON.stringify(registration(name)),
  });
  return registeredSchema.parse(await response.json()).data.user.id;
}

/** Everybody has a row and a mail, and nothing that a transaction left half is there. */
async function expectKept({ options }: TestDatabase, ids: readonly string[]): Promise<void> {
  await using db = await openDatabase(options);
  const users = await db.selectFrom('users').select('id').orderBy('id').execute();
  const mails = await db.selectFrom('mail_spool').select('user_id').orderBy('user_id').execute();
  const choices = await db.selectFrom('preferences').select('user_id').orderBy('user_id').execute();
  expect(users.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
  expect(mails.map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id));
  expect(choices.map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id));
}
