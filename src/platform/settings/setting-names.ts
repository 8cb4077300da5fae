import { isSettingName } from './env-file.ts';

/** Every setting that exists (docs/operations.md, "Settings"). */
const SETTING_NAMES = [
  'PORT',
  'HOST',
  'ORIGIN',
  'DATA_DIR',
  'STATION_DIR',
  'DATABASE_URL',
  'REDIS_URL',
  'BROADCAST_URL',
  'BROADCAST_GROUP',
  'SMTP_URL',
  'MAIL_FROM',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_ISSUER',
  'APPLE_CLIENT_ID',
  'APPLE_TEAM_ID',
  'APPLE_KEY_ID',
  'APPLE_PRIVATE_KEY',
  'APPLE_ISSUER',
  'RECAPTCHA_SITE_KEY',
  'RECAPTCHA_SECRET',
  'PLAYER_HOST',
  'TRUST_PROXY',
  'TRUSTED_PROXIES',
  'ICECAST_URL',
  'HLS_DIR',
  'PAGE_PURGE_URL',
  'PAGE_PURGE_KEY',
  'MEDIA_BASE_URL',
  'MAX_LISTENERS',
  'MAX_PER_ADDRESS',
  'CLIENT_API_KEYS',
  'ADDRESS_SERVICES',
  'BACKUP_DIR',
  'BACKUP_KEEP',
  'BACKUP_KEY',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ALERT_EMAIL',
  'AUTODJ_KEY',
  'METRICS_TOKEN',
  'SERVICE_WORKER',
  'LOG_LEVEL',
] as const;

const KNOWN: ReadonlySet<string> = new Set(SETTING_NAMES);

/** The candidate closest to a misspelt word; null when none is near enough to be meant. */
export function nearestName(word: string, candidates: readonly string[]): string | null {
  let nearest: string | null = null;
  let shortest = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = countSlips(word.toLowerCase(), candidate.toLowerCase());
    if (distance < shortest) [nearest, shortest] = [candidate, distance];
  }
  return nearest;
}

/**
 * Names that look like a misspelt setting. In `.env` every unknown name counts; in the environment, which is
 * full of other programs' names, only one that is a slip or two away from a long enough setting, PORT or HOST with its
 * own letters, and one that leaves a word of an `awaited` setting out. A digit is no slip: R2_REGION and SQS_REGION are
 * other services', REDIS_URL2 is another's second one.
 * @param awaited settings that are unset and that others need
 */
export function misspeltNames(
  environment: Iterable<string>,
  file: Iterable<string>,
  awaited: readonly string[],
): [name: string, nearest: string | null][] {
  const found = new Map<string, string | null>();
  for (const name of file) {
    if (KNOWN.has(name) || name.startsWith('NODE_') || !isSettingName(name)) continue;
    found.set(
      name,
      SETTING_NAMES.find((known) => sharesWords(name, known)) ?? nearestName(name, SETTING_NAMES),
    );
  }
  for (const name of environment) {
    if (KNOWN.has(name) || found.has(name) || !/^[A-Z_][A-Z0-9_]{3,}$/.test(name)) continue;
    const slip = SETTING_NAMES.find((known) => {
      if (awaited.includes(known) && sharesWords(name, known)) return true;
      if (known.length < 6) return hasItsLetters(name, known);
      const most = known.length >= 9 ? 2 : 1;
      const isAlike = Math.abs(name.length - known.length) <= most;
      return isAlike && digitsOf(name) === digitsOf(known) && countSlips(name, known) <= most;
    });
    if (slip) found.set(name, slip);
  }
  return [...found];
}

/** Whether one of the names is the other with words left out, and has two of them at least. */
function sharesWords(name: string, known: string): boolean {
  const [few = [], many = []] = [name, known]
    .map((one) => one.split('_'))
    .sort((one, other) => one.length - other.length);
  let at = 0;
  for (const word of many) if (word === few[at]) at += 1;
  return few.length >= 2 && at === few.length && many.length > few.length;
}

/**
 * Whether two neighbours have changed places, or a letter stands twice. With one letter more, less or other a short
 * name is another program's, as POST, PORTS and GHOST.
 */
function hasItsLetters(name: string, known: string): boolean {
  if (name.replace(/(.)\1/, '$1') === known) return true;
  return name.length === known.length && sorted(name) === sorted(known) && countSlips(name, known) === 1;
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

function digitsOf(name: string): string {
  return name.replace(/\D/g, '');
}

/**
 * Fewest slips of the fingers that make one word of another: a letter too many, too few or wrong, or two
 * neighbours that have changed places (optimal string alignment).
 */
function countSlips(word: string, meant: string): number {
  let twoBefore: readonly number[] = [];
  let before: readonly number[] = Array.from({ length: meant.length + 1 }, (_, letters) => letters);
  for (let row = 1; row <= word.length; row++) {
    const counts = [row];
    const at = (line: readonly number[], column: number) => line[column] ?? Number.POSITIVE_INFINITY;
    for (let column = 1; column <= meant.length; column++) {
      const isWrong = word[row - 1] !== meant[column - 1];
      const isSwapped = word[row - 1] === meant[column - 2] && word[row - 2] === meant[column - 1];
      counts[column] = Math.min(
        at(before, column) + 1,
        at(counts, column - 1) + 1,
        at(before, column - 1) + (isWrong ? 1 : 0),
        isSwapped ? at(twoBefore, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [twoBefore, before] = [before, counts];
  }
  return before[meant.length] ?? 0;
}
