/**
 * The widths that covers are kept in, in pixels (`/covers/….jpg?w=…`) [W68]. A card of a phone is some 184
 * CSS pixels wide: twice that is 368.
 */
export const COVER_WIDTHS = [96, 192, 384, 640] as const;
