import type { Generated } from 'kysely';

/** What votes, comments, favourites and pages belong to: one row a full title, however many files carry it. */
export interface SongsTable {
  id: Generated<number>;
  /** `artist - title` as last written by the catalogue. */
  full_title: string;
  /** foldText(full_title); unique. */
  folded: string;
  artist: string;
  artist_folded: string;
  title: string;
  /** Page address; unique. */
  slug: string;
  added_ms: number;
  /** Over all streams; null before the first play. */
  first_played_ms: number | null;
  play_count: Generated<number>;
}
