import { BEAT_EVERY_MS, type FromKeeper, type ToKeeper } from '#src/broadcast/group/keeper.wire.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { isRefusedByPostgres, LockSession } from '#src/db/postgres/lock-session.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { askMachines } from './ask-machines.ts';
import { ClockGap } from './clock-gap.ts';
import { type GroupLook, GroupRows, type MachineRow } from './group-rows.ts';
import { JournalCopy } from './journal-copy.ts';
import { LikenessNotice } from './likeness.ts';
import { keepMachineRecord, type MachineRecord, readMachineRecord } from './machine-record.ts';
import { goesOnWithoutDatabase, hasLost, MISSED_AFTER_MS, playsOn, standbyStep } from './turn.ts';

/** A broadcast that has said nothing for so long is not believed to be on the air. */
const ALIVE_MAX_MS = 1_000;
/** How long a start waits for the database before it looks for itself. */
const START_MAX_MS = 3_000;
/** How often those machines are asked that may have taken over, or play on without the database. */
const ASK_EVERY_MS = 1_000;

/** How long the next machine has to take the turn and to open its streams; less than broadcast waits for it. */
const TAKEN_WITHIN_MS = 3_500;
const PAUSE_MS = 50;

interface KeeperOptions {
  group: string;
  databaseUrl: string;
  /** The database for all that may take its time; opened anew until it can be. */
  openDatabase: () => Promise<Database>;
  /** Where the journal lies, and what this machine knows of itself. */
  folder: { root: string; journal: string; groupRecord: string };
  /** Where other machines reach this one. */
  addresses: readonly string[];
  /** The station's public address, at which the machine answers that listeners hear. */
  origin: string;
  likeness: () => Promise<string>;
  /** Called while another machine is on the air: what this one still has is to be taken into the database. */
  onStandingBy: (db: Database) => void;
  say: (message: FromKeeper) => void;
  clock: Clock;
  logger: Logger;
}

/**
 * Holds the lock of a group while broadcast on this machine is on the air, and waits for it otherwise [W187, W189]. It
 * hands what is played to the database, and what others play to the files of this machine.
 */
