import type { Language } from '#src/contract/languages.ts';
import { orNull } from '#src/page/wire/or-null.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { ArtistTrack } from '#src/records/songs/listed-track.wire.ts';
import type { TrackInfo } from './track.wire.ts';

const importInfo = () => import('./told-track.wire.ts').then((file) => file.toldTrackSchema);
const importTracks = () =>
  import('#src/records/songs/listed-track.wire.ts').then((file) => file.artistTracksSchema);

/** A track by its page address or full title; null when the radio knows none. */
export function trackQuery(title: string, language: Language): PageQuery<TrackInfo | null> {
  return orNull(wireQuery('track-details', { title }, language, importInfo), 'track_not_found');
}

/**
 * Up to ten other tracks of an artist.
 * @param slug the track left out
 */
export function artistTracksQuery(
  artist: string,
  slug: string,
  language: Language,
): PageQuery<readonly ArtistTrack[]> {
  return wireQuery('artist-tracks', { artist, exclude: slug }, language, importTracks);
}
