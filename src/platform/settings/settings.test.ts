import { generateKeyPairSync } from 'node:crypto';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { readSettings } from './settings.ts';

function problemsOf(environment: NodeJS.ProcessEnv, envFile?: string): string {
  try {
    readSettings(environment, envFile ?? '/nonexistent/.env');
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return '';
}

test('an operator who sets nothing gets every default', () => {
  const settings = readSettings({}, '/nonexistent/.env');
  expect(settings).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    origin: 'http://localhost:8080',
    maxListeners: 1000,
  });
  expect(settings.playerHost).toBe('http://localhost:8080/player');
});

test('the origin follows the port until it is set', () => {
  expect(readSettings({ PORT: '9000' }, '/nonexistent/.env').origin).toBe('http://localhost:9000');
  // As a browser writes it.
  expect(readSettings({ PORT: '80' }, '/nonexistent/.env')).toMatchObject({
    origin: 'http://localhost',
    playerHost: 'http://localhost/player',
  });
  expect(readSettings({ ORIGIN: 'https://onde.example/' }, '/nonexistent/.env').origin).toBe(
    'https://onde.example',
  );
});

test('an operator with several wrong settings reads all of them at once', () => {
  const message = problemsOf({ PORT: '80a', LOG_LEVEL: 'loud', GOOGLE_CLIENT_ID: 'x', MAX_LISTNERS: '5' });
  expect(message).toContain('PORT: must be a whole number');
  expect(message).toContain('LOG_LEVEL: must be one of');
  expect(message).toContain('GOOGLE_CLIENT_SECRET: must be set together with GOOGLE_CLIENT_ID');
  expect(message).toContain('did you mean MAX_LISTENERS?');
});

test('what settings say against each other is told beside those that are wrong by themselves [W206]', () => {
  const message = problemsOf({
    PORT: 'abc',
    TRUSTED_PROXIES: '1.2.3.4',
    BROADCAST_GROUP: 'radio',
    HLS_DIR: './data',
    BACKUP_DIR: 's3://bucket/x',
  });
  expect(message).toMatch(/^5 settings are wrong:/);
  for (const name of ['PORT', 'TRUSTED_PROXIES', 'BROADCAST_GROUP', 'HLS_DIR', 'S3_ACCESS_KEY_ID'])
    expect(message).toContain(`  - ${name}`);
  // What is given and wrong is not told to be missing as well.
  expect(problemsOf({ TRUSTED_PROXIES: '1.2.3.4', TRUST_PROXY: 'one' })).toMatch(/^One setting is wrong/);
  expect(problemsOf({ BROADCAST_GROUP: 'radio', DATABASE_URL: 'mysql://a' })).toMatch(
    /^One setting is wrong/,
  );
});

test('a shared cache is told of changes with a key that a head can carry [W212]', () => {
  const PAGE_PURGE_URL = 'http://10.0.0.9:6081/purge-pages';
  expect(problemsOf({ PAGE_PURGE_URL })).toContain(
    'PAGE_PURGE_KEY: must be set together with PAGE_PURGE_URL',
  );
  for (const PAGE_PURGE_KEY of ['short', 'sixteen characters', 'clé-de-seize-lettres'])
    expect(problemsOf({ PAGE_PURGE_URL, PAGE_PURGE_KEY })).toContain(
      'PAGE_PURGE_KEY: must have 16 characters',
    );
  const key = 'a-key-of-16-char';
  expect(problemsOf({ PAGE_PURGE_URL: 'http://onde:secret@cache/purge', PAGE_PURGE_KEY: key })).toContain(
    'PAGE_PURGE_URL: must be an address without a name or password',
  );
  const { pagePurge } = readSettings({ PAGE_PURGE_URL, PAGE_PURGE_KEY: key }, '/nonexistent/.env');
  expect(pagePurge).toEqual({ url: PAGE_PURGE_URL, key });
  expect(readSettings({}, '/nonexistent/.env').pagePurge).toBeNull();
});

