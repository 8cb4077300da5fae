import { useQuery } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import type { FavoritesCount } from '#src/features/favorites/favorites.wire.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import styles from './favorites-figures.module.css';

/** How many tracks and artists the member loves. */
export function FavoritesFigures({ userId }: { userId: string }) {
  const text = useText();
  const { number } = useFormats();
  const { data, isError } = useQuery({ ...favoritesCountQuery(userId, useLanguage()), staleTime: 0 });
  const figure = (count: number | undefined) => (count === undefined ? '–' : number(count));
  return (
    <p className={styles.figures} aria-busy={data === undefined && !isError}>
      <span>
        <b>{figure(data?.tracks)}</b> {text('members.profile.tracks', { count: data?.tracks ?? 0 })}
      </span>
      <span>
        <b>{figure(data?.artists)}</b> {text('members.profile.artists', { count: data?.artists ?? 0 })}
      </span>
    </p>
  );
}

/** How many favourites a member has. Their own token alone may ask. */
function favoritesCountQuery(userId: string, language: Language): PageQuery<FavoritesCount> {
  return wireQuery(
    'favorites&action=count',
    { user_id: userId },
    language,
    async () => (await import('#src/features/favorites/favorites.wire.ts')).favoritesCountSchema,
  );
}
