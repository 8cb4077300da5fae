import { COVER_WIDTHS } from '#src/contract/limits.ts';
import type { HeardPiece } from '#src/features/player/ear/heard-track.ts';
import type { PlayerPhase, PreviewFacts } from '#src/features/player/state/player-state.ts';

/**
 * Connects the keys of headsets, keyboards and lock screens. A live stream has no position and no seeking.
 */
export function bindMediaKeys(commands: { play(): void; pause(): void }): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.setActionHandler('play', commands.play);
  navigator.mediaSession.setActionHandler('pause', commands.pause);
  navigator.mediaSession.setActionHandler('stop', commands.pause);
}

/** Tells the lock screen what is heard and whether it plays. */
export function showOnLockScreen(phase: PlayerPhase, track: HeardPiece | null, streamName: string): void {
  if (!('mediaSession' in navigator)) return;
  try {
    // Nor has the silence that keeps a paused radio there [R248].
    navigator.mediaSession.setPositionState({ duration: Number.POSITIVE_INFINITY });
  } catch {
    // Firefox knows no sound without end.
  }
  const isOver = phase === 'idle' || phase === 'blocked';
  navigator.mediaSession.playbackState = isOver ? 'none' : phase === 'paused' ? 'paused' : 'playing';
  navigator.mediaSession.metadata = isOver ? null : new MediaMetadata(describeTrack(track, streamName));
}

/** Shows an episode, which stands in the radio's place, on the lock screen. */
export function showEpisodeOnLockScreen(
  title: string,
  artist: string,
  state: MediaSessionPlaybackState,
): void {
  showInPlace({ title, artist }, state);
}

/** Shows a track whose preview plays in the radio's place on the lock screen. */
export function showPreviewOnLockScreen({ title, track }: PreviewFacts): void {
  const artwork = track ? artworkOf(track.pochette) : [];
  showInPlace({ title: track?.title || title, artist: track?.artist ?? '', artwork }, 'playing');
}

function showInPlace(facts: MediaMetadataInit, state: MediaSessionPlaybackState): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.setPositionState?.();
  navigator.mediaSession.metadata = new MediaMetadata(facts);
  navigator.mediaSession.playbackState = state;
}

/** The track as a lock screen shows it; the stream while the track is unknown. */
export function describeTrack(track: HeardPiece | null, streamName: string): MediaMetadataInit {
  return {
    title: track?.titre || streamName,
    artist: track?.artiste ?? '',
    album: streamName,
    artwork: track ? artworkOf(track.pochette) : [],
  };
}

function artworkOf(cover: string): MediaImage[] {
  if (cover === '') return [];
  if (!/\/covers\/[^?]+\.jpg$/.test(cover)) return [{ src: cover }];
  return COVER_WIDTHS.map((width) => ({ src: `${cover}?w=${width}`, sizes: `${width}x${width}` }));
}
