/** The parts that are folders. */
export const FOLDER_NAMES = [
  'music',
  'spots',
  'jingles',
  'interludes',
  'videos',
  'schedule',
  'podcasts',
  'biographies',
] as const;

/** The parts of a station folder (docs/station.md). */
export const PART_NAMES: readonly string[] = ['station.yaml', ...FOLDER_NAMES, 'legal.fr.md', 'legal.en.md'];