test('[W230] a value of .env that ends at a # in its middle is told of, one in quotes and a comment are not', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  const cutIn = (text: string, environment = {}) => {
    writeFileSync(file, text);
    return readSettings(environment, file).cutSettings;
  };
  expect(cutIn('BACKUP_KEY=correct-horse-battery#staple\n')).toEqual(['BACKUP_KEY']);
  expect(cutIn('export METRICS_TOKEN = a#b # c\n')).toEqual(['METRICS_TOKEN']);
  expect(cutIn('BACKUP_KEY=correct-horse-battery#staple\n', { BACKUP_KEY: 'correct horse battery' })).toEqual(
    [],
  );
  const whole =
    'BACKUP_KEY="correct horse battery#staple"\nMETRICS_TOKEN=a # b\nPORT=8081 ## c\nAUTODJ_KEY=#\n';
  expect(cutIn(whole)).toEqual([]);
  writeFileSync(file, 'SMTP_URL=smtp://user:p#ss@mail.example.org\n');
  expect(problemsOf({}, file)).toContain('in .env a value with a # in it goes in quotes');
});

test('[W230] a name that a later line of .env sets to something else is told of, within quotes it is none', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  const overriddenIn = (text: string, environment = {}) => {
    writeFileSync(file, text);
    return readSettings(environment, file).overriddenSettings;
  };
  const twice = 'PORT=8081\r\n# PORT=8082\r\nexport PORT = 8083\r\nAUTODJ_KEY=a\r\nAUTODJ_KEY="a"\r\n';
  expect(overriddenIn(twice)).toEqual(['PORT']);
  expect(overriddenIn(twice, { PORT: '9000' })).toEqual([]);
  expect(overriddenIn('AUTODJ_KEY="a\nPORT=9000\nb"\nPORT=8081\n')).toEqual([]);
  expect(overriddenIn('PORT=8081\nPORT=\n')).toEqual(['PORT']);
});

test('a folder is no ~ and no $HOME, which a shell alone knows [W228]', () => {
  for (const name of ['DATA_DIR', 'STATION_DIR', 'BACKUP_DIR', 'HLS_DIR'])
    for (const path of ['~/radio', '~', '$HOME/radio'])
      expect(problemsOf({ [name]: path })).toContain(
        `${name}: must be the whole path of a folder, such as /srv/onde: ~ and $HOME stand for nothing here`,
      );
  expect(problemsOf({ DATA_DIR: '/home/ana/~radio', STATION_DIR: './a $5' })).toBe('');
});

test('a folder in quotes, which a file of settings for containers leaves in place, is none [W228]', () => {
  for (const path of ['"/srv/radio"', "'/srv/radio'"])
    expect(problemsOf({ DATA_DIR: path })).toContain('a quote is part of a name');
});

test('what travels in a head is of signs that one can carry [W206]', () => {
  // A bearer token ends at a blank: nobody could bring this one.
  for (const METRICS_TOKEN of ['two words', 'clé', 'ключ'])
    expect(problemsOf({ METRICS_TOKEN })).toContain('METRICS_TOKEN: must be of letters, digits and signs');
  expect(problemsOf({ METRICS_TOKEN: 'x/+=~!' })).toBe('');
  // No page of the station could make a call with this one.
  for (const CLIENT_API_KEYS of ['ключ', 'site, clé'])
    expect(problemsOf({ CLIENT_API_KEYS })).toContain('CLIENT_API_KEYS: must list keys of letters, digits');
  expect(problemsOf({ CLIENT_API_KEYS: 'site, my partner' })).toBe('');
});

test.each([
  '<a@b.fr',
  'a@b.fr>',
  'a@b.fr, c@d.fr',
  'Radio <a@b.fr>, c@d.fr',
  'A\nBcc: c@d.fr <a@b.fr>',
  'A: B <a@b.fr>',
])('a sender that is not one address is refused: %j', (MAIL_FROM) =>
  expect(problemsOf({ MAIL_FROM })).toContain('MAIL_FROM: must be an e-mail address, or Name <address>'),
);

