import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { SignInWays } from './sign-in-ways.wire.ts';

/** How the member may sign in. The key holds the member, as that of their sessions does. */
export function signInWaysQuery(userId: string, language: Language): PageQuery<SignInWays> {
  const query = wireQuery('sign-in-ways', {}, language, () =>
    import('./sign-in-ways.wire.ts').then((file) => file.signInWaysSchema),
  );
  return { ...query, queryKey: [...query.queryKey, userId] };
}
