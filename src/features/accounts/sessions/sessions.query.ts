import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { Sessions } from './sessions.wire.ts';

/**
 * Where the member is signed in. The key holds the member: the next one in this browser must not see the sessions of
 * the one before.
 */
export function sessionsQuery(userId: string, language: Language): PageQuery<Sessions> {
  const query = wireQuery(
    'sessions',
    {},
    language,
    async () => (await import('./sessions.wire.ts')).sessionsSchema,
  );
  return { ...query, queryKey: [...query.queryKey, userId] };
}