test.each([
  'a@b.fr',
  '<a@b.fr>',
  'Radio <a@b.fr>',
  'Radio, Onde <a@b.fr>',
  'Radio "Onde" <a@b.fr>',
  '"A: B" <a@b.fr>',
  'Écoute (8)<a@b.fr>',
])('a sender with or without a name is taken: %j', (MAIL_FROM) => expect(problemsOf({ MAIL_FROM })).toBe(''));

test('an address that others lie below has no name and no password, which nothing would send [W206]', () => {
  for (const name of ['BROADCAST_URL', 'PLAYER_HOST', 'MEDIA_BASE_URL', 'S3_ENDPOINT']) {
    const message = problemsOf({ [name]: 'https://ana:geheim@media.example.org/x' });
    expect(message).toContain(`${name}: must be an address without a name or password in it`);
    expect(message).not.toContain('geheim');
  }
});

test('a region of an object store is a part of its address [W206]', () => {
  for (const S3_REGION of ['eu west', 'x/y', 'é'])
    expect(problemsOf({ S3_REGION })).toContain('S3_REGION: must be the name of a region');
  for (const S3_REGION of ['eu-west-1', 'garage', 'my_zone.2']) expect(problemsOf({ S3_REGION })).toBe('');
});

test('a line of .env with a value and no name is pointed out [W206]', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, 'LOG_LEVEL=warn\n = 9000\nAUTODJ_KEY="a\n=b\n"\n');
  expect(problemsOf({}, file)).toBe('One setting is wrong:\n  - .env, line 2: must be NAME=value');
});

test('a station whose folder has that very name goes on with it [W228]', () => {
  using folder = mkdtempDisposableSync('~onde-');
  expect(problemsOf({ STATION_DIR: folder.path })).toBe('');
  folder.remove();
  expect(problemsOf({ STATION_DIR: folder.path })).not.toBe('');
});

test('an address with a sign in its password that ends it is told how that is written [W206]', () => {
  const signs = 'with %23, %2F, %3F and %40 for a #, /, ? and @ in the password';
  expect(problemsOf({ SMTP_URL: 'smtp://user:p#ss@mail.example.org' })).toContain(signs);
  expect(problemsOf({ DATABASE_URL: 'postgres://onde:p/ss@localhost/onde' })).toContain(signs);
});

test('nothing that is written lies in the station folder [W206]', () => {
  const STATION_DIR = '/srv/onde/station';
  for (const path of [STATION_DIR, `${STATION_DIR}/data`, `${STATION_DIR}/music/..`]) {
    expect(problemsOf({ STATION_DIR, DATA_DIR: path })).toContain(
      'DATA_DIR: must lie outside of STATION_DIR',
    );
    expect(problemsOf({ STATION_DIR, BACKUP_DIR: path })).toContain('BACKUP_DIR: must lie outside of');
  }
  for (const path of ['/srv/onde', '/srv/onde/station-data', '/srv/onde/data'])
    expect(problemsOf({ STATION_DIR, DATA_DIR: path, BACKUP_DIR: path })).toBe('');
});

