import { type Kysely, sql } from 'kysely';

interface Row {
  id: string;
  email_folded: string;
  activated_ms: number | null;
}

const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u180e\u3164\uffa0]/gu;

/**
 * Addresses lose the signs that nobody sees: a copy from elsewhere had brought them along, and no mail reached them. Of
 * two members who turn out to share a mailbox the other one keeps it. Gives the ids of those who have not got it.
 */
export async function up(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<Row>`
    select id, email_folded, activated_ms from users order by created_ms, id`.execute(db);
  const held = new Set(rows.filter(isMember).map(({ email_folded }) => email_folded));
  const shared: string[] = [];
  for (const row of rows) {
    const mailbox = row.email_folded.replace(UNSEEN, '');
    if (mailbox === row.email_folded) continue;
    if (isMember(row)) {
      if (held.has(mailbox)) {
        shared.push(row.id);
        continue;
      }
      held.add(mailbox);
    }
    await sql`update users set email_folded = ${mailbox} where id = ${row.id}`.execute(db);
  }
  return shared;
}

function isMember({ activated_ms }: Row): boolean {
  return activated_ms !== null;
}
