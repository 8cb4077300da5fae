/** What every query of the diary begins with; whose it is comes next. */
export const DIARY_KEY = ['wire', 'diary'] as const;
