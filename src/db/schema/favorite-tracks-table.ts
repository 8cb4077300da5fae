import type { Generated } from 'kysely';

/** (user_id, song_id) is unique. */
export interface FavoriteTracksTable {
  id: Generated<number>;
  user_id: string;
  song_id: number;
  added_ms: number;
}
