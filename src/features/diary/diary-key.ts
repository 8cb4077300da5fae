/** What every query of the diary begins with. */
export const DIARY_KEY = ['wire', 'diary'] as const;
