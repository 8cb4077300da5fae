import type { PreviewKind, ShownTrack } from '#src/features/player/state/player-state.ts';

/** A track or an episode that can be previewed; every row of tracks on the wire can. */
export interface PreviewTrack {
  /** Full title, `artist - title`. */
  readonly titre: string;
  /** Address of the 51 seconds; '' when there are none. */
  readonly preview: string;
  /** Where to begin; 0 when left out. */
  readonly fromSeconds?: number;
  /** How long it is, where that is known better than from its file. */
  readonly durationSeconds?: number;
  /** Whether there is nothing at its address any more, which no media element tells. */
  readonly isGone?: () => Promise<boolean>;
  /** A track when left out. */
  readonly kind?: PreviewKind;
  /** What the player shows of a track meanwhile. */
  readonly track?: ShownTrack;
  /** Pauses it and has the player offer to go on; what has none is stopped. */
  readonly pause?: () => void;
}
