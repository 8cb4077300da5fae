import type { Database } from '#src/db/database.ts';

/** A title (folded) or an address that a song had. */
export interface FormerName {
  readonly kind: 'title' | 'slug';
  readonly name: string;
  readonly song_id: number;
  /** The folded artist of a title; '' of an address. */
  readonly artist_folded: string;
}

/** Keeps names that songs had; when several songs had one, the last counts. */
export async function rememberNames(trx: Database, names: readonly FormerName[]): Promise<void> {
  const rows = [...new Map(names.map((name) => [`${name.kind} ${name.name}`, name])).values()];
  if (rows.length === 0) return;
  await trx
    .insertInto('song_names')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'name']).doUpdateSet((eb) => ({
        song_id: eb.ref('excluded.song_id'),
        artist_folded: eb.ref('excluded.artist_folded'),
      })),
    )
    .execute();
}

/** Forgets names that songs have again. */
export async function forgetNames(
  trx: Database,
  { titles, slugs }: { titles: readonly string[]; slugs: readonly string[] },
): Promise<void> {
  const forget = (kind: FormerName['kind'], names: readonly string[]) =>
    trx.deleteFrom('song_names').where('kind', '=', kind).where('name', 'in', names).execute();
  if (titles.length > 0) await forget('title', titles);
  if (slugs.length > 0) await forget('slug', slugs);
}

/** The song that had this name; null when none had. */
export async function findFormerSong(
  db: Database,
  kind: FormerName['kind'],
  name: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('song_names')
    .select('song_id')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.song_id ?? null;
}

/** The songs that had these titles, by title. */
export async function findFormerSongs(
  db: Database,
  folded: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (folded.length === 0) return new Map();
  const rows = await db
    .selectFrom('song_names')
    .select(['name', 'song_id'])
    .where('kind', '=', 'title')
    .where('name', 'in', folded)
    .execute();
  return new Map(rows.map(({ name, song_id }) => [name, song_id]));
}

/** Whether a song had a title under that artist, as foldArtist gives it. */
export async function wasBy(db: Database, songId: number, artistFolded: string): Promise<boolean> {
  const row = await db
    .selectFrom('song_names')
    .select('name')
    .where('song_id', '=', songId)
    .where('kind', '=', 'title')
    .where('artist_folded', '=', artistFolded)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The titles that a song had, folded. */
export async function formerTitles(db: Database, songId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('song_names')
    .select('name')
    .where('song_id', '=', songId)
    .where('kind', '=', 'title')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * The name that an artist goes by now, folded: the one artist to whom all songs under the former name, or any of them,
 * belong. Null where they went to several, and where there were none.
 */
export async function findPresentArtist(db: Database, former: readonly string[]): Promise<string | null> {
  const names = former.filter((name) => name !== '');
  if (names.length === 0) return null;
  const rows = await db
    .selectFrom('song_names')
    .innerJoin('songs', 'songs.id', 'song_names.song_id')
    .select('songs.artist_folded')
    .distinct()
    .where('song_names.artist_folded', 'in', names)
    .where('songs.artist_folded', 'not in', names)
    .limit(2)
    .execute();
  const [only, ...others] = rows;
  return only === undefined || others.length > 0 ? null : only.artist_folded;
}

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
