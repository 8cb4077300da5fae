import type { Database } from '#src/db/database.ts';
import { timeOrderedId } from '#src/db/ids/time-ordered-id.ts';
import { openSession } from '#src/members/session/session.server.ts';

/** A member who is signed in. */
export interface WrittenMember {
  readonly id: string;
  readonly token: string;
}

/** Writes `count` members into a database that has none, each with a session: no password has to be hashed for them. */
export async function writeMembers(db: Database, count: number, nowMs: number): Promise<WrittenMember[]> {
  const members: WrittenMember[] = [];
  for (let number = 1; number <= count; number += 1) {
    const id = timeOrderedId(nowMs);
    const email = `member${number}@example.org`;
    await db
      .insertInto('users')
      .values({
        id,
        email,
        email_folded: email,
        first_name: 'Alice',
        last_name: 'Martin',
        pseudo: `member${number}`,
        pseudo_folded: `member${number}`,
        created_ms: nowMs,
        activated_ms: nowMs,
        email_verified_ms: nowMs,
      })
      .execute();
    members.push({ id, token: await openSession(db, { userId: id, userAgent: '', nowMs }) });
  }
  return members;
}
