import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { isBucketAddress } from '#src/platform/object-store/bucket-address.ts';
import { isNetwork } from '#src/platform/wire/proxy-trust.ts';
import { cutValues, linesWithoutSetting, overriddenNames, readEnvFile } from './env-file.ts';
import { placeProblems } from './own-folders.ts';
import { misspeltNames } from './setting-names.ts';
import {
  appleKey,
  base,
  email,
  folder,
  hasPassword,
  host,
  issuer,
  isWeb,
  keys,
  list,
  mailbox,
  origin,
  place,
  postgres,
  redis,
  smtp,
  token,
  unnamed,
  web,
  wholeNumber,
} from './setting-values.ts';

/** [W173] characters: whoever finds a backup can try keys as fast as machines allow */
const BACKUP_KEY_MIN = 16;
/** Unless BACKUP_KEEP says how many. */
const BACKUPS_KEPT = 14;
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const schema = z.object({
  PORT: wholeNumber(1, 65535).default(8080),
  HOST: host.optional(),
  ORIGIN: origin('https://radio.example.org').optional(),
  DATA_DIR: folder.default('./data'),
  STATION_DIR: folder.default('./station'),
  DATABASE_URL: postgres.optional(),
  REDIS_URL: redis.optional(),
  BROADCAST_URL: base('http://10.0.0.5:8080').optional(),
  BROADCAST_GROUP: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'must be a name of letters, digits, dots and dashes, such as radio')
    .optional(),
  SMTP_URL: smtp.optional(),
  MAIL_FROM: mailbox.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: issuer('https://accounts.google.com').default('https://accounts.google.com'),
  APPLE_CLIENT_ID: z.string().optional(),
  APPLE_TEAM_ID: z.string().optional(),
  APPLE_KEY_ID: z.string().optional(),
  APPLE_PRIVATE_KEY: appleKey.optional(),
  APPLE_ISSUER: issuer('https://appleid.apple.com').default('https://appleid.apple.com'),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  PLAYER_HOST: base('https://player.example.org').optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  TRUSTED_PROXIES: list
    .refine(
      (items) => items.every(isNetwork),
      'must list addresses and networks, such as 203.0.113.7 and 2001:db8::/32, separated by commas',
    )
    .default([]),
  ICECAST_URL: web('http://source:password@localhost:8000')
    .refine(hasPassword, 'must hold a password, such as http://source:password@localhost:8000')
    .refine(
      (text) => /^\/?$/.test(new URL(text).pathname) && !/[?#]/.test(text),
      'must be an address without a path, such as http://source:password@localhost:8000: mounts are named after the streams',
    )
    .optional(),
  HLS_DIR: place('s3://bucket/stream').optional(),
  PAGE_PURGE_URL: unnamed('http://10.0.0.9:6081/purge-pages').optional(),
  PAGE_PURGE_KEY: z
    .string()
    .regex(
      /^[\x21-\x7e]{16,}$/,
      'must have 16 characters or more, without blanks: openssl rand -hex 24 makes one',
    )
    .optional(),
  MEDIA_BASE_URL: base('https://media.example.org').optional(),
  MAX_LISTENERS: wholeNumber(1, 1_000_000).default(1000),
  MAX_PER_ADDRESS: wholeNumber(1, 1_000_000).default(200),
  CLIENT_API_KEYS: keys.default([]),
  ADDRESS_SERVICES: list
    .refine((items) => items.length <= 3, 'takes at most three look-ups')
    .refine(
      (items) => items.every((item) => item === 'ip' || isWeb(item)),
      'must list `ip` (our own) or addresses of the web, separated by commas',
    )
    .default(['ip']),
  BACKUP_DIR: place('s3://bucket/onde').optional(),
  BACKUP_KEEP: wholeNumber(1, 3650).optional(),
  BACKUP_KEY: z
    .string()
    .refine(
      (text) => text.length >= BACKUP_KEY_MIN,
      `must have ${BACKUP_KEY_MIN} characters or more: openssl rand -base64 24 makes one`,
    )
    .optional(),
  S3_ENDPOINT: base('https://s3.example.org').optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a region, such as us-east-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ALERT_EMAIL: email.optional(),
  AUTODJ_KEY: z.string().optional(),
  METRICS_TOKEN: token.optional(),
  SERVICE_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(', ')}`).default('info'),
});

/** Settings that only make sense together. */
const TOGETHER = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
  ['PAGE_PURGE_URL', 'PAGE_PURGE_KEY'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const;

export type Settings = ReturnType<typeof readSettings>;

/**
 * The operator's settings from the environment and, for what it leaves unset, from `.env` in the working
 * folder. An empty value counts as unset in both, and blanks around one do not count.
 * @throws {OperatorError} that lists every problem
 */
export function readSettings(environment: NodeJS.ProcessEnv, envFile = resolve('.env')) {
  const text = readEnvFile(envFile);
  const file = filled(parseEnv(text));
  const ofEnvironment = filled(environment);
  const given = { ...file, ...ofEnvironment };
  const parsed = schema.safeParse(given);
  const misspelt = misspeltNames(Object.keys(ofEnvironment), Object.keys(file), awaitedNames(given));
  const problems = misspelt.map(
    ([name, nearest]) => `${name}: no such setting${nearest ? `; did you mean ${nearest}?` : ''}`,
  );
  problems.push(...linesWithoutSetting(text).map((line) => `.env, line ${line}: must be NAME=value`));
  for (const group of TOGETHER) {
    const missing = group.filter((name) => !(name in given));
    if (missing.length > 0 && missing.length < group.length)
      problems.push(
        `${missing.join(', ')}: must be set together with ${group.filter((name) => name in given).join(', ')}`,
      );
  }
  // One line a setting: a value that breaks one rule often breaks the next as well.
  const wrong = Map.groupBy(parsed.error?.issues ?? [], ({ path }) => String(path[0]));
  const isOfFile = (name: string) => !(name in ofEnvironment);
  const cut = cutValues(text).filter(isOfFile);
  for (const [name, [issue]] of wrong) {
    const why = cut.includes(name) ? '; in .env a value with a # in it goes in quotes' : '';
    problems.push(`${name}: ${issue?.message}${shown(name, given)}${why}`);
  }
  // What stands alone, without those that are wrong: nothing of it fails.
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  problems.push(...contradictions(schema.parse(sound), (name) => wrong.has(name)));
  if (!parsed.success || problems.length > 0) {
    throw new OperatorError(
      `${problems.length === 1 ? 'One setting is' : `${problems.length} settings are`} wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
      'Correct them in the environment or in .env and start again. docs/operations.md lists every setting.',
    );
  }
  const overriddenSettings = overriddenNames(text).filter(isOfFile);
  return { ...named(parsed.data), cutSettings: cut, overriddenSettings };
}

