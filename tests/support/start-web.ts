import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { CLOCK_AHEAD_MS } from '#src/contract/limits.ts';
import { trackTag } from '#src/contract/page-tags.ts';
import { DatabaseCheck, databaseProbes } from '#src/db/database-health.ts';
import { databaseOutage } from '#src/db/errors/database-errors.ts';
import { openDatabase } from '#src/db/open-database.ts';
import type { SiteVerify } from '#src/features/contact/captcha/recaptcha.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import type { HashCost } from '#src/members/password/password-hash.server.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { readLastBackup } from '#src/platform/last-backup/last-backup.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import type { LimitStore } from '#src/platform/rate-limit/rate-limits.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';
import { BelievedNow } from '#src/records/believed/believed-now.ts';
import { ChartKeeper } from '#src/records/charts/chart-keeper.ts';
import { Drain } from '#src/records/drain/drain.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { openStationContent } from '#src/station/content/open-station-content.ts';
import { pictureFault } from '#src/station/folder/picture-fault.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import { createStationData, type StationData } from '#src/station/testing/station-data.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import type { Features } from '#src/web/features.ts';
import { openFeatures } from '#src/web/open-features.ts';
import { createWebApp } from '#src/web/web-app.ts';
import { openWebServer } from '#src/web/web-server.ts';
import { WireDoor } from '#src/web/wire/wire-door.ts';
import { createTestDatabase } from './test-database.ts';

/** The wire tests are about what stands around passwords; the radio that browsers visit hashes at the true cost. */
const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };
/** Saturday noon in Paris. */
export const NOON_MS = Date.UTC(2026, 10, 21, 11);

/** The web process's own server on a port of its own, with a database on the engine of the project; no pages. */
export interface TestWeb extends AsyncDisposable {
  readonly origin: string;
  readonly services: Services;
  readonly clock: ManualClock;
  readonly data: StationData;
  readonly features: Features;
  /** Every endpoint that it answers. */
  readonly table: WireTable;
  /** What was logged as an error, one line each; more with `logLevel`. */
  readonly errors: string[];
  /** Takes what was written to `data` into the database. */
  drain(): Promise<void>;
  /** The same, and brings the charts up to the clock. */
  keepCharts(): Promise<void>;
  /** Lets time pass in steps after which a clock is believed [W120], without the jobs of each minute. */
  letPass(forMs: number): Promise<void>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Calls an endpoint and gives its reply. */
  call(endpoint: string, parameters?: Record<string, string>, init?: RequestInit): Promise<WireResponse>;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON. */
  readonly body: unknown;
}

