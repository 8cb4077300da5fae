import { fullTitle, splitFullTitle } from '#src/contract/full-title.ts';
import { foldText } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import type { NamedRecording } from './naming-plan.ts';

/** A recording with its names, its artist being what stands before the first ` - ` [R27]. */
export interface NamedMedia extends NamedRecording {
  readonly full: string;
  readonly artist: string;
  readonly title: string;
  /** The catalogue's; '' for none. */
  readonly slug: string;
}

/** Tracks by their ids, or all of some songs. */
export async function readNamedMedia(
  trx: Database,
  of: { ids: readonly string[] } | { songIds: readonly number[] },
): Promise<NamedMedia[]> {
  if (('ids' in of ? of.ids : of.songIds).length === 0) return [];
  const rows = await trx
    .selectFrom('media')
    .select(({ selectFrom }) => [
      'media.id',
      'media.song_id',
      'media.artist',
      'media.title',
      'media.slug',
      'media.added_ms',
      selectFrom('placements')
        .select('placements.media_id')
        .whereRef('placements.media_id', '=', 'media.id')
        .limit(1)
        .as('placed'),
      selectFrom('renamed_media')
        .select('renamed_media.media_id')
        .whereRef('renamed_media.media_id', '=', 'media.id')
        .as('renamed'),
    ])
    .where('media.kind', '=', 'track')
    .$if('ids' in of, (query) => query.where('media.id', 'in', 'ids' in of ? of.ids : []))
    .$if('songIds' in of, (query) => query.where('media.song_id', 'in', 'songIds' in of ? of.songIds : []))
    .orderBy('media.id')
    .execute();
  return rows.map(({ artist, title, placed, renamed, ...row }) => {
    const full = fullTitle(artist, title);
    return {
      ...row,
      full,
      ...splitFullTitle(full),
      folded: foldText(full),
      isPlaced: placed !== null,
      isRenamed: renamed !== null,
    };
  });
}
