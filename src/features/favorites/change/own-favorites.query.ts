import type { Language } from '#src/contract/languages.ts';
import type { OwnArtists, OwnFavorites } from '#src/features/favorites/favorites.wire.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';

/** A member's favourite tracks. Their own token alone may ask; every heart of a page reads this one answer. */
export function ownTracksQuery(userId: string, language: Language): PageQuery<OwnFavorites> {
  return wireQuery('favorites&action=list', { user_id: userId }, language, () =>
    import('#src/features/favorites/favorites.wire.ts').then((file) => file.ownFavoritesSchema),
  );
}

/** The same for their artists. */
export function ownArtistsQuery(userId: string, language: Language): PageQuery<OwnArtists> {
  return wireQuery('favorites&action=list_artists', { user_id: userId }, language, () =>
    import('#src/features/favorites/favorites.wire.ts').then((file) => file.ownArtistsSchema),
  );
}
