import type { Theme } from '#src/contract/limits.ts';

/** `--bg` of `ui/styles/tokens.css`: the colour around an installed site. */
export const GROUNDS: Readonly<Record<Theme, string>> = { light: '#faf7f1', dark: '#0e0f16' };
