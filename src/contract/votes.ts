/** What a member can say of a track [R41]. */
export const VOTES = ['like', 'dislike'] as const;
export type Vote = (typeof VOTES)[number];
