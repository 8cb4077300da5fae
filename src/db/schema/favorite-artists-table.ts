/** (user_id, artist_folded) is the key. */
export interface FavoriteArtistsTable {
  user_id: string;
  /** foldText(artist_name) */
  artist_folded: string;
  artist_name: string;
  added_ms: number;
}
