import type { Language } from '#src/contract/languages.ts';
import { memberPageQuery } from '#src/features/favorites/public/user-favorites.query.ts';
import type { PageQuery } from '#src/page/wire/page-query.ts';
import { type FoundMember, findMember } from './find-member.ts';

/** The public page of a username, or why there is none: an answer in any case. */
export function foundMemberQuery(username: string, language: Language): PageQuery<FoundMember> {
  return {
    queryKey: ['found-member', username, language],
    queryFn: (context) => findMember(username, (name) => memberPageQuery(name, language).queryFn(context)),
    onServer: (services) =>
      findMember(username, (name) => memberPageQuery(name, language).onServer(services)),
  };
}