test('no backup lies where Onde clears away, or what it backs up [W206]', () => {
  const DATA_DIR = '/srv/onde/data';
  for (const name of ['scratch', 'cache/a', 'run', 'journal/old', 'last-good', 'media'])
    expect(problemsOf({ DATA_DIR, BACKUP_DIR: `${DATA_DIR}/${name}` })).toContain(
      `BACKUP_DIR: must lie outside of ${DATA_DIR}/${name.split('/')[0]}, which`,
    );
  for (const BACKUP_DIR of [DATA_DIR, `${DATA_DIR}/backups`, `${DATA_DIR}/media-backups`, 's3://onde/media'])
    expect(problemsOf({ DATA_DIR, BACKUP_DIR, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' })).toBe('');
});

test('blanks around a value do not count [W206]', () => {
  const given = {
    PORT: ' 8123',
    HOST: ' 127.0.0.1 ',
    DATABASE_URL: ' postgres://onde@db.example/onde\n',
    METRICS_TOKEN: '\tsecret ',
  };
  expect(readSettings(given, '/nonexistent/.env')).toMatchObject({
    port: 8123,
    host: '127.0.0.1',
    databaseUrl: 'postgres://onde@db.example/onde',
    metricsToken: 'secret',
  });
});

test('a list of databases, which other programs try in turn, is refused in words of its own', () => {
  for (const DATABASE_URL of [
    'postgres://onde:secret@north:5432,south:5432/onde?target_session_attrs=read-write',
    'postgres://north,south/onde',
    'postgres:///onde?host=north,south',
  ])
    expect(problemsOf({ DATABASE_URL })).toMatch(/^.*DATABASE_URL: must name one server.*$/m);
  expect(problemsOf({ DATABASE_URL: 'postgres://onde:a,b@north/onde' })).toBe('');
});

test('an address that leads nowhere is refused', () => {
  for (const DATABASE_URL of ['postgres://', 'postgresql:///', 'postgres:onde'])
    expect(problemsOf({ DATABASE_URL })).toContain('DATABASE_URL: must be an address such as postgres://');
  for (const DATABASE_URL of ['postgres:///onde', 'postgres:///?host=/run/postgresql', 'postgres://db'])
    expect(problemsOf({ DATABASE_URL })).toBe('');
  for (const REDIS_URL of ['redis://', 'redis://cache/radio', 'redis://onde:50%off@cache'])
    expect(problemsOf({ REDIS_URL })).toContain('REDIS_URL: must be an address such as redis://');
  for (const REDIS_URL of ['redis://cache', 'rediss://:50%25off@cache:6380/', 'redis://cache/2'])
    expect(problemsOf({ REDIS_URL })).toBe('');
  for (const SMTP_URL of ['smtp://', 'smtp://:587', 'smtp:mail.example.org'])
    expect(problemsOf({ SMTP_URL })).toContain('SMTP_URL: must be an address such as smtp://');
});

test('a list with nothing in it is a mistake', () => {
  for (const name of ['CLIENT_API_KEYS', 'ADDRESS_SERVICES', 'TRUSTED_PROXIES'])
    expect(problemsOf({ TRUST_PROXY: '1', [name]: ' , ' })).toContain(`${name}: lists nothing`);
});

test('an origin has neither a name nor a question, and its password is not repeated', () => {
  for (const ORIGIN of ['https://u:geheim@host', 'https://host?x', 'https://host/#', 'https://host/a']) {
    const message = problemsOf({ ORIGIN });
    expect(message).toContain('ORIGIN: must be an origin');
    expect(message).not.toContain('geheim');
  }
});

test('a place to listen at is an address or a name [W206]', () => {
  for (const HOST of ['0.0.0.0', '::', 'fe80::1%eth0', 'localhost', 'radio.example.org', 'écoute.example'])
    expect(problemsOf({ HOST })).toBe('');
  for (const HOST of ['http://localhost', 'localhost:8080', '[::]', '300.1.1.1', '0.0.0.0, ::', 'a/b'])
    expect(problemsOf({ HOST })).toContain('HOST: must be an address or a name of this machine');
});

test('a name in .env that is no setting is pointed out; the environment wins over the file', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, 'PROT=9001\nSTATION_DRI=./x\n');
  expect(problemsOf({}, file)).toContain('STATION_DRI: no such setting; did you mean STATION_DIR?');
  expect(problemsOf({}, file)).toContain('PROT: no such setting; did you mean PORT?');
  writeFileSync(file, 'PORT=9001\n');
  expect(readSettings({}, file).port).toBe(9001);
  expect(readSettings({ PORT: '9002' }, file).port).toBe(9002);
});

test('a look-up of addresses is our own or an address of the web', () => {
  const services = (list: string) => problemsOf({ ADDRESS_SERVICES: list });
  expect(services('ip, https://api.example.org/?format=json')).toBe('');
  for (const list of ['foo', 'ip, javascript:alert(1)', 'mailto:a@example.org'])
    expect(services(list)).toContain('ADDRESS_SERVICES: must list `ip`');
});

test('an issuer whose words anybody on the way could change is refused', () => {
  const issuer = (address: string) => problemsOf({ GOOGLE_ISSUER: address });
  expect(issuer('http://accounts.example.org')).toContain('GOOGLE_ISSUER: must begin with https://');
  expect(issuer('http://127.0.0.1.example.org')).toContain('GOOGLE_ISSUER: must begin with https://');
  expect(issuer('https://accounts.example.org')).toBe('');
  expect(issuer('http://127.0.0.1:9000')).toBe('');
});

test('Apple’s key is taken with line breaks and without, any other is refused and not repeated', () => {
  const pem = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const apple = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' };
  const key = pem('prime256v1');
  for (const written of [key, key.replaceAll('\n', '\\n')])
    expect(
      readSettings({ ...apple, APPLE_PRIVATE_KEY: written }, '/nonexistent/.env').apple?.privateKey,
    ).toBe(key);
  const message = problemsOf({ ...apple, APPLE_PRIVATE_KEY: pem('secp384r1') });
  expect(message).toContain('APPLE_PRIVATE_KEY: must be the text of the .p8 file');
  expect(message).not.toContain('BEGIN');
  expect(problemsOf({ ...apple, APPLE_PRIVATE_KEY: 'AuthKey.p8' })).toContain('APPLE_PRIVATE_KEY: must be');
});

test('with proxies in front it listens on this machine alone, unless HOST says otherwise', () => {
  const host = (environment: NodeJS.ProcessEnv) => readSettings(environment, '/nonexistent/.env').host;
  expect(host({})).toBe('0.0.0.0');
  expect(host({ TRUST_PROXY: '0' })).toBe('0.0.0.0');
  expect(host({ TRUST_PROXY: '1' })).toBe('127.0.0.1');
  expect(host({ TRUST_PROXY: '1', HOST: '0.0.0.0' })).toBe('0.0.0.0');
});

test('trusted proxies are addresses and networks, and say nothing without their number', () => {
  const proxies = (text: string) =>
    readSettings({ TRUST_PROXY: '2', TRUSTED_PROXIES: text }, '/nonexistent/.env').trustedProxies;
  expect(proxies('203.0.113.7, 2001:db8::/32')).toEqual(['203.0.113.7', '2001:db8::/32']);
  for (const wrong of ['cdn.example.org', '203.0.113.0/40', '203.0.113.7, 0.0.0.0/0'])
    expect(problemsOf({ TRUST_PROXY: '1', TRUSTED_PROXIES: wrong })).toContain('TRUSTED_PROXIES: must list');
  expect(problemsOf({ TRUSTED_PROXIES: '203.0.113.7' })).toContain('TRUSTED_PROXIES: must be set together');
});

test('two letters of a name that changed places are one slip', () => {
  expect(problemsOf({ SMPT_URL: 'smtp://mail' })).toContain(
    'SMPT_URL: no such setting; did you mean SMTP_URL?',
  );
  expect(problemsOf({ ORIGNI: 'x' })).toContain('did you mean ORIGIN?');
});

test.each([
  ['S3_ENDPIONT', 'S3_ENDPOINT'],
  ['S3_REGOIN', 'S3_REGION'],
  ['S3_ACESS_KEY_ID', 'S3_ACCESS_KEY_ID'],
])('a slip in a name with a digit is one, too: %s', (name, meant) => {
  expect(problemsOf({ [name]: 'x' })).toContain(`${name}: no such setting; did you mean ${meant}?`);
});

test.each([
  ['PROT', 'PORT'],
  ['PORTT', 'PORT'],
  ['HSOT', 'HOST'],
  ['HOOST', 'HOST'],
])('a short name with its own letters is pointed out: %s', (name, meant) => {
  expect(problemsOf({ [name]: 'x' })).toContain(`${name}: no such setting; did you mean ${meant}?`);
});

test.each([
  'POST',
  'PORTS',
  'TPORT',
  'SORT',
  'TROP',
  'GHOST',
  'HOSTS',
  'MOST',
  'AWS_REGION',
  'AWS_ENDPOINT_URL_S3',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_USE_SSL',
  'R2_REGION',
  'R2_ENDPOINT',
  'R2_ACCESS_KEY_ID',
  'R2_SECRET_ACCESS_KEY',
  'B2_ENDPOINT',
  'SQS_REGION',
  'SES_ENDPOINT',
  'PGHOST',
  'PGPORT',
  'P4PORT',
  'HTTP2_PORT',
  'OAUTH2_CLIENT_ID',
  'K8S_NODE_NAME',
  'REDIS_URL2',
  'DATA_DIR_2',
  'LOG_LEVEL1',
])('a name of another program is left alone: %s', (name) => {
  expect(problemsOf({ [name]: 'x' })).toBe('');
});

test('a name that leaves a word out is pointed out where a setting of the others is needed, and in .env always', () => {
  const store = { BACKUP_DIR: 's3://bucket/onde', S3_ACCESS_KEY: 'x', S3_SECRET_KEY: 'x' };
  expect(problemsOf(store)).toContain('S3_ACCESS_KEY: no such setting; did you mean S3_ACCESS_KEY_ID?');
  expect(problemsOf(store)).toContain('S3_SECRET_KEY: no such setting; did you mean S3_SECRET_ACCESS_KEY?');
  expect(problemsOf({ RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET_KEY: 'x' })).toContain(
    'did you mean RECAPTCHA_SECRET?',
  );
  expect(problemsOf({ RECAPTCHA_SECRET_KEY: 'x' })).toBe('');
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, 'S3_SECRET_KEY=x\nMAX_LISTENERS_PER_STREAM=5\nBACKUP_KEEP_DAYS=7\nFOREIGN_NAME=1\n');
  const message = problemsOf({}, file);
  for (const meant of ['S3_SECRET_ACCESS_KEY', 'MAX_LISTENERS', 'BACKUP_KEEP'])
    expect(message).toContain(`did you mean ${meant}?`);
  expect(message).toMatch(/FOREIGN_NAME: no such setting$/m);
});

