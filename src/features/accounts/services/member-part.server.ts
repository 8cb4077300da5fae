import type { Database } from '#src/db/database.ts';

/** What a feature keeps of a member besides the account. Rows that refer to the user by a cascading key go by themselves. */
export interface MemberPart {
  /** Its name in the export. */
  readonly name: string;
  /** Everything of it, in the form of the wire. */
  exportOf(db: Database, userId: string): Promise<unknown>;
  /** Before the account is deleted, in the same transaction: what a cascading key cannot do. */
  removeOf?(trx: Database, userId: string): Promise<void>;
}