/** Settings that are unset and that others need. */
function awaitedNames(given: Record<string, string | undefined>): string[] {
  const hasStore = [given.BACKUP_DIR, given.HLS_DIR].some((place = '') => isBucketAddress(place));
  return TOGETHER.filter(
    (group) => group.some((name) => name in given) || (hasStore && group[0] === 'S3_ACCESS_KEY_ID'),
  ).flatMap((group) => group.filter((name) => !(name in given)));
}

type Parsed = z.infer<typeof schema>;

/** What settings say against each other; one that `isWrong` by itself stands at its default, and is not judged. */
function contradictions(settings: Parsed, isWrong: (name: keyof Parsed) => boolean): string[] {
  const problems: string[] = [];
  const { TRUSTED_PROXIES, TRUST_PROXY, BROADCAST_GROUP, DATABASE_URL } = settings;
  if (TRUSTED_PROXIES.length > 0 && TRUST_PROXY === 0 && !isWrong('TRUST_PROXY'))
    problems.push(
      'TRUSTED_PROXIES: must be set together with TRUST_PROXY, which says how many proxies in a row',
    );
  if (BROADCAST_GROUP !== undefined && DATABASE_URL === undefined && !isWrong('DATABASE_URL'))
    problems.push(
      'BROADCAST_GROUP: must be set together with DATABASE_URL: machines take turns by a PostgreSQL that all of them reach',
    );
  const { HLS_DIR, DATA_DIR, STATION_DIR, BACKUP_DIR, S3_ACCESS_KEY_ID } = settings;
  problems.push(...placeProblems({ DATA_DIR, STATION_DIR, BACKUP_DIR, HLS_DIR }));
  for (const [name, place = ''] of Object.entries({ BACKUP_DIR, HLS_DIR }))
    if (isBucketAddress(place) && S3_ACCESS_KEY_ID === undefined)
      problems.push(`S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: must be set, for ${name} is an object store`);
  return problems;
}

function filled(values: NodeJS.Dict<string>): Record<string, string | undefined> {
  const trimmed = Object.entries(values).map(([name, value]) => [name, value?.trim()]);
  return Object.fromEntries(trimmed.filter(([, value]) => value));
}