test('an empty value counts as unset, foreign names are left alone', () => {
  expect(problemsOf({ SMTP_URL: '', PATH: '/bin', POSTGRES_URL: 'x', HOSTNAME: 'a' })).toBe('');
});

test('a misspelt name without a value is unset as well', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, 'STATION_DRI=\nSMPT_URL=" "\n');
  expect(problemsOf({ SMPT_URL: '', ORIGNI: ' ' }, file)).toBe('');
});

test('a .env that begins with a mark of its encoding is read, and one that is a folder is told [W206]', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, '\ufeffPORT=9000\r\nLOG_LEVEL=warn\r\n');
  expect(readSettings({}, file)).toMatchObject({ port: 9000, logLevel: 'warn' });
  expect(problemsOf({}, folder.path)).toBe(
    `${folder.path} cannot be read: EISDIR: illegal operation on a directory, read`,
  );
});

test.each<[string, Buffer]>([
  ['UTF-16', Buffer.from('\ufeffPORT=9000\r\n', 'utf16le')],
  [
    'Latin-1, in which a password would become another one',
    Buffer.from('BACKUP_KEY=clé-de-la-sauvegarde\n', 'latin1'),
  ],
])('a .env in %s is told, and what to do about it [W206]', (_, bytes) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, bytes);
  expect(() => readSettings({}, file)).toThrow(
    expect.objectContaining({
      message: `${file} is not written in UTF-8.`,
      remedy: expect.stringContaining('Save it anew'),
    }),
  );
});

