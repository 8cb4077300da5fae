import type { Language } from '#src/contract/languages.ts';
import type { MemberPage } from '#src/features/favorites/public/user-favorites.wire.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';

const importSchema = () =>
  import('#src/features/favorites/public/user-favorites.wire.ts').then((file) => file.memberPageSchema);

/** The public page of a member. */
function memberPageQuery(username: string, language: Language): PageQuery<MemberPage> {
  return wireQuery('user-favorites', { pseudo: username }, language, importSchema);
}

/** The public page of a username, or why it cannot be shown. Never fails. */
export function foundMemberQuery(username: string, language: Language): PageQuery<FoundMember> {
  return {
    queryKey: ['found-member', username, language],
    queryFn: (context) => findMember(username, (name) => memberPageQuery(name, language).queryFn(context)),
    onServer: (services) =>
      findMember(username, (name) => memberPageQuery(name, language).onServer(services)),
  };
}

/**
 * Why there is no page [A50]: the address has no username; the server gave no page; the server gave no
 * answer.
 */
export type MemberPageProblem = 'missing' | 'not-found' | 'error';

/** `status` is the HTTP status of the page: 404 only when the server knows that there is no such member. */
type FoundMember =
  | { readonly member: MemberPage; readonly problem: null; readonly status: 200 }
  | { readonly member: null; readonly problem: MemberPageProblem; readonly status: 404 | 503 };

/** Codes for a username that nobody has, and for a text that cannot be one. */
const NO_SUCH_MEMBER: ReadonlySet<string> = new Set(['member_not_found', 'invalid_parameter']);

/** @param ask fetches the page of a username; rejects with a CallError */
export async function findMember(
  username: string | undefined,
  ask: (username: string) => Promise<MemberPage>,
): Promise<FoundMember> {
  const name = username?.trim() ?? '';
  if (name === '') return { member: null, problem: 'missing', status: 404 };
  try {
    return { member: await ask(name), problem: null, status: 200 };
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0)
      return { member: null, problem: 'error', status: 503 };
    return { member: null, problem: 'not-found', status: NO_SUCH_MEMBER.has(error.code) ? 404 : 503 };
  }
}
