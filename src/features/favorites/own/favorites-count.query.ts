import type { Language } from '#src/contract/languages.ts';
import type { FavoritesCount } from '#src/features/favorites/favorites.wire.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';

/** How many favourites a member has. Their own token alone may ask. */
export function favoritesCountQuery(userId: string, language: Language): PageQuery<FavoritesCount> {
  return wireQuery(
    'favorites&action=count',
    { user_id: userId },
    language,
    async () => (await import('#src/features/favorites/favorites.wire.ts')).favoritesCountSchema,
  );
}