test('a line of .env that sets nothing is told, and none within quotes [W206]', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, '# mine\r\n\r\nPORT: 9000\r\nAUTODJ_KEY="a\nb\n# c"\nhunter2\n  # end');
  const problems = problemsOf({}, file);
  expect(problems).toContain('.env, line 3: must be NAME=value');
  expect(problems).toContain('.env, line 7: must be NAME=value');
  expect(problems).not.toContain('hunter2');
  writeFileSync(file, "BACKUP_KEY='a key of\n\nthree lines'\nAUTODJ_KEY=`a\nb`\n");
  expect(readSettings({}, file).autodjKey).toBe('a\nb');
});

test.each([
  'DATABASE_URL: postgres://onde:hunter2@db/onde?sslmode=require',
  'SMTP_URL smtps://onde:hunter2@mail/?pool=true',
])('what stands before the = of such a line is told to nobody [W206]: %s', (text) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, `${text}\nexport LOG_LEVEL=warn\n  export PROT = 9000\n`);
  const problems = problemsOf({}, file);
  expect(problems).toContain('.env, line 1: must be NAME=value');
  expect(problems).toContain('PROT: no such setting; did you mean PORT?');
  expect(problems).not.toContain('hunter2');
  expect(problems.match(/must be NAME=value/g)).toHaveLength(1);
});

