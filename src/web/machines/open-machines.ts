import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { Database } from '#src/db/database.ts';
import type { Services } from '#src/features/services.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Outage } from '#src/platform/log/outage.ts';
import { MemoryLimitStore } from '#src/platform/rate-limit/memory-limit-store.ts';
import type { LimitStore } from '#src/platform/rate-limit/rate-limits.ts';
import { RedisLimitStore } from '#src/platform/rate-limit/redis-limit-store.ts';
import type { RedisLink } from '#src/platform/redis/redis-link.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { FollowedStation } from './followed-station.ts';
import { PROOF_PURPOSE, RadioMachine } from './radio-machine.ts';
import { shareSecret } from './shared-secret.ts';
import { doorAddresses, TellStation } from './tell-station.ts';

/** The station as one web process sees it. */
export type StationSight = Pick<Services, 'station' | 'content' | 'nowPlaying' | 'isPicture' | 'lastBackup'>;

/** How a web process stands among the others of its station. */
export interface Machines extends AsyncDisposable {
  /** The station: by its own folder, or as the radio's machine tells it. */
  readonly sight: StationSight;
  /** Where limits are counted. */
  readonly limitStore: LimitStore;
  /** The radio's machine, when this may be another one. */
  readonly radio: RadioMachine | null;
  /** By which this machine proves to others that it is the radio's; null when there are no others. */
  readonly proofKey: Buffer | null;
  /** Tells the others what is on air now. */
  tell(): void;
}

interface MachinesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Settings;
  readonly folder: DataFolder;
  readonly databaseOutage: Outage;
  /** Whether broadcast runs here, with station folder and media. */
  readonly isRadioMachine: boolean;
  /** What this machine's own folders say. */
  readonly own: StationSight;
  /** Called when the station has changed elsewhere. */
  onChange(): void;
}

/**
 * Finds a web process its place. With the embedded database there is one machine, and nothing to share; with
 * PostgreSQL the processes share a secret, the one beside broadcast tells how the station stands, and the others follow
 * it [W180, W181].
 * @throws {OperatorError} when Redis refuses this station, or the secret cannot be read
 */
export async function openMachines(options: MachinesOptions): Promise<Machines> {
  const { db, clock, logger, settings, folder, databaseOutage, own, isRadioMachine } = options;
  await using opening = new AsyncDisposableStack();
  const isShared = settings.databaseUrl !== null;
  if (isShared) await shareSecret(db, folder.secret, logger);
  const redis = settings.redisUrl === null ? null : opening.use(await openRedis(settings.redisUrl, options));
  const prefix = `onde:${instanceKey(folder.secret, 'names in Redis').toString('hex', 0, 6)}:`;
  const limitStore =
    redis === null
      ? new MemoryLimitStore(clock)
      : new RedisLimitStore({ link: redis, key: instanceKey(folder.secret, 'limits'), prefix, clock });
  const channel = `${prefix}station`;
  const proofKey = isShared ? instanceKey(folder.secret, PROOF_PURPOSE) : null;
  const about = { db, clock, logger, database: databaseOutage };

  const followed =
    isShared && !isRadioMachine
      ? opening.use(await FollowedStation.open({ ...about, onChange: options.onChange }))
      : null;
  if (followed !== null) redis?.listen(channel, () => void followed.look());
  const telling =
    isShared && isRadioMachine
      ? opening.use(
          new TellStation({
            ...about,
            own,
            addresses: () => doorAddresses(settings),
            onTold: () => redis?.send(channel),
          }),
        )
      : null;
  const radio =
    followed === null || proofKey === null
      ? null
      : new RadioMachine({
          address: settings.broadcastUrl,
          told: () => followed.told.radio?.addresses ?? NONE,
          key: proofKey,
          clock,
          logger,
        });
  const resources = opening.move();
  return {
    sight: followed === null ? own : toldSight(followed, own),
    limitStore,
    radio,
    proofKey: isRadioMachine ? proofKey : null,
    tell: () => void telling?.tell(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const NONE: readonly string[] = [];

/** Loaded only where there is a Redis. */
async function openRedis(url: string, { clock, logger }: MachinesOptions): Promise<RedisLink> {
  const { RedisLink } = await import('#src/platform/redis/redis-link.ts');
  return RedisLink.open({ url, clock, logger });
}

/** What the radio's machine tells; what it has not told yet is as this machine's own folders say. */
function toldSight(followed: FollowedStation, own: StationSight): StationSight {
  return {
    station: () => followed.told.config ?? own.station(),
    content: {
      get schedules() {
        return followed.told.schedules ?? own.content.schedules;
      },
      get podcasts() {
        return followed.told.podcasts ?? own.content.podcasts;
      },
      get biographies() {
        return followed.told.biographies ?? own.content.biographies;
      },
      get videos() {
        return followed.told.videos ?? own.content.videos;
      },
      get legal() {
        return followed.told.legal ?? own.content.legal;
      },
    },
    nowPlaying: (): NowPlaying[] => (followed.told.onAir === undefined ? own.nowPlaying() : followed.onAir),
    lastBackup: async () => followed.told.backup ?? (await own.lastBackup()),
    // Adverts without their picture are not told.
    isPicture: async (file) => followed.told.config !== undefined || (await own.isPicture(file)),
  };
}
