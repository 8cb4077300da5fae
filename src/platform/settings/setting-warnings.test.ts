import { expect, test } from 'vitest';
import {
  backupsBesideStreams,
  backupsWithoutPlace,
  ipv4Alone,
  localMailLinks,
  senderWithoutServer,
  valuesCutShort,
  valuesSetAgain,
} from './setting-warnings.ts';
import { readSettings } from './settings.ts';

const warned = (environment: Record<string, string>) => localMailLinks(readSettings(environment, '/nowhere'));

test('mails without a public address to lead to are told of', () => {
  expect(warned({ SMTP_URL: 'smtp://mail.example.org', PORT: '8123' })).toContain('http://localhost:8123');
  expect(warned({ SMTP_URL: 'smtp://mail.example.org', ORIGIN: 'http://127.0.0.1' })).toContain('set ORIGIN');
  expect(warned({ SMTP_URL: 'smtp://mail.example.org', ORIGIN: 'https://radio.example.org' })).toBeNull();
  expect(warned({})).toBeNull();
});

test('a sender of mails without a server that sends them is told of', () => {
  const told = (environment: Record<string, string>) =>
    senderWithoutServer(readSettings(environment, '/nowhere'));
  expect(told({ MAIL_FROM: 'radio@example.org' })).toContain('set SMTP_URL');
  expect(told({ MAIL_FROM: 'radio@example.org', SMTP_URL: 'smtp://mail.example.org' })).toBeNull();
  expect(told({})).toBeNull();
});

test('backups that are to be kept or encrypted, and go nowhere, are told of', () => {
  const told = (environment: Record<string, string>) =>
    backupsWithoutPlace(readSettings(environment, '/nowhere'));
  expect(told({ BACKUP_KEEP: '14' })).toMatch(/^BACKUP_KEEP is set, but .* set BACKUP_DIR/);
  const BACKUP_KEY = 'correct horse battery';
  expect(told({ BACKUP_KEEP: '7', BACKUP_KEY })).toMatch(/^BACKUP_KEEP and BACKUP_KEY are set/);
  expect(told({ BACKUP_KEY })).toMatch(/unless you run npx onde backup yourself$/);
  expect(told({ BACKUP_KEEP: '7', BACKUP_KEY, BACKUP_DIR: '/mnt/backup' })).toBeNull();
  expect(told({})).toBeNull();
});

test('[W206] backups that anybody could read, in the bucket of the streams, are told of', () => {
  const store = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', HLS_DIR: 's3://onde/stream' };
  const told = (environment: Record<string, string>) =>
    backupsBesideStreams(readSettings({ ...store, ...environment }, '/nowhere'));
  const BACKUP_DIR = 's3://onde/backups';
  expect(told({ BACKUP_DIR })).toMatch(/^BACKUP_DIR and HLS_DIR lie in one bucket.*set BACKUP_KEY/);
  expect(told({ BACKUP_DIR, BACKUP_KEY: 'correct horse battery' })).toBeNull();
  expect(told({ BACKUP_DIR: 's3://other/backups' })).toBeNull();
  expect(told({ BACKUP_DIR: '/mnt/backup' })).toBeNull();
  expect(told({})).toBeNull();
});

test('values of .env that a # ends are told of, and what opens the backups made with such a key', () => {
  expect(valuesCutShort({ cutSettings: [] })).toBeNull();
  expect(valuesCutShort({ cutSettings: ['METRICS_TOKEN'] })).toMatch(
    /^\.env: of METRICS_TOKEN .*before the #$/,
  );
  expect(valuesCutShort({ cutSettings: ['BACKUP_KEY'] })).toMatch(/open with that part alone$/);
});

test('a setting of .env that a later line sets to something else is told of', () => {
  expect(valuesSetAgain({ overriddenSettings: [] })).toBeNull();
  expect(valuesSetAgain({ overriddenSettings: ['PORT', 'SMTP_URL'] })).toMatch(
    /^\.env sets PORT, SMTP_URL more than once, and the last value counts/,
  );
});

test('[W246] a machine that others reach by IPv6 alone is told of, where Onde listens on IPv4', () => {
  const address = (text: string, internal = false) => ({
    address: text,
    family: text.includes(':') ? ('IPv6' as const) : ('IPv4' as const),
    internal,
  });
  const loopback = [address('127.0.0.1', true), address('::1', true)];
  const told = (environment: Record<string, string>, ...texts: string[]) =>
    ipv4Alone(readSettings(environment, '/nowhere'), [...loopback, ...texts.map((text) => address(text))]);
  expect(told({}, '2001:db8::7', 'fe80::7')).toMatch(/set HOST=::/);
  expect(told({}, '2001:db8::7', '192.0.2.7')).toBeNull();
  expect(told({}, 'fe80::7')).toBeNull();
  expect(told({})).toBeNull();
  expect(told({ HOST: '::' }, '2001:db8::7')).toBeNull();
  expect(told({ TRUST_PROXY: '1' }, '2001:db8::7')).toBeNull();
  expect(ipv4Alone({ host: '0.0.0.0' }, [address('::1', true)])).toMatch(/set HOST=::/);
});