export class Keeper implements AsyncDisposable {
  readonly #options: KeeperOptions;
  readonly #record: MachineRecord;
  readonly #outage: Outage;
  readonly #gap: ClockGap;
  readonly #likeness: LikenessNotice;
  #session: LockSession | null = null;
  #db: Database | null = null;
  #copy: JournalCopy | null = null;
  #role: 'unknown' | 'standby' | 'on-air' | 'passing-on' | 'over' = 'unknown';
  #hasLock = false;
  #aliveMs = Number.NEGATIVE_INFINITY;
  /** How long the database has been there without a break; null while it is away. */
  #reached: { sinceMs: number; hasSeenHolder: boolean } | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;
  #sweptMs = Number.NEGATIVE_INFINITY;
  #waiting: JournalEntry[] = [];
  #isBehind = true;
  #copying: Promise<void> = Promise.resolve();
  #isCopying = false;
  readonly #startedMs: number;
  readonly #timer: Disposable;
  #round: Promise<void> | null = null;
  #isTold = false;
  #isToldToHoldBack = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    const { clock, logger, folder } = options;
    this.#record = readMachineRecord(folder.groupRecord, folder.root);
    this.#outage = new Outage({
      clock,
      logger,
      words: {
        gone: 'the database of this machine’s group does not answer; who is on the air plays on, and nobody takes over: check the database and the way to it',
        back: 'the database of this machine’s group answers again',
      },
    });
    this.#gap = new ClockGap(logger);
    this.#likeness = new LikenessNotice(logger, clock);
    this.#startedMs = clock.monotonicMs();
    options.say({ type: 'place', machine: this.#record.machine, epoch: this.#record.epoch });
    this.#timer = clock.every(BEAT_EVERY_MS, () => this.#beat());
  }

  /** Takes what broadcast says. */
  hear(message: ToKeeper): void {
    if (message.type === 'alive') {
      this.#aliveMs = this.#options.clock.monotonicMs();
      if (this.#role === 'unknown') {
        this.#role = message.isOnAir ? 'on-air' : 'standby';
        this.#beat();
      }
    } else if (message.type === 'play') {
      this.#waiting.push(message.entry);
      this.#sendPlays();
    } else if (this.#role === 'on-air') this.#role = 'passing-on';
    else this.#options.say({ type: 'passed-on', isTaken: false });
  }

  /** Lets go of the turn and of the lock. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    const wasOnAir = this.#role === 'on-air' || this.#role === 'passing-on';
    this.#role = 'over';
    await this.#round;
    if (wasOnAir) await this.#release().catch(() => {});
    await this.#copying;
    this.#session?.close();
    await this.#db?.destroy();
  }

  #beat(): void {
    this.#round ??= this.#act()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#round = null;
      });
  }

  async #act(): Promise<void> {
    if (this.#role === 'unknown' || this.#role === 'over') return;
    const session = await this.#connect();
    if (this.#role === 'standby') await this.#standBy(session);
    else await this.#stayOnAir(session);
    this.#outage.worked();
  }

  async #connect(): Promise<LockSession> {
    const { databaseUrl, group, openDatabase, folder } = this.#options;
    if (this.#session?.isLost) this.#session = null;
    if (this.#session === null) {
      this.#hasLock = false;
      this.#reached = null;
      const { machine } = this.#record;
      this.#session = await LockSession.open(databaseUrl, {
        lock: group,
        name: nameOf(machine),
        // Another machine may have taken the turn while this one stood still.
        onLost: () => this.#beat(),
      });
      this.#isBehind = true;
    }
    this.#db ??= await openDatabase();
    this.#copy ??= new JournalCopy({
      db: this.#db,
      group,
      machine: this.#record.machine,
      folder: folder.journal,
    });
    return this.#session;
  }

  async #standBy(session: LockSession): Promise<void> {
    const { clock } = this.#options;
    const { machine } = this.#record;
    const rows = this.#rows(session);
    await rows.present(this.#options.addresses, await this.#options.likeness());
    const look = await this.#look(rows);
    this.#likeness.compare(await this.#options.likeness(), look);
    const nowMs = clock.monotonicMs();
    this.#reached ??= { sinceMs: nowMs, hasSeenHolder: false };
    if (look.holder !== null && look.holder.silentMs < MISSED_AFTER_MS) this.#reached.hasSeenHolder = true;
    const { sinceMs, hasSeenHolder } = this.#reached;
    const step = standbyStep(look.holder, machine, { forMs: nowMs - sinceMs, hasSeenHolder });
    this.#follow(look.nowMs);
    if (step === 'wait') this.#tellOnce();
    if (step === 'wait' || !this.#isAlive()) return;
    if (step === 'ask' && look.holder !== null && (await this.#holderPlaysOn(look))) return;
    await this.#takeTurn(session, rows, look);
  }

  #tellOnce(): void {
    if (!this.#isTold)
      this.#options.logger.info('this machine stands by: another one of its group is on the air');
    this.#isTold = true;
  }

  /** Whether the holder answers that it is on the air: it is cut off from the database alone. */
  async #holderPlaysOn({ holder, others }: GroupLook): Promise<boolean> {
    if (holder === null) return false;
    const addresses = others.find(({ machine }) => machine === holder.machine)?.addresses ?? [];
    const heard = await askMachines([...addresses, this.#options.origin], this.#options.group);
    const isThere = playsOn(holder, heard);
    if (isThere && !this.#isToldToHoldBack)
      this.#options.logger.warn(
        'the machine on the air no longer reaches the database and plays on; this one stands by: check its way to the database',
      );
    this.#isToldToHoldBack = isThere;
    return isThere;
  }

  async #takeTurn(session: LockSession, rows: GroupRows, { holder, nowMs }: GroupLook): Promise<void> {
    const { clock, say, logger } = this.#options;
    const { machine } = this.#record;
    if (!(await session.tryLock())) {
      // The server may not know yet that its owner is gone: the next round finds the lock free.
      const isLeft = holder !== null && (holder.machine === machine || holder.silentMs >= MISSED_AFTER_MS);
      if (isLeft) await session.endHolder(nameOf(holder.machine));
      return;
    }
    const epoch = await rows.take(holder, clock.nowMs());
    if (epoch === null) return await session.unlock();
    this.#hasLock = true;
    const isOwn = holder === null || holder.machine === machine;
    // What the other machine played last, before broadcast reads the files.
    await this.#copying;
    if (!isOwn) await this.#copy?.follow(nowMs);
    this.#role = 'on-air';
    this.#isBehind = true;
    await this.#remember({ epoch, isOnAir: true });
    logger.info({ epoch }, 'this machine has the turn of its group and goes on the air');
    say({ type: 'turn', epoch, aheadMs: isOwn ? 0 : this.#gap.jumpMs });
  }

  async #stayOnAir(session: LockSession): Promise<void> {
    const { clock } = this.#options;
    const { epoch } = this.#record;
    const rows = this.#rows(session);
    if (!this.#hasLock) {
      if (!(await session.tryLock())) return await this.#recover(session, rows);
      this.#hasLock = true;
    }
    if (!this.#isAlive()) return;
    if (!(await rows.beat(epoch, clock.nowMs()))) return await this.#lose();
    await rows.present(this.#options.addresses, await this.#options.likeness());
    const look = await this.#look(rows);
    this.#sendPlays();
    if (this.#role === 'passing-on') await this.#passOn(rows, look);
  }

  /** Somebody else has the lock: another machine, or what is left of this one's last connection. */
  async #recover(session: LockSession, rows: GroupRows): Promise<void> {
    const { machine, epoch } = this.#record;
    const { holder } = await this.#look(rows);
    if (holder !== null && holder.machine !== machine && holder.epoch > epoch) return await this.#lose();
    await session.endHolder(nameOf(machine));
  }

  async #passOn(rows: GroupRows, look: GroupLook): Promise<void> {
    const { say, logger, clock } = this.#options;
    const { machine } = this.#record;
    if (!look.others.some(({ silentMs }) => silentMs < MISSED_AFTER_MS)) {
      this.#role = 'on-air';
      say({ type: 'passed-on', isTaken: false });
      return;
    }
    await this.#copying;
    await this.#release();
    const untilMs = clock.monotonicMs() + TAKEN_WITHIN_MS;
    let next: string | null = null;
    while (clock.monotonicMs() < untilMs) {
      const { holder, others } = await rows.look();
      const row = others.find((one) => one.machine === holder?.machine);
      next = holder !== null && holder.machine !== machine ? holder.machine : null;
      // It has the turn at once, and is on the air when its streams are open: until then they are heard here.
      if (holder !== null && row !== undefined && (await this.#isOnAir(row, holder.epoch))) break;
      await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve));
    }
    if (next === null) {
      this.#role = 'on-air';
      say({ type: 'passed-on', isTaken: false });
      return;
    }
    logger.info({ machine: next }, 'another machine of the group has taken over');
    await this.#remember({ isOnAir: false });
    this.#role = 'over';
    say({ type: 'passed-on', isTaken: true });
    say({ type: 'lost' });
  }

  async #isOnAir({ machine, addresses }: MachineRow, epoch: number): Promise<boolean> {
    const heard = await askMachines(addresses, this.#options.group);
    return heard.some((one) => one.machine === machine && one.isOnAir && one.epoch === epoch);
  }

  async #release(): Promise<void> {
    if (this.#session === null || !this.#hasLock) return;
    await this.#rows(this.#session).release(this.#record.epoch);
    await this.#session.unlock();
    this.#hasLock = false;
  }

  async #lose(): Promise<void> {
    if (this.#role === 'over') return;
    this.#role = 'over';
    this.#options.logger.warn(
      'another machine of the group has taken over while this one was out of reach; this one falls silent and stands by',
    );
    await this.#remember({ ...this.#record, isOnAir: false });
    this.#options.say({ type: 'lost' });
  }

  /** No database: who is on the air stays there unless another machine says that it is, and nobody takes over. */
  async #failed(error: unknown): Promise<void> {
    const { say, clock, group, origin, logger } = this.#options;
    this.#reached = null;
    this.#hasLock = false;
    this.#session?.close();
    this.#session = null;
    if (this.#role === 'over') return;
    this.#outage.failed(error instanceof Error ? error.message : String(error));
    const isNew = this.#role === 'standby';
    if (isNew && !this.#record.isOnAir && (error instanceof OperatorError || isRefusedByPostgres(error)))
      say({ type: 'refused', ...refusal(error) });
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#askedMs < ASK_EVERY_MS || !this.#isAlive()) return;
    if (isNew && (!this.#record.isOnAir || nowMs - this.#startedMs < START_MAX_MS)) return;
    this.#askedMs = nowMs;
    const heard = await askMachines([...this.#record.neighbours, origin], group);
    const { machine, epoch, isOnAir } = this.#record;
    if (!isNew) {
      if (hasLost({ machine, epoch }, heard)) await this.#lose();
      return;
    }
    if (!goesOnWithoutDatabase({ machine, wasOnAir: isOnAir }, heard)) return;
    logger.warn(
      'no database says whose turn it is; this machine was on the air last, and goes on: check the database',
    );
    this.#role = 'on-air';
    say({ type: 'turn', epoch, aheadMs: 0 });
  }

  async #look(rows: GroupRows): Promise<GroupLook> {
    const askedMs = this.#options.clock.nowMs();
    const look = await rows.look();
    this.#gap.measured(look.holderAheadMs, askedMs - look.nowMs);
    const neighbours = look.others.flatMap(({ addresses }) => addresses);
    if (JSON.stringify(neighbours) !== JSON.stringify(this.#record.neighbours))
      await this.#remember({ ...this.#record, neighbours });
    return look;
  }

  async #remember(change: Partial<MachineRecord>): Promise<void> {
    Object.assign(this.#record, change);
    await keepMachineRecord(this.#options.folder.groupRecord, this.#record);
  }

  #follow(nowMs: number): void {
    const { onStandingBy } = this.#options;
    this.#copyWith(async (copy, db) => {
      if (this.#isBehind) await copy.sendMissing(nowMs);
      this.#isBehind = false;
      await copy.follow(nowMs);
      onStandingBy(db);
    });
  }

  #sendPlays(): void {
    if (this.#waiting.length === 0 && !this.#isBehind) return;
    this.#copyWith(async (copy) => {
      const sent = this.#waiting.slice();
      await copy.send(sent);
      this.#waiting.splice(0, sent.length);
      const nowMs = this.#options.clock.nowMs();
      if (this.#isBehind) await copy.sendMissing(nowMs);
      this.#isBehind = false;
      if (nowMs - this.#sweptMs < HOUR_MS) return;
      this.#sweptMs = nowMs;
      await copy.sweep(nowMs);
    });
  }

  /** One at a time; a failure is tried again with the next round. */
  #copyWith(work: (copy: JournalCopy, db: Database) => Promise<void>): void {
    const [copy, db] = [this.#copy, this.#db];
    if (this.#isCopying || copy === null || db === null) return;
    this.#isCopying = true;
    this.#copying = work(copy, db)
      .catch((error: unknown) => {
        this.#isBehind = true;
        this.#options.logger.debug({ err: error }, 'the journal could not be copied, and will be');
      })
      .finally(() => {
        this.#isCopying = false;
      });
  }

  #isAlive(): boolean {
    return this.#options.clock.monotonicMs() - this.#aliveMs <= ALIVE_MAX_MS;
  }

  #rows(session: LockSession): GroupRows {
    return new GroupRows(session, this.#options.group, this.#record.machine);
  }
}

/** By which the sessions of a machine are known to the server. */
function nameOf(machine: string): string {
  return `onde keeper ${machine}`;
}

function refusal(error: unknown): { message: string; remedy: string } {
  if (error instanceof OperatorError) return { message: error.message, remedy: error.remedy };
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return {
    message: `The database of BROADCAST_GROUP refuses this machine: ${reason}.`,
    remedy: 'See that the database exists, and that DATABASE_URL carries the right name and password.',
  };
}
