import type { MediaKind, MediaRecord } from '#src/station/catalogue/media-record.ts';

/** Guests hear the advertising, members something of the same length in its place; otherwise both hear the same. */
export const VARIANTS = ['guest', 'member'] as const;
export type Variant = (typeof VARIANTS)[number];

/** An entry on air. The bed is not the station's media: it plays while there is nothing else. */
export type OnAir = { kind: MediaKind; record: MediaRecord } | { kind: 'bed'; record: null };

/** Something on a stream's timeline, from its first frame to the next entry's. */
export interface TimelineEntry {
  startFrame: number;
  guest: OnAir;
  /** The same object as `guest` where both hear the same. */
  member: OnAir;
}
