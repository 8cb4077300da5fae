import { type ExpressionBuilder, sql } from 'kysely';
import type { DatabaseSchema } from '#src/db/schema/database-schema.ts';
import type { Flag } from '#src/db/schema/music-tables.ts';
import { coverAddress, previewAddress } from '#src/station/media-addresses.ts';
import type { ListedTrack } from './listed-track.wire.ts';

/** The columns behind a ListedTrack. */
export const SONG_COLUMNS = ['songs.full_title', 'songs.artist', 'songs.title', 'songs.slug'] as const;

export interface SongColumns {
  full_title: string;
  artist: string;
  title: string;
  slug: string;
  /** Whether any of its audio was rendered: a song that the journal alone knows has none. */
  has_media: Flag;
}

/**
 * Selects `has_media`. Not as `exists`: PostgreSQL would rather read the whole of `media` first than look up the few
 * songs that a limit leaves.
 */
export function hasMedia(eb: ExpressionBuilder<DatabaseSchema, 'songs'>) {
  const any = eb.selectFrom('media').select('media.id').whereRef('media.song_id', '=', 'songs.id').limit(1);
  return sql<Flag>`case when ${any} is null then 0 else 1 end`.as('has_media');
}

export function listedTrack(song: SongColumns, mediaBaseUrl: string): ListedTrack {
  return {
    titre: song.full_title,
    artist: song.artist,
    title: song.title,
    slug: song.slug,
    pochette: coverAddress(song.slug, mediaBaseUrl),
    preview: song.has_media === 1 ? previewAddress(song.slug, mediaBaseUrl) : '',
  };
}
