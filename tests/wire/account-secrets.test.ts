import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PASSWORD, registration, signedIn, startMembers, tokenOf } from '../support/start-members.ts';

const NAMES = { firstName: 'Zoé', lastName: 'Durand', pseudo: '' };

test('neither password, token nor e-mail is ever logged, whatever goes wrong', async () => {
  const refuse = (address: string) =>
    address.startsWith('gone') ? 550 : address.startsWith('full') ? 452 : 0;
  await using members = await startMembers({ mail: true, refuse, logLevel: 'trace' });
  const secrets: string[] = ['example.org', PASSWORD, 'argon2id', 'Durand'];
  const { db } = members.web.services;

  await members.post('register', registration('zoe'));
  const link = tokenOf((await members.sink?.received(1))?.text ?? '');
  const { token } = signedIn(await members.post('verify-email', { token: link }));
  secrets.push(link, token);
  await members.post('register', registration('zoe', 'other@example.org'));
  await members.post('register', registration('gone1'));
  await members.post('register', registration('full1'));
  await members.post('login', { email: 'zoe@example.org', password: 'wrong and secret' });
  secrets.push('wrong and secret');
  await members.post('forgot-password', { email: 'zoe@example.org' });
  secrets.push(tokenOf((await members.sink?.received(2))?.text ?? ''));
  await members.get('profile', { token: 'dead-and-secret' });
  secrets.push('dead-and-secret');
  await expect
    .poll(() => members.web.errors.join(''))
    .toMatch(/does not exist[\s\S]*tries it again|tries it again[\s\S]*does not exist/);

  // Failures that nobody foresaw: tables that can be read, and take nothing.
  for (const table of ['sessions', 'users']) {
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`all_${table}`)}`.execute(db);
    await sql`create view ${sql.table(table)} as select * from ${sql.table(`all_${table}`)} limit 9`.execute(
      db,
    );
  }
  expect((await members.post('login', { email: 'zoe@example.org', password: PASSWORD })).status).toBe(500);
  expect((await members.post('profile', NAMES, { token, query: { _method: 'PUT' } })).status).toBe(500);
  expect((await members.post('register', registration('late', 'late@example.org'))).status).toBe(500);

  const logged = members.web.errors.join('\n');
  expect(logged).toContain('the web process failed over a call: please report this error');
  expect(logged).toContain('Onde sent a mail');
  for (const secret of secrets) expect(logged).not.toContain(secret);
});
