'use strict';
// Who may import whom: docs/architecture.md shows it as a picture. Type imports count too.
const only = (from, allowed, comment) => ({
  name: `${from}-imports-downwards`,
  severity: 'error',
  comment,
  from: { path: `^src/${from}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^src/', pathNot: [`^src/${from}/`, '^src/contract/', '^src/broadcast/.*\\.wire\\.ts$', ...allowed] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'contract-imports-nothing', severity: 'error', from: { path: '^src/contract/', pathNot: '\\.test\\.ts$' }, to: { pathNot: '^src/contract/' } },
    only('platform', [], 'Knows no radio.'),
    only('audio', [], 'Bytes in, bytes out.'),
    only('i18n', [], 'Knows texts, not features.'),
    only('ui', ['^src/i18n/'], 'Primitives, no domain word.'),
    only('station', ['^src/platform/', '^src/audio/'], 'Reads the station folder and what was rendered from it.'),
    only('import', ['^src/platform/', '^src/audio/', '^src/station/'], 'Music file to rendered media.'),
    only('db', ['^src/platform/'], 'All engine differences.'),
    only('broadcast', ['^src/platform/', '^src/audio/', '^src/station/', '^src/i18n/negotiation/'], 'The process that never stops: no database, no features, no React.'),
    only('records', ['^src/platform/', '^src/station/', '^src/db/'], "The music's memory; knows no screen."),
    {
      name: 'records-stay-on-the-server',
      severity: 'error',
      comment: 'Both sides may read the shapes of the wire in it.',
      from: { path: '^src/', pathNot: ['^src/(records|web|cli)/', '\\.server\\.ts$'] },
      to: { path: '^src/records/', pathNot: '\\.wire\\.ts$' },
    },
    only('page', ['^src/platform/', '^src/ui/', '^src/i18n/', '^src/station/.*\\.wire\\.ts$'], 'What a feature needs to be a page; knows no feature.'),
    {
      name: 'features-import-downwards',
      severity: 'error',
      comment: 'A feature knows neither the screen around it nor HTTP; its browser half no server either.',
      from: { path: '^src/features/', pathNot: '\\.(server|test)\\.tsx?$' },
      to: { path: '^src/(cli|web|app|db|import|broadcast|audio)/', pathNot: '\\.wire\\.ts$' },
    },
    {
      name: 'handlers-import-downwards',
      severity: 'error',
      from: { path: '^src/features/.*\\.server\\.ts$' },
      to: { path: '^src/(cli|web|app|import|broadcast|audio)/', pathNot: '\\.wire\\.ts$' },
    },
    {
      name: 'app-imports-downwards',
      severity: 'error',
      comment: 'The only room that knows all screens.',
      from: { path: '^src/app/' },
      to: { path: '^src/(cli|web|db|import|broadcast|audio|station)/', pathNot: '\\.wire\\.ts$' },
    },
    {
      name: 'browser-never-reaches-the-server',
      severity: 'error',
      comment: 'A .server.ts is imported by another one, by the web process or by the command line alone.',
      from: { path: '^src/', pathNot: ['\\.server\\.ts$', '\\.test\\.tsx?$', '^src/web/', '^src/cli/'] },
      to: { path: '\\.server\\.ts$' },
    },
    {
      name: 'demo-imports-downwards',
      severity: 'error',
      comment: 'Writes a station folder; no part of the radio.',
      from: { path: '^demo/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract|platform|audio|station)/' },
    },
    { name: 'the-cli-alone-starts-the-demo', severity: 'error', from: { path: '^src/', pathNot: '^src/cli/' }, to: { path: '^demo/' } },
    { name: 'nobody-imports-the-cli', severity: 'error', from: { path: '^(src|demo)/', pathNot: '^src/cli/' }, to: { path: '^src/cli/' } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(virtual:|\\./\\+types/)' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\+types/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.css', '.json'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
