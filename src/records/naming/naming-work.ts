import { sql } from 'kysely';
import { foldArtist, isSlugOf, slugOf } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import type { Song } from '#src/records/songs/find-song.ts';
import { type FormerName, forgetNames, freeSlug, rememberNames } from '#src/records/songs/song-names.ts';
import { mergeSongs, moveHearts, movePlays, recountSong } from './move-belongings.ts';
import type { NamedMedia } from './named-media.ts';
import type { NamingStep } from './naming-plan.ts';
import { placeSongs } from './place-songs.ts';

/** No folded title is in capitals. */
const PARKED = 'PARKED ';

/** Carries a plan's steps out, within one transaction. */
export class NamingWork {
  readonly #trx: Database;
  readonly #songs: Map<number, Song>;
  readonly #recordings: ReadonlyMap<string, NamedMedia>;
  readonly #former: FormerName[] = [];
  readonly #changed = new Set<number>();
  /** The addresses of songs that have other names now, and those that they had. */
  readonly renamed = new Set<string>();
  /** The songs that have the addresses which the recordings want. */
  readonly #holders = new Map<string, number>();

  private constructor(trx: Database, songs: readonly Song[], recordings: readonly NamedMedia[]) {
    this.#trx = trx;
    this.#songs = new Map(songs.map((song) => [song.id, song]));
    this.#recordings = new Map(recordings.map((recording) => [recording.id, recording]));
    for (const { id, slug } of songs) this.#holders.set(slug, id);
  }

  /** @param songs all that the plan is about */
  static async begin(
    trx: Database,
    songs: readonly Song[],
    recordings: readonly NamedMedia[],
  ): Promise<NamingWork> {
    const wanted = [...new Set(recordings.map(({ slug }) => slug))];
    const holders =
      wanted.length === 0
        ? []
        : await trx.selectFrom('songs').selectAll().where('slug', 'in', wanted).execute();
    return new NamingWork(trx, [...holders, ...songs], recordings);
  }

  async do(step: NamingStep): Promise<void> {
    if (step.do === 'rename') await this.#rename(this.#song(step.song), this.#recording(step.as));
    else if (step.do === 'park') await this.#park(this.#song(step.song));
    else if (step.do === 'merge') await this.#merge(step.song, step.into, this.#recording(step.as));
    else await this.#move(step.recordings, step.from, step.into);
  }

