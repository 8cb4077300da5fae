import type { Language } from '#src/contract/languages.ts';
import { orNull } from '#src/page/wire/or-null.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { Artist } from './biography.wire.ts';

const importSchema = async () => {
  const { biographySchema } = await import('./biography.wire.ts');
  return biographySchema;
};

/** The radio's page of an artist; null for an unknown one. */
export function biographyQuery(name: string, language: Language): PageQuery<{ artist: Artist } | null> {
  return orNull(wireQuery('artist-biography', { name }, language, importSchema), 'artist_not_found');
}