test('an empty value in the environment leaves the one in .env in force', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-env-'));
  const file = join(folder.path, '.env');
  writeFileSync(file, 'ORIGIN=https://onde.example\nGOOGLE_CLIENT_ID=x\n');
  expect(readSettings({ ORIGIN: '', GOOGLE_CLIENT_SECRET: 's', GOOGLE_CLIENT_ID: ' ' }, file)).toMatchObject({
    origin: 'https://onde.example',
    google: { clientId: 'x' },
  });
});

test('an address that others are built on is the same with and without a slash at its end', () => {
  const settings = (environment: NodeJS.ProcessEnv) => readSettings(environment, '/nonexistent/.env');
  expect(settings({ PLAYER_HOST: 'https://player.example/' }).playerHost).toBe('https://player.example');
  expect(settings({ PLAYER_HOST: 'https://example.org/listen//' }).playerHost).toBe(
    'https://example.org/listen',
  );
  expect(settings({ MEDIA_BASE_URL: 'https://media.example/' }).mediaBaseUrl).toBe('https://media.example');
});

test('an address that others are built on and that nothing can follow is refused', () => {
  const base = 'must be an address without ? or # in it, such as https://player.example.org';
  expect(problemsOf({ PLAYER_HOST: 'https://player.example/?a=1' })).toContain(`PLAYER_HOST: ${base}`);
  expect(problemsOf({ PLAYER_HOST: 'https://player.example/#' })).toContain(`PLAYER_HOST: ${base}`);
  expect(problemsOf({ PLAYER_HOST: 'ftp://player.example' })).toContain('PLAYER_HOST: must be an address');
  expect(problemsOf({ PLAYER_HOST: 'player' })).toContain('PLAYER_HOST: must be an address');
  expect(problemsOf({ MEDIA_BASE_URL: 'https://media.example?a' })).toContain(
    'MEDIA_BASE_URL: must be an address without ? or # in it',
  );
});

test('an origin that is no address at all is a problem like any other', () => {
  expect(problemsOf({ ORIGIN: 'onde' })).toContain('ORIGIN: must be an address');
});

test('a wrong value that may hold a password is not repeated in the message', () => {
  const message = problemsOf({ SMTP_URL: 'smpt://me:geheim@mail', PORT: '0' });
  expect(message).toContain('SMTP_URL: must be an address');
  expect(message).not.toContain('geheim');
  expect(message).toContain('it is "0"');
});

test('a setting that breaks two rules is one problem', () => {
  expect(problemsOf({ ORIGIN: 'localhost:8080' })).toBe(
    'One setting is wrong:\n  - ORIGIN: must be an address such as https://radio.example.org (it is "localhost:8080")',
  );
});

test('an Icecast is reached with a password, by an address without a path', () => {
  for (const url of ['http://icecast:8000', 'http://source@icecast:8000', 'http://source:50%@icecast:8000'])
    expect(problemsOf({ ICECAST_URL: url })).toContain('ICECAST_URL: must hold a password');
  expect(problemsOf({ ICECAST_URL: 'http://source:a@icecast:8000/dance' })).toContain('without a path');
  for (const url of ['http://source:p%40ss@icecast:8000', 'https://:pass@icecast/'])
    expect(problemsOf({ ICECAST_URL: url })).toBe('');
});

