/**
 * [R53, W86] Where an advert may stand, and the pixels that its picture has there. Screens of double density
 * get twice as many.
 */
export const SLOT_PLACES = ['leaderboard', 'card'] as const;
export type SlotPlace = (typeof SLOT_PLACES)[number];
export const SLOT_SIZES: Readonly<Record<SlotPlace, { readonly width: number; readonly height: number }>> = {
  leaderboard: { width: 728, height: 90 },
  card: { width: 320, height: 240 },
};
