import { networkInterfaces } from 'node:os';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import type { Services } from '#src/features/services.server.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import type { LastBackup } from '#src/platform/last-backup/last-backup.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Outage } from '#src/platform/log/outage.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { storePart, TOLD_PART_NAMES, type ToldPart, type ToldStation } from './told-parts.ts';

/** How often to look for what has changed. */
const TELL_EVERY_MS = 1_000;
/** How often to tell what is there already: somebody may have put back a backup. */
const REPEAT_EVERY_MS = MINUTE_MS;
/** By how much the machine's clock has to move against the database's for that to be told. */
const AHEAD_STEP_MS = 2_000;

interface TellStationOptions {
  db: Database;
  /** That of the database. */
  clock: Clock;
  /** That of this machine, by which titles are dated. */
  machineClock?: Pick<Clock, 'nowMs'>;
  logger: Logger;
  database: Pick<Outage, 'failed' | 'worked'>;
  own: Pick<Services, 'station' | 'content' | 'nowPlaying' | 'isPicture' | 'lastBackup'>;
  /** Where other machines reach this one, now: a network may come, and go, while it runs. */
  addresses: () => readonly string[];
  /** Called when something new was told. */
  onTold(): void;
}

/**
 * Tells the web processes of other machines, by the database, how the station stands: what its folder says and what is
 * on air. Only what has changed is written.
 */
export class TellStation implements AsyncDisposable {
  readonly #options: TellStationOptions;
  readonly #timers: readonly Disposable[];
  /** What each part was made from when it was last told. */
  readonly #told = new Map<ToldPart, object>();
  readonly #runs = new SingleRun(() => this.#tellOrLog());

  #radio: ToldStation['radio'];
  #backup: LastBackup | null = null;
  /** What `told` was made from; `isWhole` once no advert lacks its picture. */
  #config: { readonly of: StationConfig; readonly told: StationConfig; readonly isWhole: boolean } | null =
    null;

  constructor(options: TellStationOptions) {
    this.#options = options;
    this.#radio = { addresses: [...options.addresses()], aheadMs: 0 };
    this.#timers = [
      options.clock.every(TELL_EVERY_MS, () => void this.#runs.join()),
      options.clock.every(REPEAT_EVERY_MS, () => {
        this.#told.clear();
        this.#config = null;
      }),
    ];
    void this.tell();
  }

  /** Tells what has changed. Never rejects. */
  tell(): Promise<void> {
    return this.#runs.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) timer[Symbol.dispose]();
    await this.#runs[Symbol.asyncDispose]();
  }

  async #tellOrLog(): Promise<void> {
    const { database, logger } = this.#options;
    try {
      const written = await this.#tellChanged();
      if (written.length === 0) return;
      database.worked();
      this.#options.onTold();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return database.failed(error.message);
      logger.error(
        { err: error },
        'other web processes may not know the station as it is: check the database',
      );
    }
  }

  async #tellChanged(): Promise<ToldPart[]> {
    const parts = await this.#parts();
    const written: ToldPart[] = [];
    for (const part of TOLD_PART_NAMES) {
      const value = parts[part];
      if (value === null || this.#told.get(part) === value) continue;
      const stored = storePart(value);
      const { numInsertedOrUpdatedRows = 0n } = await this.#options.db
        .insertInto('station_parts')
        .values({ part, ...stored })
        .onConflict((conflict) =>
          conflict.column('part').doUpdateSet(stored).where('station_parts.version', '<>', stored.version),
        )
        .executeTakeFirst();
      this.#told.set(part, value);
      if (numInsertedOrUpdatedRows > 0n) written.push(part);
    }
    return written;
  }

  async #parts(): Promise<Readonly<Record<ToldPart, object | null>>> {
    const { content, nowPlaying, lastBackup } = this.#options.own;
    const backup = await lastBackup();
    // What says the same stays the same: only what has changed is told.
    if (JSON.stringify(backup) !== JSON.stringify(this.#backup)) this.#backup = backup;
    const { schedules, podcasts, biographies, videos, legal } = content;
    const { clock, machineClock = systemClock } = this.#options;
    const aheadMs = machineClock.nowMs() - clock.nowMs();
    if (Math.abs(aheadMs - (this.#radio.aheadMs ?? 0)) >= AHEAD_STEP_MS)
      this.#radio = { ...this.#radio, aheadMs: Math.round(aheadMs) };
    const addresses = this.#options.addresses();
    if (addresses.join() !== this.#radio.addresses.join())
      this.#radio = { ...this.#radio, addresses: [...addresses] };
    // A web process that begins has yet to hear what plays: what was told stays.
    const playing = nowPlaying();
    const rest = { onAir: playing.length === 0 ? null : playing, radio: this.#radio, backup: this.#backup };
    return { config: await this.#toldConfig(), schedules, podcasts, biographies, videos, legal, ...rest };
  }

  /**
   * Without adverts whose picture is missing: other machines have none to look at. What is missing is looked for each
   * time: on a slow disk the first look may end later. What was found stays, for a look may fail.
   */
  async #toldConfig(): Promise<StationConfig> {
    const { station, isPicture } = this.#options.own;
    const config = station();
    const last = this.#config?.of === config ? this.#config : null;
    if (last?.isWhole) return last.told;
    const shown = await Promise.all(
      config.slots.map((slot) => last?.told.slots.includes(slot) || isPicture(slot.image)),
    );
    const slots = config.slots.filter((_, at) => shown[at]);
    if (slots.length === last?.told.slots.length) return last.told;
    const isWhole = slots.length === config.slots.length;
    this.#config = { of: config, told: { ...config, slots }, isWhole };
    return this.#config.told;
  }
}

/**
 * Where the machine's front door answers: where the operator says so, at one address, or at each that the machine has
 * just now, its own loopback first.
 */
export function doorAddresses(settings: Pick<Settings, 'broadcastUrl' | 'host' | 'port'>): string[] {
  const { broadcastUrl, host, port } = settings;
  if (broadcastUrl !== null) return [broadcastUrl];
  const isOpen = host === '0.0.0.0' || host === '::';
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address),
  );
  const hosts = isOpen ? ['127.0.0.1', ...own] : [host];
  return hosts.map((address) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`);
}
