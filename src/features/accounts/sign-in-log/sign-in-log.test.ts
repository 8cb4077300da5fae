import { pino } from 'pino';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { failedLogins, failedLoginsOfAccount } from '#src/members/password/password-attempt.server.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { MemoryLimitStore } from '#src/platform/rate-limit/memory-limit-store.ts';
import { RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { SignInLog } from './sign-in-log.server.ts';

const lineSchema = z.looseObject({ level: z.number(), msg: z.string(), account: z.string().optional() });

function openLog() {
  const clock = new ManualClock();
  const written: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void written.push(line) });
  const limits = new RateLimits(new MemoryLimitStore(clock));
  const log = new SignInLog({ clock, logger, limits });
  const lines = () => written.map((line) => lineSchema.parse(JSON.parse(line)));
  return { clock, log, limits, written, lines };
}

test('a minute of sign-ins is one line, and a quiet one none [W119]', () => {
  const { clock, log, lines } = openLog();
  clock.advance(180_000);
  for (let count = 0; count < 300; count++) log.ended(null);
  log.ended(new WireError('invalid_credentials'));
  log.ended(new WireError('too_many_requests'));
  log.ended(new WireError('unavailable'));
  log.ended(new Error('the database is away'));
  clock.advance(60_000);
  expect(lines()).toMatchObject([
    { level: 30, msg: 'sign-ins of the last minute', ok: 300, failed: 1, refused: 3, limits: 0 },
  ]);
});

test('an address and an account that reach a limit are one line each, in which nothing is private', async () => {
  const { limits, written, lines } = openLog();
  for (let count = 0; count < 10; count++)
    await limits.take(failedLoginsOfAccount, 'zoe@example.org 203.0.113.77');
  for (let count = 0; count < 150; count++)
    await limits.take(failedLogins, addressKey('2001:db8:1:2:3:4:5:6'));
  expect(lines()).toMatchObject([
    {
      level: 40,
      limit: 'failed_logins',
      address: '203.0.113.0/24',
      account: expect.stringMatching(/^[0-9a-f]{8}$/),
    },
    { level: 40, limit: 'failed_logins', address: '2001:db8:1::/48' },
  ]);
  expect(lines()[1]?.account).toBeUndefined();
  expect(written.join()).not.toMatch(/zoe|example|113\.77|2:3:4/);
});

test('nobody fills the log from many addresses', async () => {
  const { clock, limits, lines } = openLog();
  for (let at = 0; at < 1_000; at++)
    for (let count = 0; count < 10; count++)
      await limits.take(failedLoginsOfAccount, `made-up-${at}@example.org 203.0.${at >> 8}.${at & 255}`);
  clock.advance(60_000);
  expect(lines()).toHaveLength(21);
  expect(lines().at(-1)).toMatchObject({ limits: 1_000 });
});

test('what waits for its minute is told at the end', () => {
  const { log, lines } = openLog();
  log.ended(null);
  log[Symbol.dispose]();
  expect(lines()).toMatchObject([{ ok: 1 }]);
});
