/**
 * The areas that texts are filed under: one folder each in `catalogues/`, one flat JSON file a language. A
 * key is the area, a dot, and the file's own key: `nav.home` in `frame/fr.json` is `frame.nav.home`.
 */
export const AREAS = [
  'frame',
  'home',
  'player',
  'panel',
  'pages',
  'track',
  'comments',
  'charts',
  'moment',
  'programme',
  'listen',
  'donation',
  'legal',
  'accounts',
  'members',
  'diary',
  'contact',
  'install',
  'status',
  'offline',
  'errors',
  'replies',
  'mail',
] as const;
export type Area = (typeof AREAS)[number];

/**
 * Groups of texts that the browser fetches together, one chunk a language. `core` comes with every page,
 * another group with the route or the dialog that needs it. An area in no group is the server's alone.
 */
export const TEXT_GROUPS = {
  core: ['frame', 'home', 'player'],
  panel: ['panel'],
  pages: ['pages'],
  track: ['track'],
  comments: ['comments'],
  charts: ['charts'],
  moment: ['moment'],
  programme: ['programme'],
  listen: ['listen'],
  donation: ['donation'],
  legal: ['legal'],
  accounts: ['accounts'],
  members: ['members'],
  diary: ['diary'],
  contact: ['contact'],
  errors: ['errors'],
  install: ['install'],
  status: ['status'],
} as const satisfies Record<string, readonly Area[]>;
export type TextGroup = keyof typeof TEXT_GROUPS;

export function isTextGroup(name: string): name is TextGroup {
  return Object.hasOwn(TEXT_GROUPS, name);
}
