import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { toKeeperSchema } from '#src/broadcast/group/keeper.wire.ts';
import type { Database } from '#src/db/database.ts';
import { openDatabase, openPostgresAsItIs } from '#src/db/open-database.ts';
import { Keeper } from '#src/group/keeper.ts';
import type { Likeness } from '#src/group/likeness.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { captureConsole, createLogger, type Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { tellParent } from '#src/platform/process/tell-parent.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { BelievedNow } from '#src/records/believed/believed-now.ts';
import { Drain } from '#src/records/drain/drain.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import { STATION_FILE } from '#src/station/config/read-station-config.ts';
import { shareSecret } from '#src/web/machines/shared-secret.ts';
import { doorAddresses } from '#src/web/machines/tell-station.ts';
import manifest from '../../package.json' with { type: 'json' };

/** How often to look whether the station folder has changed. */
const LOOK_EVERY_MS = 10_000;

/** `onde keeper`: what broadcast starts in a group, to hold the lock of the machine on the air. Nobody types it. */
export function registerKeeper(program: Command): void {
  program
    .command('keeper', { hidden: true })
    .description('Hold the lock of a group of broadcast machines, as `onde start` does')
    .action(runKeeper);
}

async function runKeeper(): Promise<void> {
  const settings = readSettings(process.env);
  const { broadcastGroup: group, databaseUrl, stationDir, dataDir, origin } = settings;
  if (group === null || databaseUrl === null || process.send === undefined)
    throw new OperatorError(
      'onde keeper is started by broadcast, on a machine that belongs to a group.',
      'Set BROADCAST_GROUP and DATABASE_URL, and start the radio: npm start',
    );
  // Ctrl-C, and a service that is stopped, may reach all processes at once: broadcast says when this one ends [R201].
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const logger = createLogger({ level: settings.logLevel, part: 'keeper' });
  captureConsole(logger);
  const folder = dataFolder(dataDir);
  const clock = systemClock;
  await using resources = new AsyncDisposableStack();
  let drain: Drain | null = null;
  const drainJournal = (db: Database) => {
    const believed = new BelievedNow({ db, clock, logger, journalFolder: folder.journal });
    // The keeper itself tells of a database that is away.
    const database = { failed() {}, worked() {} };
    drain = new Drain({ db, folder, clock, logger, believed, withCatalogue: false, database });
    void drain.run();
  };
  const keeper = resources.use(
    new Keeper({
      group,
      databaseUrl,
      async openDatabase(onMigrating) {
        const db = await openDatabase({ databaseUrl, sqlitePath: folder.database, logger, onMigrating });
        // Broadcast takes it up: what a member of another machine was given counts here, too.
        await shareSecret(db, folder.secret, logger).catch((error) =>
          logger.error(
            { err: error },
            'the secret of the station did not come to this machine, whose streams members may hear with adverts: check DATA_DIR and DATABASE_URL, then start it again',
          ),
        );
        return db;
      },
      openAsItIs: () => openPostgresAsItIs(databaseUrl, logger),
      folder,
      addresses: () => doorAddresses(settings),
      origin,
      likeness: likenessOf(stationDir, folder, logger),
      onStandingBy: (db) => drain ?? drainJournal(db),
      say(message) {
        // Broadcast's own web process drains from now on.
        if (message.type === 'turn') void drain?.[Symbol.asyncDispose]();
        tellParent(message);
      },
      clock,
      logger,
    }),
  );
  resources.defer(() => drain?.[Symbol.asyncDispose]());
  const isAsked = await new Promise<boolean>((resolve) => {
    process.on('message', (received) => {
      const { data } = toKeeperSchema.safeParse(received);
      if (data?.type === 'stop') resolve(true);
      else if (data) keeper.hear(data);
    });
    // Broadcast was killed: whoever stands by may have the lock as soon as this process ends.
    process.once('disconnect', () => resolve(false));
    if (!process.connected) resolve(false);
  });
  if (!isAsked) process.exit();
  await resources.disposeAsync();
  if (process.connected) process.disconnect();
}

/**
 * How the station stands here, read again when one of its files has changed; empty until it was read once. A turn
 * waits for no disk [W203].
 */
function likenessOf(stationDir: string, folder: DataFolder, logger: Logger): () => string {
  let known = { stamp: '', text: '', lookedMs: Number.NEGATIVE_INFINITY };
  const looks = new SingleRun(async () => {
    const nowMs = systemClock.monotonicMs();
    if (nowMs - known.lookedMs < LOOK_EVERY_MS) return;
    const stationFile = join(stationDir, STATION_FILE);
    const stamps = await Promise.all([stampOf(stationFile), stampOf(folder.catalogue)]);
    const stamp = stamps.join(' ');
    if (stamp === known.stamp) known = { ...known, lookedMs: nowMs };
    else
      known = {
        stamp,
        text: JSON.stringify(await readLikeness(stationFile, folder)),
        lookedMs: nowMs,
      };
  });
  const outage = new Outage({
    clock: systemClock,
    logger,
    words: {
      gone: 'the keeper cannot read how the station stands on this machine, and tells the others what it last knew: check the disk and the rights of DATA_DIR',
      back: 'the keeper reads how the station stands on this machine again',
    },
  });
  return () => {
    looks.join().then(
      () => outage.worked(),
      (error: unknown) => outage.failed(String(error)),
    );
    return known.text;
  };
}

async function readLikeness(stationFile: string, folder: DataFolder): Promise<Likeness> {
  const station = await readFile(stationFile, 'utf8').catch(() => '');
  const records = (await readCatalogue(folder)).values();
  const played = [...records]
    .filter(({ placements }) => placements.length > 0)
    .map(({ id, rendering }) => `${id} ${rendering ?? ''}`);
  return {
    version: manifest.version,
    station: hashOf(station),
    media: hashOf(played.sort().join('\n')),
  };
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