  /** Writes what follows from all steps: the former names, the order in charts, the songs' streams and members' hearts. */
  async finish(): Promise<void> {
    const ids = [...this.#changed];
    if (ids.length === 0) return;
    const songs = ids.map((id) => this.#song(id));
    await this.#trx
      .updateTable('chart_counts')
      .set({ folded: sql<string>`(select folded from songs where songs.id = chart_counts.song_id)` })
      .where('song_id', 'in', ids)
      .execute();
    await rememberNames(this.#trx, this.#former);
    await forgetNames(this.#trx, {
      titles: songs.map(({ folded }) => folded),
      slugs: songs.map(({ slug }) => slug),
    });
    await placeSongs(this.#trx, ids);
    await moveHearts(this.#trx, new Set(this.#former.map(({ artist_folded }) => artist_folded)));
  }

  async #park(song: Song): Promise<void> {
    await this.#update(song, { folded: `${PARKED}${song.id}` });
  }

  async #rename(song: Song, { full, artist, title, folded, slug }: NamedMedia): Promise<void> {
    const named = { full_title: full, folded, artist, artist_folded: foldArtist(artist), title };
    const address = await this.#addressFor(song, { full, slug });
    const isSame =
      song.full_title === full && song.folded === folded && song.artist === artist && song.slug === address;
    if (isSame) return;
    if (!song.folded.startsWith(PARKED) && song.folded !== folded) this.#rememberTitle(song, song.id);
    if (song.slug !== address) this.#rememberSlug(song, song.id);
    await this.#update(song, { ...named, slug: address });
  }

  /** The catalogue's address, since broadcast shows it: a song that has it gets another one. */
  async #addressFor(song: Song, { full, slug }: Pick<NamedMedia, 'full' | 'slug'>): Promise<string> {
    if (!isSlugOf(slug, full))
      return isSlugOf(song.slug, full) ? song.slug : await freeSlug(this.#trx, slugOf(full), song.id);
    if (slug !== song.slug) await this.#vacate(slug);
    return slug;
  }

  async #newAddress({ full, slug }: NamedMedia): Promise<string> {
    if (!isSlugOf(slug, full)) return await freeSlug(this.#trx, slugOf(full));
    await this.#vacate(slug);
    return slug;
  }

  /** Gives the song that has this address another one. */
  async #vacate(slug: string): Promise<void> {
    const holder = this.#holders.get(slug);
    if (holder === undefined) return;
    await this.#update(this.#song(holder), { slug: await freeSlug(this.#trx, slug, holder) });
  }

  async #merge(fromId: number, intoId: number, as: NamedMedia): Promise<void> {
    const from = this.#song(fromId);
    await mergeSongs(this.#trx, fromId, intoId);
    this.renamed.add(from.slug);
    this.#songs.delete(fromId);
    this.#holders.delete(from.slug);
    this.#changed.delete(fromId);
    for (const [at, name] of this.#former.entries())
      if (name.song_id === fromId) this.#former[at] = { ...name, song_id: intoId };
    if (!from.folded.startsWith(PARKED)) this.#rememberTitle(from, intoId);
    this.#rememberSlug(from, intoId);
    const present = await this.#trx
      .selectFrom('songs')
      .selectAll()
      .where('id', '=', intoId)
      .executeTakeFirstOrThrow();
    this.#know(present);
    this.renamed.add(present.slug);
    this.#changed.add(intoId);
    await this.#rename(this.#song(intoId), as);
  }

  async #move(ids: readonly string[], from: number | null, into: number | null): Promise<void> {
    const [first] = ids;
    if (first === undefined) return;
    const as = this.#recording(first);
    const song = (into === null ? await this.#findOrMake(as, ids) : this.#song(into)).id;
    await this.#trx.updateTable('media').set({ song_id: song }).where('id', 'in', ids).execute();
    this.#changed.add(song);
    if (from === null) return this.#joined(song, ids);
    await movePlays(this.#trx, { from, into: song, media: ids });
    for (const id of [from, song]) {
      await recountSong(this.#trx, id);
      this.#changed.add(id);
    }
    await this.#joined(song, ids);
  }

  /** Writes the song's title as its newest recording does. */
  async #joined(id: number, ids: readonly string[]): Promise<void> {
    const song = this.#song(id);
    const added_ms = Math.min(song.added_ms, ...ids.map((media) => this.#recording(media).added_ms));
    if (added_ms < song.added_ms) await this.#update(song, { added_ms });
    await this.#rename(this.#song(id), this.#recording(ids.at(-1) ?? ''));
  }

  async #findOrMake(as: NamedMedia, ids: readonly string[]): Promise<Song> {
    const { full, artist, title, folded } = as;
    const known = await this.#trx
      .selectFrom('songs')
      .selectAll()
      .where('folded', '=', folded)
      .executeTakeFirst();
    const slug = known === undefined ? await this.#newAddress(as) : '';
    const song =
      known ??
      (await this.#trx
        .insertInto('songs')
        .values({
          full_title: full,
          folded,
          artist,
          artist_folded: foldArtist(artist),
          title,
          slug,
          added_ms: Math.min(...ids.map((id) => this.#recording(id).added_ms)),
          first_played_ms: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow());
    this.#know(song);
    return song;
  }

  async #update(song: Song, values: Partial<Omit<Song, 'id'>>): Promise<void> {
    await this.#trx.updateTable('songs').set(values).where('id', '=', song.id).execute();
    if (values.full_title !== undefined || values.slug !== undefined)
      for (const slug of [song.slug, values.slug ?? song.slug]) this.renamed.add(slug);
    this.#know({ ...song, ...values });
    this.#changed.add(song.id);
  }

  #know(song: Song): void {
    const before = this.#songs.get(song.id);
    if (before !== undefined && this.#holders.get(before.slug) === song.id) this.#holders.delete(before.slug);
    this.#songs.set(song.id, song);
    this.#holders.set(song.slug, song.id);
  }

  #rememberTitle({ folded, artist_folded }: Song, song_id: number): void {
    this.#former.push({ kind: 'title', name: folded, song_id, artist_folded });
  }

  #rememberSlug({ slug }: Song, song_id: number): void {
    this.#former.push({ kind: 'slug', name: slug, song_id, artist_folded: '' });
  }

  #song(id: number): Song {
    const song = this.#songs.get(id);
    if (song === undefined) throw new Error(`There is no song ${id} to name.`);
    return song;
  }

  #recording(id: string): NamedMedia {
    const recording = this.#recordings.get(id);
    if (recording === undefined) throw new Error(`There is no recording ${id} to name a song by.`);
    return recording;
  }
}
