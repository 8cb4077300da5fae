import type { Database } from '#src/db/database.ts';

/** `slug`, or the first of `slug-2`, `slug-3`, … that no song and none of `reserved` has [W17]. */
export async function freeSlug(
  db: Database,
  slug: string,
  reserved: ReadonlySet<string> = new Set(),
): Promise<string> {
  for (let suffix = 1; ; suffix++) {
    const candidate = suffix === 1 ? slug : `${slug}-${suffix}`;
    if (reserved.has(candidate)) continue;
    const taken = await db.selectFrom('songs').select('id').where('slug', '=', candidate).executeTakeFirst();
    if (taken === undefined) return candidate;
  }
}