test('segments are written into a folder of their own, or into an object store', () => {
  const apart = 'HLS_DIR: must lie apart from';
  expect(problemsOf({ HLS_DIR: 's3://bucket/hls' })).toContain('must be set, for HLS_DIR is an object store');
  for (const HLS_DIR of ['s3://No', 's3:/bucket/hls', 's3:bucket', 'S3://bucket/hls'])
    expect(problemsOf({ HLS_DIR })).toContain('such as s3://bucket/stream');
  const access = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  expect(readSettings({ HLS_DIR: 's3://bucket/hls', ...access }, '/nonexistent/.env').hlsDir).toBe(
    's3://bucket/hls',
  );
  const folders = { DATA_DIR: '/srv/onde/data', STATION_DIR: '/srv/onde/station' };
  for (const [HLS_DIR, name] of [
    ['/srv/onde/data', 'DATA_DIR'],
    ['/srv/onde/data/cache/hls', 'DATA_DIR'],
    ['/srv/onde/station/music/..', 'STATION_DIR'],
    ['/srv', 'DATA_DIR'],
  ] as const)
    expect(problemsOf({ ...folders, HLS_DIR })).toContain(`${apart} ${name}`);
  for (const HLS_DIR of ['/srv/onde/hls', '/srv/onde/data-hls', '/srv/onde/..data'])
    expect(problemsOf({ ...folders, HLS_DIR })).toBe('');
});

test('backups go to a folder or an object store; one that cannot be reached, or a weak key, is told of', () => {
  const given = (environment: NodeJS.ProcessEnv) => readSettings(environment, '/nonexistent/.env');
  expect(given({ BACKUP_DIR: '/backup' })).toMatchObject({ backupDir: '/backup', objectStore: null });
  const store = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret', S3_REGION: 'eu-west-3' };
  expect(given({ BACKUP_DIR: 's3://onde/nightly/', ...store })).toMatchObject({
    backupDir: 's3://onde/nightly/',
    objectStore: { endpoint: 'https://s3.eu-west-3.amazonaws.com', region: 'eu-west-3' },
  });
  expect(problemsOf({ BACKUP_DIR: 's3://onde/nightly' })).toContain('S3_ACCESS_KEY_ID');
  expect(problemsOf({ BACKUP_DIR: 's3://no bucket' })).toContain('BACKUP_DIR: must be a folder');
  expect(problemsOf({ BACKUP_DIR: 'ftp://host/backup' })).toContain('BACKUP_DIR: must be a folder');
  expect(problemsOf({ S3_ACCESS_KEY_ID: 'id' })).toContain('S3_SECRET_ACCESS_KEY');
  expect(problemsOf({ BACKUP_DIR: '/hls/backups', HLS_DIR: '/hls' })).toContain('apart from BACKUP_DIR');
  for (const BACKUP_DIR of [
    's3://bucket/hls',
    's3://bucket/hls/backups/',
    's3://bucket',
    's3://bucket//hls/',
  ])
    expect(problemsOf({ BACKUP_DIR, HLS_DIR: 's3://bucket/hls', ...store })).toContain(
      'HLS_DIR: must lie apart from BACKUP_DIR',
    );
  for (const BACKUP_DIR of ['s3://bucket/hls-backups', 's3://other/hls', '/hls'])
    expect(problemsOf({ BACKUP_DIR, HLS_DIR: 's3://bucket/hls', ...store })).toBe('');
  const weak = problemsOf({ BACKUP_KEY: 'onde' });
  expect(weak).toContain('BACKUP_KEY: must have 16 characters');
  expect(weak).not.toContain('"onde"');
});

test('a group of broadcast machines needs a PostgreSQL, and a name that fits', () => {
  const DATABASE_URL = 'postgres://onde@localhost/onde';
  expect(problemsOf({ BROADCAST_GROUP: 'radio' })).toContain('must be set together with DATABASE_URL');
  expect(problemsOf({ BROADCAST_GROUP: 'a b', DATABASE_URL })).toContain('BROADCAST_GROUP: must be a name');
  expect(readSettings({ BROADCAST_GROUP: 'radio', DATABASE_URL }, '/nonexistent/.env').broadcastGroup).toBe(
    'radio',
  );
});
