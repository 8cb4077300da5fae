import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { declaredConstants } from '#src/contract/testing/declared-constants.ts';

// What the pages for operators, editors and partners say in figures: in words that they would use, so without
// the constant's name. The contract's own pages name theirs, and src/contract/contract.test.ts compares
// those.

const root = resolve(import.meta.dirname, '..');
const constants = declaredConstants(
  readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(tsx?|sh)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(join(root, 'src'), path), text: readFileSync(path, 'utf8') })),
);

const S = 1_000;
const MIN = 60 * S;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;
const KIB = 1_024;
const MIB = KIB * KIB;
const MB = 1_000_000;

const WORDS: Readonly<Record<string, number>> = {
  one: 1,
  a: 1,
  an: 1,
  'one and a half': 1.5,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
  thirty: 30,
};

/**
 * A sentence with `#` for its figure, the constant (a field behind a dot), and how much of it is one of the
 * sentence's.
 */
type Told = readonly [says: string, constant: string, one?: number, file?: string];

const OPERATIONS: readonly Told[] = [
  ['`--all` the # newest', 'LISTED_MAX'],
  ['lists the # newest messages of the contact form', 'LISTED_MAX'],
  ['goes further back than # |', 'DAYS', 1, 'cli/adverts.ts'],
  ['is asked again after # s, then less', 'FIRST_RETRY_MS', S, 'platform/mail/mail-worker.ts'],
  ['at most # hour apart', 'LONGEST_MS', HOUR, 'platform/mail/mail-worker.ts'],
  ['a new mail has it asked within # s', 'FIRST_RETRY_MS', S, 'platform/mail/mail-worker.ts'],
  ['broken for more than # minutes', 'LASTING_MS', MIN],
  ['one mail # hour at most', 'MAIL_EVERY_MS', HOUR],
  ['# newest builds stay', 'BUILDS_KEPT'],
  ['a request waits # s at most', 'PATIENCE_MS', S, 'broadcast/front-door/web-proxy.ts'],
  ['# ends in a row, each', 'GIVE_UP_AFTER'],
  ['each within # seconds of the start', 'SOON_SECONDS'],
  ['while the time is more than # day after', 'CLOCK_AHEAD_MS', DAY],
  ['it may take # MB', 'MEMORY_BYTES_MAX', MB],
  ['a file twice its duration and # minute', 'LIMIT_MIN_MS', MIN],
  ['after # s a copy stands in', 'PAGE_PATIENCE_MS', S],
  ["the last #, none of members' pages", 'PAGES_MAX'],
  ['# files belong to the music', 'RESERVED_DESCRIPTORS'],
  ['a /48 may hold # times as many listeners', 'SITE_LISTENERS_FACTOR'],
  ['never more than # and', 'DESCRIPTORS_PER_ADDRESS_MAX'],
  ['never less than #.', 'DESCRIPTORS_PER_ADDRESS_MIN'],
  ['# listeners of an address, and', 'PER_ADDRESS'],
  ['and # of a /48, may catch up', 'PER_SITE'],
  ['# passwords of an address, and', 'PASSWORDS_OF_ONE'],
  ['and # of a /48, are looked at', 'PASSWORDS_OF_SITE'],
  ['makes no progress for # minute', 'STANDSTILL_MS', MIN],
  ['an address gets # at once', 'PAGES_AT_ONCE'],
  ['at once and # a second', 'PAGES_A_SECOND'],
  ['an address may leave # MB there', 'UNREAD_PER_ADDRESS_BYTES', MIB],
  ['a /48 may leave # MB', 'UNREAD_PER_SITE_BYTES', MIB],
  ['no device, for # days at most', 'DIARY_DAYS'],
  ['at most # times a minute', 'LIMIT_LINES_A_MINUTE'],
  ['kept in the database for # days', 'CONTACT_KEPT_DAYS'],
  ['is tried again for # days', 'GIVE_UP_AFTER_MS', DAY],
  ['in the database and # month old', 'KEPT_MS', 30 * DAY, 'records/drain/drain.ts'],
  ['its pictures take at most # MB', 'DRAWN_IMAGES_BYTES_MAX', MIB],
  ['# seconds for each, and', 'PICTURE_MS_MAX', S],
  ['it ends after # seconds without one', 'IDLE_MS', S, 'platform/pictures/picture-process.ts'],
  ['Pages may be kept for # seconds', 'PAGE_SHARED_SECONDS'],
  ['the pages of tracks and members for #,', 'PAGE_PURGED_SECONDS'],
  ['with # tags at most', 'PURGE_TAGS_MAX'],
  ['asked again # seconds later', 'PURGE_AGAIN_MS', S],
  ['to one stream for # seconds', 'LISTEN_MS', S, 'robots/listening/listen-progressive.ts'],
  ['no robot listened for # minutes', 'ROBOTS_SILENT_MS', MIN],
  ['written down every # minutes', 'LISTENING_EVERY_MS', MIN],
  ['by day, # minutes after it is on', 'BACKUP_AFTER_START_MS', MIN],
  ['in the same way after # hours', 'BACKUP_TOO_LONG_MS', HOUR],
  ['less than # MB left', 'FREE_BYTES_MIN', MB],
  ['heard by | # days', 'HEARD_PIECES_DAYS'],
];

