import type { Database } from '#src/db/database.ts';

/**
 * A feature's data about a member besides the account. Rows that refer to the user by a cascading key are
 * deleted with it.
 */
export interface MemberData {
  /** Its name in the export. */
  readonly name: string;
  /** All of the feature's data about the member, in the form of the wire. */
  exportOf(db: Database, userId: string): Promise<unknown>;
  /** Tags of the pages on which it shows the member [W211]. */
  pagesOf?(db: Database, userId: string): Promise<readonly string[]>;
  /** Called before the account is deleted, in the same transaction, for data without a cascading key. */
  removeOf?(trx: Database, userId: string): Promise<void>;
}
