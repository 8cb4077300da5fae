import { domainToASCII } from 'node:url';
import { type Kysely, sql } from 'kysely';

interface Row {
  id: string;
  email: string;
  email_folded: string;
  activated_ms: number | null;
}

/**
 * One form for all addresses of a mailbox, registrations that wait beside each other, and usernames that members alone
 * hold. Of two members who turn out to share a mailbox the earlier one keeps it; the other keeps the old form of the
 * address, by which that account can still be used. Gives the ids of those others.
 */
export async function up(db: Kysely<unknown>): Promise<string[]> {
  await db.schema.dropIndex('users_waiting_by_email').execute();
  await db.schema
    .createIndex('users_waiting_by_email')
    .on('users')
    .column('email_folded')
    .where(sql.ref('activated_ms'), 'is', null)
    .execute();
  await sql`update users set pseudo_folded = null where activated_ms is null`.execute(db);

  const { rows } = await sql<Row>`
    select id, email, email_folded, activated_ms from users order by created_ms, id`.execute(db);
  const held = new Set(rows.filter(isMember).map(({ email_folded }) => email_folded));
  const shared: string[] = [];
  for (const row of rows) {
    const mailbox = mailboxKey(row.email);
    if (mailbox === row.email_folded) continue;
    if (isMember(row)) {
      if (held.has(mailbox)) {
        shared.push(row.id);
        continue;
      }
      held.delete(row.email_folded);
      held.add(mailbox);
    }
    await sql`update users set email_folded = ${mailbox} where id = ${row.id}`.execute(db);
  }
  return shared;
}

function isMember({ activated_ms }: Row): boolean {
  return activated_ms !== null;
}

function mailboxKey(email: string): string {
  const address = email.toWellFormed().normalize('NFC').trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const written = address.slice(at + 1);
  const domain = /[^\p{L}\p{M}\p{N}.\-_\u3002\uFF0E\uFF61]/u.test(written) ? '' : domainToASCII(written);
  const isDomain = /^([a-z0-9_-]{1,63}\.)*(?=[^.]*[a-z])[a-z0-9_-]{1,63}$/.test(domain);
  const mailbox = `${local.toLowerCase().normalize('NFC')}@${domain}`;
  const isMailbox = at > 0 && isDomain && local.normalize('NFKC') === local && mailbox.length <= 254;
  return isMailbox ? mailbox : address;
}
