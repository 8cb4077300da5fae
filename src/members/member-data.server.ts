import { memberTag } from '#src/contract/page-tags.ts';
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

interface PurgeServices {
  readonly db: Database;
  readonly purgePages: ((tags: readonly string[]) => void) | null;
  memberData(): readonly MemberData[];
}

/**
 * Changes or deletes a member, and has all pages purged that showed the member before [W213]: the own one, and those of
 * what the member wrote. The page of a new username is none that somebody keeps.
 */
export async function purgingMember<Result>(
  { db, purgePages, memberData }: PurgeServices,
  { id, pseudo: username }: { readonly id: string; readonly pseudo: string | null },
  act: () => Promise<Result>,
): Promise<Result> {
  if (purgePages === null) return await act();
  const tags = username === null ? [] : [memberTag(username)];
  for (const data of memberData()) tags.push(...((await data.pagesOf?.(db, id)) ?? []));
  const result = await act();
  purgePages(tags);
  return result;
}
