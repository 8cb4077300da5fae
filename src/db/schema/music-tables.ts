import type { Generated } from 'kysely';
import type { StreamId } from '#src/contract/streams.ts';

/** The music, and when it was played. */
export interface MusicTables {
  songs: SongsTable;
  song_names: SongNamesTable;
  media: MediaTable;
  renamed_media: RenamedMediaTable;
  placements: PlacementsTable;
  stream_songs: StreamSongsTable;
  plays: PlaysTable;
  drain_offsets: DrainOffsetsTable;
}

/**
 * A song: what its recordings (`media.song_id`) have in common, which votes, comments, favourites and pages
 * belong to. One row a full title, however many recordings carry it.
 */
export interface SongsTable {
  id: Generated<number>;
  /** `artist - title` as last written by the catalogue. */
  full_title: string;
  /**
   * foldText(full_title); unique. In capitals while another song has its title and it is still to get its
   * own.
   */
  folded: string;
  artist: string;
  /** foldArtist(artist) */
  artist_folded: string;
  title: string;
  /** Page address; unique. */
  slug: string;
  added_ms: number;
  /** Over all streams; null before the first play. */
  first_played_ms: number | null;
  play_count: Generated<number>;
}

/** A title or address that a song had. What a song has now counts before it. (kind, name) is the key. */
interface SongNamesTable {
  kind: 'title' | 'slug';
  /** A title as foldText gives it; a slug as it is. */
  name: string;
  song_id: number;
  /** The artist of a title as foldArtist gives it; '' of a slug. */
  artist_folded: string;
}

/** A recording whose song has yet to take over its names, or that has no song yet. */
interface RenamedMediaTable {
  media_id: string;
}

/** One rendered piece of audio: the catalogue's record without its placements. */
interface MediaTable {
  /** Audio hash, 32 hex digits. */
  id: string;
  /** Null for jingles, spots and interludes, and until a new track has its song. */
  song_id: number | null;
  kind: 'track' | 'jingle' | 'spot' | 'interlude';
  artist: string;
  title: string;
  /** The catalogue's; '' for what no catalogue has told since migration 012. */
  slug: Generated<string>;
  duration_ms: number;
  size_bytes: number;
  has_cover: Flag;
  source_lufs: number;
  rendered_lufs: number;
  added_ms: number;
}

/** Where a piece of audio lies in the station folder: what is in rotation. */
interface PlacementsTable {
  /** Path from STATION_DIR with forward slashes. */
  path: string;
  media_id: string;
  /** Null: for every stream. */
  stream_id: StreamId | null;
  folder: string;
}

/** A song on one stream, kept up to date by the drains so that no page counts plays. */
interface StreamSongsTable {
  stream_id: StreamId;
  song_id: number;
  /** When it was first placed in, or played on, this stream. */
  added_ms: number;
  /** On this stream; null before the first play. */
  first_played_ms: number | null;
  play_count: Generated<number>;
}

/** A track that went on air. A stream plays one thing at a time: (stream_id, started_ms) is the key. */
interface PlaysTable {
  stream_id: StreamId;
  /** Timeline instant of its first frame. */
  started_ms: number;
  song_id: number;
  /** Null when the catalogue did not know it at the time. */
  media_id: string | null;
  duration_ms: number;
}

/** How far a file that only grows has been taken into the database. */
interface DrainOffsetsTable {
  /** File name: `2026-11-21.jsonl`, `catalogue.jsonl`. */
  file: string;
  /** Digest of its first line: another data folder's file of the same name is another file. */
  head: string;
  offset_bytes: number;
  /** Digest of what stands right before it: a file that was rewritten starts over. */
  mark: string;
}

/** A boolean as both engines store it. */
export type Flag = 0 | 1;

export function encodeFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

export function decodeFlag(flag: Flag): boolean {
  return flag === 1;
}
