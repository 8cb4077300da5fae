import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { MemberPage } from './member-page.wire.ts';

const importSchema = async () => (await import('./member-page.wire.ts')).memberPageSchema;

/** What anyone may know of a member. */
export function memberPageQuery(pseudo: string, language: Language): PageQuery<MemberPage> {
  return wireQuery('user-favorites', { pseudo }, language, importSchema);
}
