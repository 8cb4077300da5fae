'use strict';
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { SERVER_ROOMS } = require('./src/app/build/rooms.ts');

// Who may import whom: docs/architecture.md says it in words, and a test compares the two. Type imports count too.
const only = (from, allowed, comment) => ({
  name: `${from}-imports-downwards`,
  severity: 'error',
  comment,
  from: { path: `^src/${from}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^src/', pathNot: [`^src/${from}/`, '^src/contract/', '^src/broadcast/.*\\.wire\\.ts$', ...allowed] },
});

/** What of the platform a browser may load. */
const BROWSER_PLATFORM = '^src/platform/(clock|colour|observable|time-zone)/';

/** What a feature takes of another one. There is no other way from feature to feature, and none that leads back. */
const FEATURE_EDGES = {
  accounts: { player: 'the stream that is shown: where a member goes after signing in' },
  'ad-free': {
    player: 'a stream that plays goes over to the variant without adverts',
    preferences: 'where a sign-in leads to first',
  },
  artist: {
    favorites: 'the heart of the artist',
    'not-found': 'what stands for an artist who is unknown',
    share: 'the menu to share the page',
    track: "the artist's tracks",
  },
  charts: {
    preview: 'the 51 seconds of a track',
    'stream-choice': 'the way to the chart of another stream',
    'track-list': 'rows, cards and skeletons of tracks',
  },
  comments: { accounts: 'the dialogs that a guest is asked to' },
  diary: {
    accounts: 'the dialogs that a guest is asked to',
    player: 'whether sound is heard, and of which stream',
    preview: 'the 51 seconds of a track',
  },
  embed: { player: 'the sound, without anything around it' },
  favorites: {
    player: 'the stream that is heard',
    preview: 'the 51 seconds of a favourite',
  },
  home: {
    history: 'what has just been played',
    player: 'play buttons of the hero and of each stream',
    share: 'the menu to share what plays',
    slots: 'the advert among the streams',
  },
  listen: {
    install: 'the site as an application',
    player: 'the page falls silent when the web player opens',
  },
  'member-page': {
    accounts: 'the dialog to register',
    favorites: "a member's favourites",
    player: "the play button of the member's stream",
    share: 'the menu to share the page',
  },
  'not-found': { player: 'the stream that is shown' },
  player: {},
  'player-bar': {
    accounts: 'the dialogs that a guest is asked to',
    'ad-free': 'the small player is without adverts for members',
    diary: 'notes of what a member has heard',
    favorites: 'hearts of what has just been played',
    history: 'what has just been played',
    player: 'everything: it is the player as one sees it',
    preferences: 'volume, stream and theme are preferences',
    votes: 'like and dislike of what plays',
  },
  podcasts: {
    player: 'an episode takes the place of the radio',
    preview: 'an episode is a long preview',
    'stream-choice': 'the way to the podcasts of another stream',
  },
  preferences: {
    accounts: 'what a guest meant to do before signing in',
    diary: 'its switch stands among them',
    install: 'the way to have the site as an application',
    player: 'whether titles are read out; the stream that a sign-in leads to',
  },
  preview: { player: 'the radio gives way to a preview' },
  profile: {
    accounts: 'forms, sessions and ways to sign in of an account',
    favorites: "the member's own favourites",
    player: 'the stream that is shown',
    preferences: 'the favourite stream, and the dialog to change it',
  },
  schedule: { player: 'which stream plays now', 'stream-choice': 'the way to the week of another stream' },
  status: { alerts: 'who is mailed', player: 'the stream that is heard' },
  track: {
    comments: 'what members say of the track',
    favorites: 'the hearts of track and artist',
    'not-found': 'what stands for a track that is unknown',
    player: 'a video silences the radio',
    preview: 'the 51 seconds of a track',
    share: 'the menu to share the page',
    'track-list': 'rows of tracks',
  },
  'track-list': { favorites: 'the heart of a track', preview: 'the 51 seconds of a track' },
  votes: { accounts: 'the dialogs that a guest is asked to' },
  'your-song': { favorites: 'what the member loves', player: 'what is heard, and the way to hear another stream' },
  'what-was-that': {
    'not-found': 'what stands for a moment that is unknown',
    player: 'the button that plays the stream of a moment',
    preview: 'the 51 seconds of a track',
    share: 'the menu to share what was found',
    'stream-choice': 'the stream to search',
    'track-list': 'rows, cards and skeletons of tracks',
  },
};
const features = readdirSync(join(__dirname, 'src/features'));
const featureEdges = features.map((feature) => {
  const taken = Object.entries(FEATURE_EDGES[feature] ?? {});
  return {
    name: `${feature}-takes-from-listed-features`,
    severity: 'error',
    comment: taken.map(([other, what]) => `${other}: ${what}`).join('; ') || 'From none.',
    from: { path: `^src/features/${feature}/` },
    to: { path: '^src/features/[^/]+/', pathNot: `^src/features/(${[feature, ...taken.map(([other]) => other)].join('|')})/` },
  };
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'contract-imports-nothing', severity: 'error', from: { path: '^src/contract/', pathNot: '\\.test\\.ts$|/testing/' }, to: { pathNot: '^src/contract/' } },
    only('platform', [], 'Knows no radio.'),
    only('audio', [], 'Bytes in, bytes out.'),
    only('i18n', [], 'Knows texts, not features.'),
    only('ui', ['^src/i18n/', '^src/platform/observable/'], 'Primitives, no domain word.'),
    only('station', ['^src/platform/', '^src/audio/'], 'Reads the station folder and what was rendered from it.'),
    only('import', ['^src/platform/', '^src/audio/', '^src/station/'], 'Music file to rendered media.'),
    only('db', ['^src/platform/'], 'All engine differences.'),
    only('backup', ['^src/platform/', '^src/db/'], 'Copies that are proved; knows no radio.'),
    only('broadcast', ['^src/platform/', '^src/audio/', '^src/station/', '^src/i18n/negotiation/'], 'The process that never stops: no database, no features, no React.'),
    only('group', ['^src/platform/', '^src/db/'], 'Whose turn it is among several broadcast machines; plays nothing itself.'),
    only('robots', ['^src/platform/', '^src/audio/'], 'Listens from outside, as listeners do; knows nothing of what it listens to.'),
    only('records', ['^src/platform/', '^src/station/', '^src/db/'], "The music's memory; knows no screen."),
    {
      name: 'records-stay-on-the-server',
      severity: 'error',
      comment: 'Both sides may read the shapes of the wire in it.',
      from: { path: '^src/', pathNot: ['^src/(records|web|cli)/', '\\.(server|feature)\\.ts$'] },
      to: { path: '^src/records/', pathNot: '\\.wire\\.ts$' },
    },
    {
      name: 'members-import-downwards',
      severity: 'error',
      comment: 'What any feature needs of a member; knows no feature.',
      from: { path: '^src/members/', pathNot: '\\.(server|test)\\.tsx?$' },
      to: { path: '^src/', pathNot: ['^src/(members|contract)/', '\\.wire\\.ts$'] },
    },
    {
      name: 'members-on-the-server-import-downwards',
      severity: 'error',
      from: { path: '^src/members/.*\\.server\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/(members|contract|db|platform|station)/', '\\.wire\\.ts$'] },
    },
    only('page', [BROWSER_PLATFORM, '^src/ui/', '^src/i18n/', '\\.wire\\.ts$'], 'What a feature needs to be a page; knows no feature.'),
    {
      name: 'features-import-downwards',
      severity: 'error',
      comment: 'A feature knows neither the screen around it nor HTTP; its browser half no server either.',
      from: { path: '^src/features/', pathNot: '\\.(server|feature|test)\\.tsx?$' },
      to: { path: '^src/', pathNot: ['^src/(features|members|contract|page|ui|i18n)/', BROWSER_PLATFORM, '\\.wire\\.ts$'] },
    },
    {
      name: 'handlers-import-downwards',
      severity: 'error',
      from: { path: '^src/features/.*\\.(server|feature)\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/(features|members|contract|page|ui|i18n|records|robots|db|platform|station)/', '\\.wire\\.ts$'] },
    },
    ...featureEdges,
    {
      name: 'no-circles-of-rooms-in-features',
      severity: 'error',
      comment: 'Rooms of a feature import one way, as the features themselves do.',
      scope: 'folder',
      from: { path: '^src/features/' },
      to: { circular: true },
    },
    {
      name: 'rooms-stand-on-their-feature',
      severity: 'error',
      comment: 'What lies in the feature itself is below its rooms: folders that hold each other are no circle to the rule above. What it brings to the server is above them, and its tests are.',
      from: { path: '^src/features/([^/]+)/[^/]+$', pathNot: ['\\.feature\\.ts$', '\\.test\\.tsx?$'] },
      to: { path: '^src/features/$1/[^/]+/' },
    },
    {
      name: 'folders-stand-on-their-rooms',
      severity: 'error',
      comment: 'What lies in one of these itself puts its rooms together. Circles between rooms: .dependency-cruiser.rooms.cjs.',
      from: { path: '^src/(broadcast|import|db|web|cli)/[^/]+/', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { path: '^src/$1/[^/]+$' },
    },
    {
      name: 'rooms-stand-on-their-folder',
      severity: 'error',
      comment: 'What lies in one of these itself is what all its rooms need.',
      from: { path: '^src/(station|audio)/[^/]+$', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/$1/[^/]+/' },
    },
    only('app', ['^src/(features|page|ui|i18n)/', BROWSER_PLATFORM], 'The only room that knows all screens.'),
    {
      name: 'browser-never-reaches-the-server',
      severity: 'error',
      comment: 'A .server.ts is imported by another one, by what a feature brings, by the web process or by the command line alone.',
      from: { path: '^src/', pathNot: ['\\.(server|feature)\\.ts$', '\\.test\\.tsx?$', '^src/web/', '^src/cli/'] },
      to: { path: '\\.server\\.ts$' },
    },
    {
      name: 'pages-reach-no-server-room',
      severity: 'error',
      comment: 'What pages are built from stands in rooms.ts: else they would not be built again when it changes.',
      from: { path: '^src/app/[^/]+$', pathNot: '\\.test\\.tsx?$' },
      to: { path: `^src/(${SERVER_ROOMS.join('|')})/`, pathNot: '\\.wire\\.ts$', reachable: true },
    },
    {
      name: 'the-web-process-alone-joins-features',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: ['^src/web/', '\\.feature\\.test\\.ts$'] },
      to: { path: '\\.feature\\.ts$' },
    },
    {
      name: 'demo-imports-downwards',
      severity: 'error',
      comment: 'Writes a station folder; no part of the radio.',
      from: { path: '^demo/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract|platform|audio|station)/' },
    },
    {
      name: 'sources-stand-without-tests',
      severity: 'error',
      comment: 'What tests of both need lies in a `testing` folder beside what it stands for.',
      from: { path: '^(src|demo)/' },
      to: { path: '^(tests|bench|scripts)/' },
    },
    {
      name: 'tests-alone-take-from-testing',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: ['\\.test\\.tsx?$', '/testing/'] },
      to: { path: '/testing/' },
    },
    {
      name: 'the-radio-starts-without-what-others-run',
      severity: 'error',
      comment: 'All that `onde start` loads stays in memory for months: a database and its backups are 10 MB.',
      from: { path: '^src/cli/start\\.ts$' },
      to: { path: '^src/(db|group|records|features|robots|web)/', pathNot: '\\.wire\\.ts$', reachable: true },
    },
    { name: 'the-cli-alone-starts-the-demo', severity: 'error', from: { path: '^src/', pathNot: '^src/cli/' }, to: { path: '^demo/' } },
    { name: 'nobody-imports-the-cli', severity: 'error', from: { path: '^(src|demo)/', pathNot: '^src/cli/' }, to: { path: '^src/cli/' } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.css', '.json'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
