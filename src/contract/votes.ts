/** A member's votes on a track [R41]. */
export const VOTES = ['like', 'dislike'] as const;
export type Vote = (typeof VOTES)[number];
