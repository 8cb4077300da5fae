import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { PlayerPhase } from './player-state.ts';

/** Sizes that lock screens ask for; the covers are square pictures of at least the largest. */
const ARTWORK_SIZES = [96, 192, 256, 384, 512] as const;

/** Connects the keys of headsets, keyboards and lock screens. A live stream cannot be sought: no position, no seeking. */
export function bindMediaKeys(commands: { play(): void; pause(): void }): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.setActionHandler('play', commands.play);
  navigator.mediaSession.setActionHandler('pause', commands.pause);
  navigator.mediaSession.setActionHandler('stop', commands.pause);
}

/** Tells the lock screen what is heard and whether it plays. */
export function showOnLockScreen(phase: PlayerPhase, track: NowPlaying | null, streamName: string): void {
  if (!('mediaSession' in navigator)) return;
  const isOver = phase === 'idle' || phase === 'blocked';
  navigator.mediaSession.playbackState = isOver ? 'none' : phase === 'paused' ? 'paused' : 'playing';
  navigator.mediaSession.metadata = isOver
    ? null
    : new MediaMetadata({
        title: track?.titre || streamName,
        artist: track?.artiste ?? '',
        album: streamName,
        artwork: track?.pochette
          ? ARTWORK_SIZES.map((size) => ({ src: track.pochette, sizes: `${size}x${size}` }))
          : [],
      });
}
