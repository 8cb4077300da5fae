import { join, resolve } from 'node:path';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { EVERY_PAGE, trackTag } from '#src/contract/page-tags.ts';
import { DatabaseClock } from '#src/db/database-clock.ts';
import { DatabaseCheck, type DatabaseHealth, databaseProbes } from '#src/db/database-health.ts';
import { databaseOutage } from '#src/db/errors/database-errors.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { type QueryFigures, queryFigures } from '#src/db/slow-queries.ts';
import { alertRecipient } from '#src/features/alerts/alert-mail.server.ts';
import { BackupAlerts } from '#src/features/alerts/backup-alerts.server.ts';
import { StationAlerts } from '#src/features/alerts/station-alerts.server.ts';
import type { Services } from '#src/features/services.server.ts';
import type { RobotReports } from '#src/features/status/robot-reports.server.ts';
import { prepareTranslations } from '#src/i18n/translate.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { makePrivateFolder } from '#src/platform/files/file-rights.ts';
import { readLastBackup } from '#src/platform/last-backup/last-backup.ts';
import { createLogger, type Logger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { BelievedNow } from '#src/records/believed/believed-now.ts';
import { ChartKeeper } from '#src/records/charts/chart-keeper.ts';
import { Drain } from '#src/records/drain/drain.ts';
import type { Finding } from '#src/robots/finding.wire.ts';
import { StationRobots } from '#src/robots/station-robots.ts';
import { MinuteCheck } from '#src/robots/watch/minute-check.ts';
import { openStationConfig, type StationConfigWatch } from '#src/station/config/open-station-config.ts';
import { openStationContent } from '#src/station/content/open-station-content.ts';
import { ABSENCE_REMEDY } from '#src/station/folder/folder-absence.ts';
import { followStationFolder, type StationFolderWatch } from '#src/station/folder/follow-station-folder.ts';
import { pictureFault } from '#src/station/folder/picture-fault.ts';
import { PictureLooks } from '#src/station/folder/picture-looks.ts';
import { onStationDisk } from '#src/station/folder/station-disk.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import { formatProblem } from '#src/station/problem.ts';
import { plainAnswer } from './answers/plain-answer.ts';
import { openMachines } from './machines/open-machines.ts';
import { keepWithin } from './media/bounded-folder.ts';
import { DRAWN_IMAGES_BYTES_MAX, drawnImagesFolder } from './media/drawn-images.ts';
import { type OpenedServices, openFeatures } from './open-features.ts';
import { outsideOrigins } from './outside-origins.ts';
import { openBuiltPages } from './pages/built-pages.ts';
import { openDevPages } from './pages/dev-pages.ts';
import { openBuild } from './pages/open-build.ts';
import { PagePurge } from './pages/page-purge.ts';
import { type Pages, pageServicesOf } from './pages/pages.ts';
import { purgeRequests } from './pages/purge-request.ts';
import { watchStation } from './pages/watch-station.ts';
import { PortGuard } from './port-guard.ts';
import { createWebApp } from './web-app.ts';
import { type ListenAt, openWebServer } from './web-server.ts';
import { WireDoor } from './wire/wire-door.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** A running web process. Disposing finishes the requests under way, then closes everything. */
export interface Web extends AsyncDisposable {
  readonly port: number;
  /** Broadcast's message of what is on air now. */
  setNowPlaying(tracks: NowPlaying[]): void;
  /** Broadcast's message that journal or catalogue have grown. */
  drain(): void;
  /** What broadcast asks more than once a second. */
  health(): Promise<{ database: DatabaseHealth; queries: QueryFigures | null }>;
}

/**
 * Opens the database, the station and the pages, and listens.
 * @throws {OperatorError} for what the operator mends
 */
export async function runWeb(options: {
  settings: Settings;
  logger: Logger;
  at: ListenAt;
  withHotReload: boolean;
  /** False: files and the database alone; a page is 503. */
  withPages: boolean;
  /** Called before the database is brought to this version, which may take long. */
  onMigrating: () => void;
  /** Whether a broadcast on this DATA_DIR is on the air: asked where no other machine tells of it. */
  isOnAirHere: () => Promise<boolean>;
  /** Called with what the station's robots hear. */
  onFinding: (finding: Finding) => void;
}): Promise<Web> {
  const { settings, logger, at, withHotReload, withPages, onMigrating, isOnAirHere, onFinding } = options;
  await using opening = new AsyncDisposableStack();
  prepareTranslations();
  const folder = dataFolder(settings.dataDir);
  // On a machine of its own nobody else has made it.
  makePrivateFolder(folder.root);
  const { databaseUrl, stationDir } = settings;
  const db = opening.use(
    await openDatabase({ databaseUrl, sqlitePath: folder.database, logger, onMigrating }),
  );
  const clock = opening.use(await DatabaseClock.open({ db, clock: systemClock, logger }));
  const isRadioMachine = 'socketPath' in at;
  const isApart = !isRadioMachine && databaseUrl !== null;
  // Behind our front door, broadcast logs the problems of station.yaml and of the folder: once is enough. Another
  // machine needs no folder.
  const silent = createLogger({ level: 'silent', part: 'web' });
  const configLogger = isRadioMachine || isApart ? silent : logger;
  const stationFolder = opening.use(
    await followStationFolder({ stationDir, folder, clock, logger: configLogger }),
  );
  const station = opening.use(
    await openStationConfig({
      stationDir,
      lastGoodFolder: folder.lastGood,
      isSilent: stationFolder.isSilent,
      clock,
      logger: configLogger,
    }),
  );
  const content = opening.use(
    await openStationContent({
      stationDir,
      stationFolder,
      cacheFolder: folder.cache,
      lastGoodFolder: folder.lastGood,
      clock,
      logger: isApart ? silent : logger,
      station,
    }),
  );
  let tracks: NowPlaying[] = [];
  let pages: Pages | null = null;
  const outage = databaseOutage({ clock, logger });
  const files = new StationFolder(stationDir);
  const pictures = new PictureLooks(
    async (file) => (await onStationDisk(() => pictureFault(files, file))) === null,
    clock,
  );
  const machines = opening.use(
    await openMachines({
      db,
      clock,
      logger,
      settings,
      folder,
      databaseOutage: outage,
      isRadioMachine,
      own: {
        station: () => station.current,
        content,
        nowPlaying: () => tracks,
        lastBackup: () => readLastBackup(folder.lastBackup),
        isPicture: (file) => pictures.isPicture(file),
      },
      onChange: () => pages?.forget(),
    }),
  );
  const purge =
    settings.pagePurge === null
      ? null
      : opening.use(
          new PagePurge({
            request: purgeRequests(settings.pagePurge),
            forget: (tags) => pages?.forget(tags),
            clock,
            logger,
          }),
        );
  const purgePages = purge === null ? null : (tags: readonly string[]) => purge.purge(tags);
  // Once is enough: others have what they know of the station from the radio's machine.
  if (purgePages !== null && !isApart)
    opening.use(watchStation({ station, content }, clock, () => purgePages([EVERY_PAGE])));
  const timezone = () => machines.sight.station().timezone;
  const believed = new BelievedNow({ db, clock, logger, journalFolder: folder.journal });
  const opened: OpenedServices = {
    db,
    clock,
    logger,
    settings,
    folder,
    databaseOutage: outage,
    believed,
    purgePages,
    ...machines.sight,
  };
  const { limitStore } = machines;
  const { services, features, table } = opening.use(openFeatures(opened, { limitStore }));
  if (settings.smtpUrl !== null && !isApart)
    opening.use(
      new StationAlerts({
        db,
        clock,
        logger,
        recordFile: join(folder.cache, 'station-alert.json'),
        problems: () => lastingProblems(stationFolder, station),
        recipient: () => alertRecipient(services),
      }),
    );
  const { wakeMail } = services;
  if (wakeMail !== null && isRadioMachine)
    opening.use(
      new BackupAlerts({
        db,
        clock,
        logger,
        lastBackup: folder.lastBackup,
        recordFile: join(folder.cache, 'backup-alert.json'),
        recipient: () => alertRecipient(services),
        wakeMail,
      }),
    );
  const door = new WireDoor({
    table,
    logger,
    limits: services.limits,
    database: outage,
  });
  const pageServices = pageServicesOf(services, door);
  const dev = withHotReload ? opening.use(await openDevPages(ROOT, pageServices)) : null;
  const built = () =>
    openBuiltPages({
      build: opening.use(openBuild(ROOT)),
      services: pageServices,
      origin: settings.origin,
      outside: () => outsideOrigins(settings, services.station(), services.content.podcasts),
      isPurged: purge !== null,
      clock,
    });
  pages = dev ?? (withPages ? await built() : noPages);
  const onRenamed = (slugs: readonly string[]) => purgePages?.(slugs.map(trackTag));
  // A process apart has no catalogue that stands still, by which songs are joined and parted.
  const withCatalogue = !isApart;
  const drain = opening.use(
    new Drain({ db, folder, clock, logger, believed, withCatalogue, database: outage, onRenamed }),
  );
  const charts = opening.use(
    new ChartKeeper({ db, clock, logger, believed, timezone, drain: () => drain.run() }),
  );
  const databaseCheck = new DatabaseCheck(databaseProbes(db, databaseUrl), clock);
  const health = () => databaseCheck.health();
  const onAir = isRadioMachine ? null : (machines.radio ?? { isOnAir: isOnAirHere });
  const { app, sendReady } = createWebApp({ services, features, door, pages, health, onAir, ...machines });
  const guard =
    'port' in at ? opening.use(new PortGuard({ trust: createProxyTrust(settings), clock })) : null;
  const server = opening.use(await openWebServer(app, at, { health }, { dev, sendReady, guard }));
  if (isRadioMachine) opening.use(listenEachMinute(services, features.status.reports, onFinding));
  void charts.run();
  const images = drawnImagesFolder(folder.cache);
  opening.use(keepWithin({ folder: images, maxBytes: DRAWN_IMAGES_BYTES_MAX, clock, logger }));
  const resources = opening.move();
  return {
    port: server.port,
    setNowPlaying: (now) => {
      tracks = now;
      machines.tell();
    },
    drain: () => void drain.run(),
    health: async () => ({ database: await health(), queries: queryFigures(db) }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Those of other machines stand for them. */
const noPages: Pages = {
  fontFaces: '',
  answer: async () => plainAnswer(503, 'The pages of this radio are on other machines.'),
  sendKept: () => false,
  forget() {},
};

/**
 * Has the station's robots listen once a minute [R180]: in the web process of broadcast alone, whose machine is the
 * radio's.
 */
function listenEachMinute(
  { settings, folder }: Services,
  reports: RobotReports,
  onFinding: (finding: Finding) => void,
): MinuteCheck {
  // That of the machine, by which broadcast dates what they hear.
  const clock = systemClock;
  const robots = new StationRobots({ clock, origin: settings.origin, secret: folder.secret });
  return new MinuteCheck({
    clock,
    listen: (pair, signal) => robots.listen(pair, signal),
    failing: () => reports.failing,
    take(finding) {
      onFinding(finding);
      return reports.take(finding);
    },
    failed: (error) => void reports.failed(error),
  });
}

/** The problems that are mailed to the operator, a sentence each. */
function lastingProblems({ absence }: StationFolderWatch, station: StationConfigWatch): string[] {
  if (absence !== null) return [`${absence} ${ABSENCE_REMEDY}`];
  return station.problems.filter(({ isReminder }) => !isReminder).map(formatProblem);
}
