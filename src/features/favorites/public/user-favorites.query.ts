import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { MemberPage } from './user-favorites.wire.ts';

const importSchema = async () => (await import('./user-favorites.wire.ts')).memberPageSchema;

/** The public page of a member. */
export function memberPageQuery(username: string, language: Language): PageQuery<MemberPage> {
  return wireQuery('user-favorites', { pseudo: username }, language, importSchema);
}
