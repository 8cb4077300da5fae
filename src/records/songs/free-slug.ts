import type { Database } from '#src/db/database.ts';
import { findFormerSong } from './song-names.ts';

/** `slug`, or the first of `slug-2`, `slug-3`, … that no song has, and none had but `own` [W17]. */
export async function freeSlug(db: Database, slug: string, own?: number): Promise<string> {
  for (let suffix = 1; ; suffix++) {
    const candidate = suffix === 1 ? slug : `${slug}-${suffix}`;
    const taken = await db.selectFrom('songs').select('id').where('slug', '=', candidate).executeTakeFirst();
    if (taken !== undefined) continue;
    const former = await findFormerSong(db, 'slug', candidate);
    if (former === null || former === own) return candidate;
  }
}
