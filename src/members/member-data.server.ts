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

export interface PurgeServices {
  readonly db: Database;
  readonly purgePages: ((tags: readonly string[]) => void) | null;
  memberData(): readonly MemberData[];
}

/** Whom pages show, as they are known before a change. */
interface ShownMember {
  readonly id: string;
  readonly pseudo: string | null;
}

/**
 * Changes a member, and has all pages purged that showed the member before [W213]: the own one, and those of
 * what the member wrote. The page of a new username is none that somebody keeps.
 */
export async function purgingMember<Result>(
  services: PurgeServices,
  member: ShownMember,
  act: () => Promise<Result>,
): Promise<Result> {
  const tags = await pagesShowing(services, services.db, member);
  const result = await act();
  if (tags.length > 0) services.purgePages?.(tags);
  return result;
}

/** Tags of the pages that show a member; none where nobody has pages purged. */
export async function pagesShowing(
  { purgePages, memberData }: Omit<PurgeServices, 'db'>,
  db: Database,
  { id, pseudo: username }: ShownMember,
): Promise<string[]> {
  if (purgePages === null) return [];
  const tags = username === null ? [] : [memberTag(username)];
  for (const data of memberData()) tags.push(...((await data.pagesOf?.(db, id)) ?? []));
  return tags;
}
