import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

interface SongRow {
  id: number;
  full_title: string;
  folded: string;
  artist: string;
  artist_folded: string;
  title: string;
  slug: string;
}

/**
 * Names with a history: a song keeps the titles and addresses that it had, and a recording knows which it was given.
 * Titles are folded anew, so that marks that make another letter count; recordings that are of another title than
 * their song by that wait to be parted from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .alterTable('media')
    .addColumn('slug', text, (column) => column.notNull().defaultTo(''))
    .execute();

  const names = db.schema
    .createTable('song_names')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id').onDelete('cascade'))
    .addColumn('artist_folded', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('song_names_key', ['kind', 'name'])
    .addCheckConstraint('song_names_kind', sql`kind in ('title', 'slug')`);
  await (postgres ? names : names.modifyEnd(sql`without rowid`)).execute();
  await db.schema.createIndex('song_names_by_song').on('song_names').column('song_id').execute();
  await db.schema.createIndex('song_names_by_artist').on('song_names').column('artist_folded').execute();

  await db.schema
    .createTable('renamed_media')
    .addColumn('media_id', text, (column) =>
      column.primaryKey().notNull().references('media.id').onDelete('cascade'),
    )
    .execute();

  // What a song has is found by the song when two become one.
  await db.schema.createIndex('votes_by_song').on('votes').column('song_id').execute();
  await db.schema.createIndex('comments_by_song').on('comments').column('song_id').execute();
  await db.schema.createIndex('diary_entries_by_song').on('diary_entries').column('song_id').execute();
  await db.schema.createIndex('chart_entries_by_song').on('chart_entries').column('song_id').execute();

  // Hearts follow an artist's name.
  await db.schema
    .createIndex('favorite_artists_by_artist')
    .on('favorite_artists')
    .column('artist_folded')
    .execute();

  await foldSongs(db);
  await foldFavoriteArtists(db);
  await noteRenamedMedia(db);
}

async function foldSongs(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<SongRow>`
    select id, full_title, folded, artist, artist_folded, title, slug from songs order by id`.execute(db);
  const held = new Set(rows.map(({ folded }) => folded));
  const slugs = new Set(rows.map(({ slug }) => slug));
  for (const row of rows) {
    const { artist, title } = split(row.full_title);
    const wanted = fold(row.full_title);
    const folded = wanted === row.folded || held.has(wanted) ? row.folded : wanted;
    const slug = newSlug(row, slugs);
    const artistFolded = foldArtist(artist);
    held.add(folded);
    slugs.add(slug);
    if (
      folded === row.folded &&
      slug === row.slug &&
      artistFolded === row.artist_folded &&
      artist === row.artist
    )
      continue;
    await sql`update songs set folded = ${folded}, artist = ${artist}, artist_folded = ${artistFolded},
      title = ${title}, slug = ${slug} where id = ${row.id}`.execute(db);
    await sql`update chart_counts set folded = ${folded} where song_id = ${row.id}`.execute(db);
    if (slug !== row.slug)
      await sql`insert into song_names (kind, name, song_id, artist_folded)
        values ('slug', ${row.slug}, ${row.id}, '')`.execute(db);
  }
}

/** The address as it would be given now, where the one there was made from the title by the old rule. */
function newSlug({ full_title, slug }: SongRow, taken: ReadonlySet<string>): string {
  const old = oldSlugOf(full_title);
  const wanted = slugOf(full_title);
  const isOld = slug === old || (slug.startsWith(`${old}-`) && /^\d+$/.test(slug.slice(old.length + 1)));
  if (!isOld || wanted === old) return slug;
  for (let suffix = 1; ; suffix++) {
    const candidate = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Of two that become one artist the member's earlier choice stays. */
async function foldFavoriteArtists(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ user_id: string; artist_folded: string; artist_name: string }>`
    select user_id, artist_folded, artist_name from favorite_artists order by added_ms`.execute(db);
  const held = new Set(rows.map(({ user_id, artist_folded }) => `${user_id} ${artist_folded}`));
  for (const { user_id, artist_folded, artist_name } of rows) {
    const folded = foldArtist(artist_name);
    if (folded === artist_folded) continue;
    if (held.has(`${user_id} ${folded}`)) {
      await sql`delete from favorite_artists
        where user_id = ${user_id} and artist_folded = ${artist_folded}`.execute(db);
      continue;
    }
    held.add(`${user_id} ${folded}`);
    await sql`update favorite_artists set artist_folded = ${folded}, artist_name = ${mainArtist(artist_name)}
      where user_id = ${user_id} and artist_folded = ${artist_folded}`.execute(db);
  }
}

async function noteRenamedMedia(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; artist: string; title: string; folded: string }>`
    select media.id, media.artist, media.title, songs.folded
    from media join songs on songs.id = media.song_id`.execute(db);
  for (const { id, artist, title, folded } of rows) {
    const full = artist === '' ? title : `${artist} - ${title}`;
    if (fold(full) !== folded) await sql`insert into renamed_media (media_id) values (${id})`.execute(db);
  }
}

function split(full: string): { artist: string; title: string } {
  const at = full.indexOf(' - ');
  if (at < 0) return { artist: '', title: full.trim() };
  return { artist: full.slice(0, at).trim(), title: full.slice(at + 3).trim() };
}

function fold(text: string): string {
  return undress(text).replaceAll('ς', 'σ').replace(/\s+/gu, ' ').trim().normalize('NFC');
}

function foldArtist(artist: string): string {
  return fold(mainArtist(artist));
}

function mainArtist(artist: string): string {
  return artist.replace(/\s+[([]?(?:feat\.?|ft\.?|featuring)\s+(?!(?:&|and|with)\s)\S.*$/iu, '');
}

function undress(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\u200c|\u200d|\u0640/g, '')
    .replace(/(^|[\p{sc=Latn}\p{sc=Grek}\p{sc=Hebr}]|[^\p{L}\p{M}])\p{M}+/gu, '$1')
    .replace(/([\p{sc=Cyrl}\p{sc=Arab}])(\p{M}+)/gu, (_, letter: string, marks: string) => {
      if (letter === 'е') return letter + marks.replace(/[\u0300\u0301\u0308]/g, '');
      if (letter === 'г' || letter === 'к') return letter + marks.replace(/\u0300/g, '');
      return letter + marks.replace(/[\u0300\u0301\u064b-\u0652\u0656-\u0670\u06d6-\u06ed]/g, '');
    });
}

function slugOf(text: string): string {
  const bare = undress(text).replace(/(\p{sc=Cyrl})\p{M}+/gu, '$1');
  return slugFrom(bare, /[^\p{L}\p{M}\p{N}]+/gu, text).normalize('NFC');
}

function oldSlugOf(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return slugFrom(bare, /[^\p{L}\p{N}]+/gu, text);
}

function slugFrom(bare: string, others: RegExp, text: string): string {
  const latin = Array.from(bare, (letter) => LETTERS[letter] ?? letter).join('');
  const slug = latin.replace(others, '-').replace(/^-+|-+$/g, '');
  if (slug !== '') return slug;
  const points = Array.from(text.trim(), (sign) => sign.codePointAt(0)?.toString(16) ?? '');
  return `t-${points.slice(0, 12).join('-') || '0'}`;
}

const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ie',
  і: 'i',
  ґ: 'g',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
