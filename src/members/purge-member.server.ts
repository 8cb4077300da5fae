import { memberTag } from '#src/contract/page-tags.ts';
import type { Database } from '#src/db/database.ts';
import type { MemberData } from './member-data.server.ts';

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
