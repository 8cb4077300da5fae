import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { databaseOutage } from '#src/db/errors/database-errors.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { accountsFeature } from '#src/features/accounts/accounts.feature.ts';
import { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PictureProcess } from '#src/platform/pictures/picture-process.ts';
import { MemoryLimitStore } from '#src/platform/rate-limit/memory-limit-store.ts';
import { RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { openWebServer } from '#src/web/web-server.ts';
import { answerWireRequest, WireDoor } from '#src/web/wire/wire-door.ts';

/**
 * A process of its own that registers members, on the database of its two arguments (address or '', file), to be
 * killed. Nobody sends its mails. It prints its port, then serves until it ends.
 */
const [databaseUrl = '', sqlitePath = ''] = process.argv.slice(2);
const logger = createLogger({ level: 'silent', part: 'test' });
const config = stationConfig({});
const db = await openDatabase({
  databaseUrl: databaseUrl === '' ? null : databaseUrl,
  sqlitePath,
  logger,
});
const clock = systemClock;
const limits = new RateLimits(new MemoryLimitStore(clock));
const { endpoints } = accountsFeature({
  db,
  clock,
  logger,
  settings: readSettings({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'radio@example.org' }, '/nowhere'),
  station: () => config,
  folder: dataFolder(await mkdtemp(join(tmpdir(), 'onde-secret-'))),
  databaseOutage: databaseOutage({ clock, logger }),
  passwords: new PasswordGuard(),
  pictureProcess: new PictureProcess({ clock }),
  limits,
  wakeMail: () => {},
  purgePages: null,
  memberData: () => [],
});
const door = new WireDoor({ table: endpoints, logger, limits });
const app = new Hono<{ Bindings: HttpBindings }>();
app.all('*', ({ req }) => answerWireRequest(door, req.raw, req.header('x-forwarded-for') ?? '127.0.0.1'));
const { port } = await openWebServer(app, { port: 0, host: '127.0.0.1' }, { health: async () => 'well' });
process.stdout.write(`${port}\n`);
