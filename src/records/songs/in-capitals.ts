import { foldText, slugOf } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { type Biographies, findBiography } from '#src/station/biographies/biographies.ts';
import { findPresentArtist } from './song-names.ts';

/** Songs of one title that has several addresses: the number behind one goes up to this. */
const NUMBERED_MAX = 9;
/** Letters of an artist's name that may stand for another one: each doubles the names. */
const LETTERS_TRIED = 8;

/**
 * The id of the song whose title, present or former, somebody wrote in capitals: ß is SS, ı is I [W18]. Null where
 * none is, or several are. An address writes both letters as capitals do.
 */
export async function findSongInCapitals(db: Database, title: string): Promise<number | null> {
  const capitals = foldText(title);
  const slug = slugOf(title);
  const slugs = Array.from({ length: NUMBERED_MAX }, (_, at) => (at === 0 ? slug : `${slug}-${at + 1}`));
  const addressed = await db
    .selectFrom('songs')
    .select(['id', 'folded'])
    .where('slug', 'in', slugs)
    .execute();
  const present = addressed.filter(({ folded }) => isInCapitals(folded, capitals)).map(({ id }) => id);
  if (present.length > 0) return onlyOf(present);
  const moved = await db
    .selectFrom('song_names')
    .select('song_id')
    .where('kind', '=', 'slug')
    .where('name', 'in', slugs)
    .execute();
  const ids = new Set([...addressed.map(({ id }) => id), ...moved.map(({ song_id }) => song_id)]);
  if (ids.size === 0) return null;
  const titles = await db
    .selectFrom('song_names')
    .select(['song_id', 'name'])
    .where('kind', '=', 'title')
    .where('song_id', 'in', [...ids])
    .execute();
  const former = titles.filter(({ name }) => isInCapitals(name, capitals)).map(({ song_id }) => song_id);
  return onlyOf([...new Set(former)]);
}

/**
 * The artist, folded, whose name, present or former, somebody wrote in capitals; null where none is, or several are.
 * @param capitals folded
 */
export async function findArtistInCapitals(
  { db, content }: { readonly db: Database; readonly content: { readonly biographies: Biographies } },
  capitals: string,
): Promise<string | null> {
  const names = namesInCapitals(capitals);
  if (names.length === 0) return null;
  const played = await db
    .selectFrom('songs')
    .select('artist_folded')
    .distinct()
    .where('artist_folded', 'in', names)
    .limit(2)
    .execute();
  const described = names.filter((name) => findBiography(content.biographies, name) !== null);
  const known = new Set([...played.map(({ artist_folded }) => artist_folded), ...described]);
  return known.size > 0 ? onlyOf([...known]) : findPresentArtist(db, names);
}

/** Whether a folded text in capitals is the other one. */
export function isInCapitals(folded: string, capitals: string): boolean {
  return foldText(folded.toUpperCase()) === capitals;
}

/** The folded names that become this one in capitals, without itself; none of one with too many such letters. */
export function namesInCapitals(capitals: string): string[] {
  const both = capitals.split(/(ss|i)/);
  const [first = '', ...rest] = both.length > 2 * LETTERS_TRIED + 1 ? capitals.split(/(ss)/) : both;
  if (rest.length > 2 * LETTERS_TRIED) return [];
  const names = rest.reduce(
    (begun, part) =>
      begun.flatMap((name) => {
        if (part === 'ss') return [`${name}ss`, `${name}ß`];
        return part === 'i' ? [`${name}i`, `${name}ı`] : [name + part];
      }),
    [first],
  );
  return names.filter((name) => name !== capitals);
}

function onlyOf<Item>([only, ...others]: readonly Item[]): Item | null {
  return only === undefined || others.length > 0 ? null : only;
}
