import { BEAT_EVERY_MS, type ToKeeper } from '#src/broadcast/group/keeper.wire.ts';
import type { Database } from '#src/db/database.ts';
import { LockSession, refusalOf } from '#src/db/postgres/lock-session.ts';
import type { Outage } from '#src/platform/log/outage.ts';
import { BroadcastLife } from './broadcast-life.ts';
import { ClockGap } from './clock-gap.ts';
import { GroupDatabase } from './group-database.ts';
import { type GroupLook, GroupRows } from './group-rows.ts';
import { JournalPost } from './journal-post.ts';
import type { KeeperOptions } from './keeper-options.ts';
import { LikenessNotice } from './likeness.ts';
import { keepMachineRecord, type MachineRecord, readMachineRecord, sessionName } from './machine-record.ts';
import { databaseOutage, HolderQuestion, WithoutDatabase, waitForNext } from './other-machines.ts';
import { ToldCopy } from './told-copy.ts';
import { isAwaited, isMissed, isTakenOver, standbyStep } from './turn.ts';

/**
 * Holds the lock of a group while broadcast on this machine is on the air, and waits for it otherwise [W187, W189]. It
 * hands what is played to the database, and what others play to the files of this machine.
 */
export class Keeper implements AsyncDisposable {
  readonly #options: KeeperOptions;
  readonly #record: MachineRecord;
  readonly #broadcast: BroadcastLife;
  readonly #outage: Outage;
  readonly #gap: ClockGap;
  readonly #likeness: LikenessNotice;
  readonly #question: HolderQuestion;
  readonly #alone: WithoutDatabase;
  readonly #post: JournalPost;
  readonly #told: ToldCopy;
  readonly #database: GroupDatabase;
  #session: LockSession | null = null;
  /** The one by which the journal goes since the session was opened. */
  #db: Database | null = null;
  #role: 'unknown' | 'standby' | 'on-air' | 'passing-on' | 'over' = 'unknown';
  /** When broadcast asked for it that the turn is passed on. */
  #passOnMs = Number.NEGATIVE_INFINITY;
  #hasLock = false;
  /** How long the database has been there without a break; null while it is away. */
  #reached: { sinceMs: number; hasSeenHolder: boolean } | null = null;
  readonly #timer: Disposable;
  #round: Promise<void> | null = null;
  #hasStoodBy = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    const { clock, logger, folder } = options;
    this.#record = readMachineRecord(folder.groupRecord, folder.root);
    this.#broadcast = new BroadcastLife(clock);
    this.#outage = databaseOutage(options);
    this.#gap = new ClockGap(logger);
    this.#likeness = new LikenessNotice(logger, clock);
    this.#question = new HolderQuestion(options);
    this.#alone = new WithoutDatabase(options);
    this.#database = new GroupDatabase({ ...options, onLateFailure: (error) => this.#refuse(error) });
    this.#post = new JournalPost({
      ...options,
      machine: this.#record.machine,
      onStandingBy: (db) => void (db === this.#database.whole && options.onStandingBy(db)),
    });
    this.#told = new ToldCopy(folder.toldSegments, logger);
    options.say({ type: 'place', machine: this.#record.machine, epoch: this.#record.epoch });
    this.#timer = clock.every(BEAT_EVERY_MS, () => this.#beat());
  }

  /** Takes what broadcast says. */
  hear(message: Exclude<ToKeeper, { type: 'stop' }>): void {
    if (message.type === 'alive') {
      this.#broadcast.heard(message.isOnAir);
      if (this.#role === 'unknown') {
        this.#role = message.isOnAir ? 'on-air' : 'standby';
        this.#beat();
      }
    } else if (message.type === 'play') this.#post.play(message.entry);
    else if (this.#role === 'on-air' || this.#role === 'passing-on') {
      this.#role = 'passing-on';
      this.#passOnMs = this.#options.clock.monotonicMs();
    } else this.#options.say({ type: 'passed-on', isTaken: false });
  }

  /** Lets go of the turn and of the lock. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    const wasOnAir = this.#role === 'on-air' || this.#role === 'passing-on';
    this.#role = 'over';
    await this.#round;
    if (wasOnAir) await this.#release().catch(() => {});
    await this.#post.settled();
    this.#session?.close();
    await this.#database[Symbol.asyncDispose]();
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
    await (this.#role === 'standby' ? this.#standBy(session) : this.#stayOnAir(session));
    this.#outage.worked();
  }

  async #connect(): Promise<LockSession> {
    const { databaseUrl, group, say } = this.#options;
    if (this.#session?.isLost) this.#session = null;
    if (this.#session === null) {
      this.#hasLock = false;
      this.#reached = null;
      this.#db = null;
      this.#told.lost();
      this.#session = await LockSession.open(databaseUrl, {
        lock: group,
        name: sessionName(this.#record.machine),
        // Another machine may have taken the turn while this one stood still.
        onLost: () => this.#beat(),
      });
    }
    const db = await this.#database.open();
    if (db !== this.#db) {
      this.#db = db;
      this.#post.open(db);
      if (db === this.#database.whole) say({ type: 'taken-in' });
    }
    return this.#session;
  }

  async #standBy(session: LockSession): Promise<void> {
    const rows = this.#rows(session);
    await rows.present(this.#options.addresses(), this.#options.likeness());
    const look = await this.#look(rows);
    // One that was killed on the air is no longer the last that was there.
    if (this.#record.isOnAir && isTakenOver(this.#record, look.holder))
      await this.#remember({ isOnAir: false });
    this.#likeness.compare(this.#options.likeness(), look);
    const nowMs = this.#options.clock.monotonicMs();
    this.#reached ??= { sinceMs: nowMs, hasSeenHolder: false };
    if (this.#question.isHeardOf(look.holder)) this.#reached.hasSeenHolder = true;
    const { sinceMs, hasSeenHolder } = this.#reached;
    const reached = { forMs: nowMs - sinceMs, hasSeenHolder, hasStoodBy: this.#hasStoodBy };
    const step = standbyStep(look.holder, this.#record.machine, reached);
    this.#post.follow(look.nowMs);
    if (step === 'wait' && !this.#hasStoodBy) {
      this.#hasStoodBy = true;
      this.#options.logger.info('this machine stands by: another one of its group is on the air');
    }
    if (step === 'wait' || !this.#broadcast.isAlive) return;
    if (step === 'ask' && look.holder !== null && (await this.#question.playsOn(look))) return;
    await this.#takeTurn(session, rows, look);
  }

  async #takeTurn(session: LockSession, rows: GroupRows, { holder, nowMs }: GroupLook): Promise<void> {
    const { clock, logger } = this.#options;
    const { machine } = this.#record;
    if (!(await session.tryLock())) {
      // The server may not know yet that its owner is gone: the next round finds the lock free.
      const isLeft = holder !== null && (holder.machine === machine || isMissed(holder));
      if (isLeft) await session.endHolder(sessionName(holder.machine));
      return;
    }
    const turn = await rows.take(holder, clock.nowMs());
    if (turn === null) return await session.unlock();
    this.#hasLock = true;
    // One that it began to take, when the database went away, is still the other machine's for all that it has here.
    const isOwn = holder === null || (holder.machine === machine && holder.epoch <= this.#record.epoch);
    // What the other machine played last, before broadcast reads the files.
    await this.#post.followToEnd(nowMs, isOwn);
    if (!isOwn && turn.toldSegments !== null) await this.#told.put(turn.toldSegments);
    session.requireOpen();
    this.#role = 'on-air';
    await this.#remember({ epoch: turn.epoch, isOnAir: true });
    logger.info({ epoch: turn.epoch }, 'this machine has the turn of its group and goes on the air');
    this.#giveTurn(isOwn ? 0 : this.#gap.jumpMs);
  }

  async #stayOnAir(session: LockSession): Promise<void> {
    const rows = this.#rows(session);
    // Who takes over ends this session first: while broadcast hangs the lock is left to that one.
    if (!this.#hasLock && !(this.#broadcast.isHeard && (await session.tryLock())))
      return await this.#recover(session, rows);
    this.#hasLock = true;
    if (!this.#broadcast.isHeard) return;
    const told = await this.#told.news();
    const beat = [this.#record.epoch, this.#options.clock.nowMs(), told?.text ?? null] as const;
    if (!(await rows.beat(...beat))) {
      if (!(await rows.keep(...beat))) return await this.#lose();
      // What was played and told lately may be lost with it.
      this.#told.lost();
      if (this.#db !== null) this.#post.open(this.#db);
    } else if (told !== null) this.#told.taken(told);
    await rows.present(this.#options.addresses(), this.#options.likeness());
    const look = await this.#look(rows);
    this.#post.send(look.nowMs);
    if (this.#role === 'passing-on') await this.#passOn(rows, look);
  }

  /** Somebody else may have the lock: another machine, or what is left of this one's last connection. */
  async #recover(session: LockSession, rows: GroupRows): Promise<void> {
    if (isTakenOver(this.#record, (await this.#look(rows)).holder)) return await this.#lose();
    await session.endHolder(sessionName(this.#record.machine));
  }

  async #passOn(rows: GroupRows, look: GroupLook): Promise<void> {
    const { say, logger, clock, group } = this.#options;
    await this.#post.settled();
    // With the database away it comes to this long after broadcast has said that everything stays as it was.
    const isInTime = isAwaited(clock.monotonicMs() - this.#passOnMs);
    const hasOthers = isInTime && look.others.some((other) => !isMissed(other));
    if (hasOthers) await this.#release();
    const next = hasOthers ? await waitForNext(rows, { machine: this.#record.machine, group, clock }) : null;
    if (next === null) {
      this.#role = 'on-air';
      say({ type: 'passed-on', isTaken: false });
      return;
    }
    logger.info({ machine: next }, 'another machine of the group has taken over');
    this.#role = 'over';
    say({ type: 'passed-on', isTaken: true });
    say({ type: 'lost' });
    // Last, for a disk that hangs must not have both on the air.
    await this.#remember({ isOnAir: false });
  }

  async #release(): Promise<void> {
    if (this.#session === null || !this.#hasLock) return;
    await this.#rows(this.#session).release(this.#record.epoch);
    await this.#session.unlock();
    this.#hasLock = false;
  }

  async #lose(): Promise<void> {
    if (this.#role === 'over') return;
    if (this.#role === 'passing-on') this.#options.say({ type: 'passed-on', isTaken: true });
    this.#role = 'over';
    this.#options.logger.warn(
      'another machine of the group has taken over while this one was out of reach; this one falls silent and stands by',
    );
    this.#options.say({ type: 'lost' });
    await this.#remember({ ...this.#record, isOnAir: false });
  }

  /** No database: who is on the air stays there unless another machine says that it is, and nobody takes over. */
  async #failed(error: unknown): Promise<void> {
    this.#reached = null;
    this.#hasLock = false;
    this.#session?.close();
    this.#session = null;
    if (this.#role === 'over') return;
    this.#outage.failed(error instanceof Error ? error.message : String(error));
    this.#refuse(error);
    if (!this.#broadcast.isAlive) return;
    const step = await this.#alone.step(this.#record, this.#role === 'standby');
    if (step === 'fall-silent') await this.#lose();
    if (step !== 'go-on') return;
    this.#options.logger.warn(
      'no database says whose turn it is; this machine was on the air last, and goes on: check the database',
    );
    this.#role = 'on-air';
    this.#giveTurn(0);
  }

  #giveTurn(aheadMs: number): void {
    this.#broadcast.hasTurn();
    this.#options.say({ type: 'turn', epoch: this.#record.epoch, aheadMs });
  }

  #refuse(error: unknown): void {
    const refusal = this.#role === 'standby' && !this.#record.isOnAir ? refusalOf(error) : null;
    if (refusal !== null) this.#options.say({ type: 'refused', ...refusal });
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

  #rows(session: LockSession): GroupRows {
    return new GroupRows(session, this.#options.group, this.#record.machine);
  }
}
