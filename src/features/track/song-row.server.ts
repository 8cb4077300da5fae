import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Flag } from '#src/db/codecs/flag.ts';
import type { DatabaseSchema } from '#src/db/schema/database-schema.ts';
import { coverAddress, previewAddress } from '#src/station/media-addresses.ts';
import type { SongRow } from './song-row.wire.ts';

/** The columns behind a SongRow. */
export const SONG_COLUMNS = ['songs.full_title', 'songs.artist', 'songs.title', 'songs.slug'] as const;

export interface SongColumns {
  full_title: string;
  artist: string;
  title: string;
  slug: string;
  /** Whether any of its audio was rendered: a song that the journal alone knows has none. */
  has_media: Flag;
}

/** Selects `has_media`. */
export function hasMedia(eb: ExpressionBuilder<DatabaseSchema, 'songs'>) {
  return flagOf(
    eb.exists(eb.selectFrom('media').select('media.id').whereRef('media.song_id', '=', 'songs.id')),
  ).as('has_media');
}

/** A condition as both engines give it in a row. */
export function flagOf(condition: Expression<unknown>) {
  return sql<Flag>`case when ${condition} then 1 else 0 end`;
}

export function songRow(song: SongColumns, mediaBaseUrl: string): SongRow {
  return {
    titre: song.full_title,
    artist: song.artist,
    title: song.title,
    slug: song.slug,
    pochette: coverAddress(song.slug, mediaBaseUrl),
    preview: song.has_media === 1 ? previewAddress(song.slug, mediaBaseUrl) : '',
  };
}
