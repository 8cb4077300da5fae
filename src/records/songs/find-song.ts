import type { Selectable } from 'kysely';
import { foldText } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import type { SongsTable } from '#src/db/schema/music-tables.ts';

/**
 * The song that a page address or a full title names, in whatever case and accents; null when the radio knows none. Where
 * one song's address is another's title, the address counts: a page must always lead to its song.
 */
export async function findSong(db: Database, title: string): Promise<Selectable<SongsTable> | null> {
  const song = db.selectFrom('songs').selectAll();
  const byAddress = await song.where('slug', '=', title.trim().toLowerCase()).executeTakeFirst();
  if (byAddress !== undefined) return byAddress;
  return (await song.where('folded', '=', foldText(title)).executeTakeFirst()) ?? null;
}

/** The song of a full title alone, in whatever case and accents: what members' votes and words belong to [W18]. */
export async function findSongByTitle(db: Database, full: string): Promise<Selectable<SongsTable> | null> {
  const song = db.selectFrom('songs').selectAll().where('folded', '=', foldText(full));
  return (await song.executeTakeFirst()) ?? null;
}