/** The value as given, unless it may hold a secret: this text ends up in logs. */
function shown(name: string, given: Record<string, string | undefined>): string {
  const value = given[name] ?? '';
  const isSecret = /URL|KEY|SECRET|TOKEN/.test(name) || /\/\/[^/]*@/.test(value);
  return isSecret ? '' : ` (it is "${value}")`;
}

/** An absolute path, or an address of an object store as it stands. */
function placeOf(text: string | undefined): string | null {
  if (!text) return null;
  return isBucketAddress(text) ? text : resolve(text);
}

function named(s: Parsed) {
  const origin = s.ORIGIN ?? new URL(`http://localhost:${s.PORT}`).origin;
  return {
    port: s.PORT,
    // Beside a proxy nobody needs the port, whatever a firewall lets through.
    host: s.HOST ?? (s.TRUST_PROXY > 0 ? '127.0.0.1' : '0.0.0.0'),
    origin,
    dataDir: resolve(s.DATA_DIR),
    stationDir: resolve(s.STATION_DIR),
    databaseUrl: s.DATABASE_URL ?? null,
    redisUrl: s.REDIS_URL ?? null,
    /** Without a trailing slash. */
    broadcastUrl: s.BROADCAST_URL ?? null,
    /** The machines with which this one takes turns; null: it is alone. */
    broadcastGroup: s.BROADCAST_GROUP ?? null,
    smtpUrl: s.SMTP_URL ?? null,
    mailFrom: s.MAIL_FROM ?? null,
    google:
      s.GOOGLE_CLIENT_ID && s.GOOGLE_CLIENT_SECRET
        ? { clientId: s.GOOGLE_CLIENT_ID, clientSecret: s.GOOGLE_CLIENT_SECRET, issuer: s.GOOGLE_ISSUER }
        : null,
    apple:
      s.APPLE_CLIENT_ID && s.APPLE_TEAM_ID && s.APPLE_KEY_ID && s.APPLE_PRIVATE_KEY
        ? {
            clientId: s.APPLE_CLIENT_ID,
            teamId: s.APPLE_TEAM_ID,
            keyId: s.APPLE_KEY_ID,
            privateKey: s.APPLE_PRIVATE_KEY,
            issuer: s.APPLE_ISSUER,
          }
        : null,
    recaptcha:
      s.RECAPTCHA_SITE_KEY && s.RECAPTCHA_SECRET
        ? { siteKey: s.RECAPTCHA_SITE_KEY, secret: s.RECAPTCHA_SECRET }
        : null,
    playerHost: s.PLAYER_HOST ?? `${origin}/player`,
    trustProxy: s.TRUST_PROXY,
    trustedProxies: s.TRUSTED_PROXIES,
    icecastUrl: s.ICECAST_URL ?? null,
    /** A folder, or the address of an object store. */
    hlsDir: placeOf(s.HLS_DIR),
    /** '' when media come from the same origin, else an address without a trailing slash. */
    mediaBaseUrl: s.MEDIA_BASE_URL ?? '',
    /** Where a shared cache is told to purge pages; null: nobody is told. */
    pagePurge: s.PAGE_PURGE_URL && s.PAGE_PURGE_KEY ? { url: s.PAGE_PURGE_URL, key: s.PAGE_PURGE_KEY } : null,
    serviceWorker: s.SERVICE_WORKER,
    maxListeners: s.MAX_LISTENERS,
    maxPerAddress: s.MAX_PER_ADDRESS,
    clientApiKeys: s.CLIENT_API_KEYS,
    addressServices: s.ADDRESS_SERVICES,
    /** A folder, or the address of an object store. */
    backupDir: placeOf(s.BACKUP_DIR),
    backupKeep: s.BACKUP_KEEP ?? BACKUPS_KEPT,
    /** What is said of nightly backups while BACKUP_DIR does not say where they go. */
    idleBackupSettings: s.BACKUP_DIR
      ? []
      : (['BACKUP_KEEP', 'BACKUP_KEY'] as const).filter((name) => s[name]),
    backupKey: s.BACKUP_KEY ?? null,
    objectStore:
      s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: s.S3_ENDPOINT ?? `https://s3.${s.S3_REGION}.amazonaws.com`,
            region: s.S3_REGION,
            accessKeyId: s.S3_ACCESS_KEY_ID,
            secretAccessKey: s.S3_SECRET_ACCESS_KEY,
          }
        : null,
    alertEmail: s.ALERT_EMAIL ?? null,
    autodjKey: s.AUTODJ_KEY ?? null,
    metricsToken: s.METRICS_TOKEN ?? null,
    logLevel: s.LOG_LEVEL,
  };
}