const STATION: readonly Told[] = [
  ['YAML up to # KB', 'CHARACTERS_MAX', KIB, 'station/read-yaml.ts'],
  ['a schedule up to # KB', 'CHARACTERS_MAX', KIB, 'station/schedule/xml-nodes.ts'],
  ['other texts up to # MB', 'TEXT_LIMIT_BYTES', MIB],
  ['the first # are told', 'PROBLEMS_MAX'],
  ['a file may last # hours', 'AUDIO_HOURS_MAX'],
  ['WebP or GIF of at most # MB and', 'COVER_BYTES_MAX', MB],
  ['and # megapixels', 'COVER_PIXELS_MAX', MB],
  ['in the station folder, of at most # MB', 'COVER_BYTES_MAX', MB],
  ['twice its duration and # minute', 'LIMIT_MIN_MS', MIN],
  ['more than # MB of memory', 'MEMORY_BYTES_MAX', MB],
  ['Names have at most # characters', 'LINE_MAX', 1, 'station/config/station-yaml.ts'],
  ['characters, other texts #.', 'TEXT_MAX', 1, 'station/config/adverts-yaml.ts'],
  ['with nothing behind the name, # at most', 'ORIGINS_MAX'],
  ['listeners have heard # hour altogether', 'COST_HOURS_MIN'],
  ['A picture is shown in # by', 'SLOT_SIZES.leaderboard.width'],
  ['by # pixels (`leaderboard`)', 'SLOT_SIZES.leaderboard.height'],
  ['or # by', 'SLOT_SIZES.card.width'],
  ['by # (`card`)', 'SLOT_SIZES.card.height'],
  ['stands for # minutes in turn', 'SLOT_TURN_MS', MIN],
  ['goes further back than # days', 'DAYS', 1, 'cli/adverts.ts'],
  ['# hours lie between the end of a track', 'ROTATION_RULES.trackRestMs', HOUR],
  ['and # hour between two tracks of an artist', 'ROTATION_RULES.artistRestMs', HOUR],
  ['# % of their even distance', 'SPREAD', 0.01, 'broadcast/rotation/pool-rests.ts'],
  ['# in five plays are such first hearings', 'ROTATION_RULES.firstHearingShare', 1 / 5],
  ['For the # days after it was added', 'ROTATION_RULES.newTrackMs', DAY],
  ['comes # times as often', 'ROTATION_RULES.newTrackWeight'],
];

const PROVIDER_CONNECTION = 'features/accounts/social/provider-connection.server.ts';

const DOCUMENTS: Readonly<Record<string, readonly Told[]>> = {
  'docs/operations.md': OPERATIONS,
  'docs/station.md': STATION,
  'docs/sign-in.md': [
    ['it took more than # quarter of an hour', 'SIGN_IN_MS', 15 * MIN],
    ['in another browser, or # minute late', 'RETURN_SECONDS', 60],
    ['asks it again, at first after # second', 'RETRY_MS.first', S, PROVIDER_CONNECTION],
    ['in the end every # seconds', 'RETRY_MS.most', S, PROVIDER_CONNECTION],
  ],
  'docs/partners.md': [
    ['width="#"', 'EMBED.width'],
    ['height="#"', 'EMBED.height'],
    ['Any width from # and', 'EMBED_MIN.width'],
    ['any height from # pixels', 'EMBED_MIN.height'],
    ['from # on there is room for all of it', 'EMBED.width'],
  ],
  'docs/architecture.md': [
    ['the # most played', 'TOP_COUNT'],
    ['most played of # days', 'CHART_WINDOW_MS', DAY],
    ['| # seconds of a track |', 'PREVIEW_SECONDS'],
  ],
};