export async function startWeb(
  options: {
    environment?: Record<string, string>;
    endpoints?: WireTable;
    nowPlaying?: NowPlaying[];
    logLevel?: string;
    /** That of hashes of passwords; a cheap one by default. */
    passwordCost?: HashCost;
    /** Where limits are counted; in this process by default. */
    limitStore?: LimitStore;
    /** How long a call of a provider may take. */
    providerSeconds?: number;
    /** Where Google is asked about a captcha. */
    siteVerify?: SiteVerify;
    /** What stands in `station.yaml`. */
    station?: Parameters<typeof stationConfig>[0];
    /** Answers the addresses of pages; by default there are none. */
    answerPage?: (request: Request) => Promise<Response>;
    /** Hears which pages are to be purged; by default nobody does. */
    purgePages?: Services['purgePages'];
    /** Writes the station folder before it is read. */
    writeStation?: (stationDir: string) => Promise<void>;
  } = {},
): Promise<TestWeb> {
  await using opening = new AsyncDisposableStack();
  const data = opening.use(await createStationData());
  const database = opening.use(await createTestDatabase('migrated'));
  const db = opening.use(await openDatabase(database.options));
  const cwd = await mkdtemp(join(tmpdir(), 'onde-web-'));
  opening.defer(() => rm(cwd, { recursive: true }));
  const clock = new ManualClock(NOON_MS);
  const errors: string[] = [];
  const logger = createLogger({
    level: options.logLevel ?? 'error',
    part: 'web',
    to: { write: (line: string) => void errors.push(line) },
  });
  const config = stationConfig(options.station ?? {});
  const settings = readSettings(
    { ...options.environment, DATA_DIR: data.folder.root, STATION_DIR: cwd },
    join(cwd, '.env'),
  );
  await options.writeStation?.(cwd);
  const timezone = () => config.timezone;
  const content = opening.use(
    await openStationContent({
      stationDir: cwd,
      stationFolder: { isSilent: false, onReturn: () => ({ [Symbol.dispose]() {} }) },
      cacheFolder: data.folder.cache,
      lastGoodFolder: data.folder.lastGood,
      // Files settle by the time that really passes; episodes are due by the test's.
      clock: { ...systemClock, nowMs: () => clock.nowMs() },
      logger,
      station: { current: config, onChange: () => ({ [Symbol.dispose]() {} }) },
    }),
  );
  const outage = databaseOutage({ clock, logger });
  const believed = new BelievedNow({ db, clock, logger, journalFolder: data.folder.journal });
  const opened = {
    db,
    clock,
    logger,
    settings,
    folder: data.folder,
    believed,
    databaseOutage: outage,
    station: () => config,
    content,
    nowPlaying: () => options.nowPlaying ?? [],
    lastBackup: () => readLastBackup(data.folder.lastBackup),
    purgePages: options.purgePages ?? null,
    isPicture: async (file: string) => (await pictureFault(new StationFolder(cwd), file)) === null,
  };
  const { services, features, ...brought } = opening.use(
    openFeatures(opened, {
      passwords: new PasswordGuard({ cost: options.passwordCost ?? CHEAP }),
      ...(options.limitStore && { limitStore: options.limitStore }),
      outside: {
        accounts: { providerSeconds: options.providerSeconds ?? PATIENT.timeout / 1_000 },
        ...(options.siteVerify && { contact: { siteVerify: options.siteVerify } }),
      },
    }),
  );
  const table: WireTable = { ...brought.table, ...options.endpoints };
  const pages = {
    fontFaces: '',
    answer: options.answerPage ?? (async () => plainAnswer(404, 'Not found')),
    sendKept: () => false,
    forget() {},
  };
  const { app } = createWebApp({
    services,
    features,
    door: new WireDoor({ table, logger, limits: services.limits, database: outage }),
    pages,
  });
  const server = opening.use(
    await openWebServer(
      app,
      { port: 0, host: '127.0.0.1' },
      new DatabaseCheck(databaseProbes(db, settings.databaseUrl), clock),
    ),
  );
  const origin = `http://127.0.0.1:${server.port}`;
  const drain = opening.use(
    new Drain({
      db,
      folder: data.folder,
      clock,
      logger,
      believed,
      database: outage,
      onRenamed: (slugs) => options.purgePages?.(slugs.map(trackTag)),
    }),
  );
  const charts = opening.use(
    new ChartKeeper({ db, clock, logger, believed, timezone, drain: () => drain.run() }),
  );
  const fetchPath = (path: string, init?: RequestInit) =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init });
  const resources = opening.move();
  return {
    origin,
    services,
    clock,
    data,
    features,
    table,
    errors,
    drain: () => drain.run(),
    keepCharts: () => charts.run(),
    async letPass(forMs) {
      for (let leftMs = forMs; leftMs > 0; leftMs -= CLOCK_AHEAD_MS) {
        clock.standStill(Math.min(leftMs, CLOCK_AHEAD_MS));
        await believed.nowMs();
      }
    },
    fetch: fetchPath,
    async call(endpoint, parameters = {}, init) {
      const query = new URLSearchParams({ endpoint, ...parameters });
      const response = await fetchPath(`/api-proxy.php?${query}`, init);
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
