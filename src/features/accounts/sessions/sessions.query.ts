import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { Sessions } from './sessions.wire.ts';

/** Where the member is signed in. One key each: the next member of this browser shall not see them. */
export function sessionsQuery(userId: string, language: Language): PageQuery<Sessions> {
  const query = wireQuery(
    'sessions',
    {},
    language,
    async () => (await import('./sessions.wire.ts')).sessionsSchema,
  );
  return { ...query, queryKey: [...query.queryKey, userId] };
}