const ROWS = Object.entries(DOCUMENTS).flatMap(([document, rows]) =>
  rows.map(([says, constant, one = 1, file]) => ({ document, says, constant, one, file })),
);

test.each(ROWS)('$document: $says, as $constant is', ({ document, says, constant, one, file }) => {
  const text = readFileSync(join(root, document), 'utf8').replace(/\s+/g, ' ');
  const figure = numberOf(constant, file) / one;
  const [before = '', after = ''] = says.split('#').map(literally);
  const written = spellings(figure).map(literally).join('|');
  const pattern = new RegExp(`${before}(?<![\\w.,])(?:${written})(?!\\w)${after}`, 'i');
  expect(pattern.test(text), `${document} says "${says}", with ${figure}`).toBe(true);
});

test('a number is known in digits and in words, a constant by its name alone', () => {
  expect(spellings(1)).toEqual(['1', 'one', 'a', 'an']);
  expect(spellings(1.5)).toEqual(['1.5', 'one and a half']);
  expect(spellings(2_000)).toEqual(['2,000', '2000']);
  expect(() => numberOf('NO_SUCH_CONSTANT')).toThrow();
  expect(() => numberOf('EMBED.depth')).toThrow();
  expect(() => numberOf('POLL_MS')).toThrow();
});

/** Every default in operations.md is that of the settings, and every setting stands there. */
test('the table of the settings says the defaults that they have', () => {
  const code = readFileSync(join(root, 'src/platform/settings/settings.ts'), 'utf8');
  const document = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const schema = code.split('const schema = z.object({\n')[1]?.split('\n});')[0] ?? '';
  const settings = schema.split(/\n(?= {2}[A-Z][A-Z0-9_]+: )/).map((text) => ({
    name: /^ {2}([A-Z][A-Z0-9_]+): /.exec(text)?.[1] ?? '',
    standard: /\.default\(\[?'?([^)'\]]*)'?\]?\)/.exec(text)?.[1] ?? '',
  }));
  expect(settings.length).toBeGreaterThan(25);
  const rows = document.split('\n').filter((line) => /^\| `[A-Z][A-Z0-9_]+`/.test(line));
  const table = rows.flatMap((line) => {
    const [, names = '', defaults = ''] = line.split('|').map((cell) => cell.trim());
    const values = defaults.split(', ');
    return names.split(', ').map((name, at) => [name.replaceAll('`', ''), values[at] ?? values[0] ?? '']);
  });
  const said = new Map(table.map(([name = '', value = '']) => [name, value]));
  const wrong = settings
    .filter(({ name, standard }) => standard !== '' && said.has(name) && said.get(name) !== `\`${standard}\``)
    .map(({ name, standard }) => `${name}: ${standard}, not ${said.get(name)}`);
  expect(wrong).toEqual([]);
  expect(settings.filter(({ name }) => !document.includes(`\`${name}\``))).toEqual([]);
  const known = new Set(settings.map(({ name }) => name));
  expect([...said.keys()].filter((name) => !known.has(name))).toEqual([]);
});

/**
 * The value of a constant, or of a field of it. All that bear the name must agree, unless the file is said.
 */
function numberOf(constant: string, file?: string): number {
  const [name = '', ...fields] = constant.split('.');
  const values = constants
    .of(name)
    .filter((one) => file === undefined || one.file === file)
    .map(({ value }) => fields.reduce<unknown>((outer, field) => fieldOf(outer, field), value));
  const [first, ...others] = values;
  if (typeof first !== 'number') throw new Error(`${constant} is no number`);
  if (others.some((other) => other !== first)) throw new Error(`${constant} has more than one value`);
  return first;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

/** How a document may write a number. */
function spellings(figure: number): string[] {
  const rounded = Number(figure.toFixed(6));
  const words = Object.entries(WORDS).filter(([, number]) => number === rounded);
  return [...new Set([rounded.toLocaleString('en'), String(rounded), ...words.map(([word]) => word)])];
}

/** A pattern for the text as it stands. */
function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
