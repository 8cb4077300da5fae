import type { Flag } from '#src/db/codecs/flag.ts';

/** One rendered piece of audio: the catalogue's record without its placements. */
export interface MediaTable {
  /** Audio hash, 32 hex digits. */
  id: string;
  /** Null for what is no track: jingles, spots, interludes. */
  song_id: number | null;
  kind: 'track' | 'jingle' | 'spot' | 'interlude';
  artist: string;
  title: string;
  duration_ms: number;
  size_bytes: number;
  has_cover: Flag;
  source_lufs: number;
  rendered_lufs: number;
  added_ms: number;
}
