import { expect, test } from 'vitest';
import { localMailLinks, settingsWithoutEffect } from './setting-warnings.ts';
import { readSettings } from './settings.ts';

const told = (environment: NodeJS.ProcessEnv) =>
  settingsWithoutEffect(readSettings(environment, '/nonexistent/.env'));

test('an operator who relies on what this version does not do is told so', () => {
  expect(told({ AUTODJ_KEY: 'secret' })).toBe(
    'these settings do nothing in this version: AUTODJ_KEY; see docs/operations.md',
  );
});

test('nothing is said of settings that work, or of defaults', () => {
  expect(
    told({
      SMTP_URL: 'smtp://mail.example.org',
      ALERT_EMAIL: 'a@example.org',
      PORT: '9000',
      HLS_DIR: '/hls',
      ICECAST_URL: 'http://source:a@localhost:8000',
      BACKUP_DIR: '/backup',
    }),
  ).toBeNull();
});

const warned = (environment: Record<string, string>) => localMailLinks(readSettings(environment, '/nowhere'));

test('mails without a public address to lead to are told of', () => {
  expect(warned({ SMTP_URL: 'smtp://mail.example.org', PORT: '8123' })).toContain('http://localhost:8123');
  expect(warned({ SMTP_URL: 'smtp://mail.example.org', ORIGIN: 'http://127.0.0.1' })).toContain('set ORIGIN');
  expect(warned({ SMTP_URL: 'smtp://mail.example.org', ORIGIN: 'https://radio.example.org' })).toBeNull();
  expect(warned({})).toBeNull();
});
