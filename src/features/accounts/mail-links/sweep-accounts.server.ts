import type { Database } from '#src/db/database.ts';
import { REGISTRATION_WAITS_MS } from '#src/features/accounts/registrations/waiting-registration.server.ts';
import { LINK_REMEMBERED_MS } from './email-link.server.ts';

/** Deletes expired sessions, links, and registrations that were never confirmed. */
export async function sweepAccounts(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_ms', '<=', nowMs).execute();
  await db
    .deleteFrom('email_tokens')
    .where('expires_ms', '<=', nowMs - LINK_REMEMBERED_MS)
    .execute();
  await db
    .deleteFrom('users')
    .where('activated_ms', 'is', null)
    .where('created_ms', '<=', nowMs - REGISTRATION_WAITS_MS)
    .execute();
}
