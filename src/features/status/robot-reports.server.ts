import { MINUTE_MS } from '#src/contract/durations.ts';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { ROBOTS_SILENT_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { Services } from '#src/features/services.server.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { type Finding, problemSchema, robotSchema } from '#src/robots/finding.wire.ts';
import type { Pair } from '#src/robots/watch/rounds.ts';
import { type Trouble, TroubleState } from '#src/robots/watch/trouble-state.ts';
import {
  endTrouble,
  lastFindingMs,
  lastingTroubles,
  type RecordedTrouble,
  recordFinding,
  recordTrouble,
} from './robot-records.server.ts';
import { type ToldTroubles, TROUBLE_KIND } from './trouble-mail.server.ts';

/** [R182] Mails follow each other after this time at the earliest; what is wrong first is mailed at once. */
const ROBOT_MAIL_EVERY_MS = 10 * MINUTE_MS;
/** The robots' own trouble. */
const ROBOTS_DOWN = { streamId: '', robot: '', problem: 'robots_down' } as const;

type ReportServices = Pick<Services, 'db' | 'clock' | 'logger' | 'station' | 'wakeMail'> & {
  /** Who is mailed; '' for nobody. */
  recipient(): string;
};

/**
 * Takes what the robots hear: writes it down, tells trouble from chance, says it in the log and by mail, once when it
 * begins and once when it is over [R182]. Robots that do not listen are a trouble of their own [R183].
 */
export class RobotReports {
  readonly #services: ReportServices;
  #state: TroubleState | null = null;
  /** By a clock that nobody sets. */
  #heardMs: number;
  /** That the robots do not listen, and whether it is written down; null while they do. */
  #down: { trouble: RecordedTrouble; isRecorded: boolean } | null = null;

  constructor(services: ReportServices) {
    this.#services = services;
    this.#heardMs = services.clock.monotonicMs();
  }

  /** What is to be listened to again in the next minute. */
  get failing(): readonly Pair[] {
    return this.#state?.failing ?? [];
  }

  async take(finding: Finding): Promise<void> {
    const { db, clock, station } = this.#services;
    this.#state ??= await this.#open();
    await recordFinding(db, finding, dayAt(finding.atMs, station().timezone));
    this.#heardMs = clock.monotonicMs();
    if (this.#down !== null) {
      const { trouble, isRecorded } = this.#down;
      // What kept them from being heard may have kept that from being written down, too.
      if (isRecorded) await endTrouble(db, { ...ROBOTS_DOWN, untilMs: finding.atMs });
      else await recordTrouble(db, { ...trouble, untilMs: finding.atMs });
      this.#down = null;
      this.#services.logger.info('the robots of this station listen again');
    }
    const { began, ended } = this.#state.take(finding);
    if (began || ended)
      await db
        .transaction()
        .execute(async (trx) => {
          if (ended) await endTrouble(trx, { ...ended.trouble, untilMs: ended.untilMs });
          if (began) await recordTrouble(trx, { ...began, untilMs: null });
        })
        .catch((error: unknown) => {
          // What is not written down has not begun, or is not over: the next finding reads how it stands.
          this.#state = null;
          throw error;
        });
    if (began) this.#sayBegin(began);
    else if (ended) this.#sayEnd(ended.trouble, ended.untilMs);
    await this.#tell();
  }

  /** The robots could not listen, or what they heard could not be written down. Never rejects. */
  async failed(error: unknown): Promise<void> {
    const { db, clock, logger } = this.#services;
    logger.debug({ err: error }, 'the robots could not listen');
    const silentMs = clock.monotonicMs() - this.#heardMs;
    if (silentMs < ROBOTS_SILENT_MS) return;
    if (this.#down === null) {
      const detail = error instanceof Error ? error.message : String(error);
      logger.warn(
        { reason: detail },
        'the robots of this station have heard nothing for minutes, so nobody notices what listeners suffer: the reason says what to mend',
      );
      const trouble = { ...ROBOTS_DOWN, detail, sinceMs: clock.nowMs() - silentMs, untilMs: null };
      this.#down = { trouble, isRecorded: false };
    }
    if (this.#down.isRecorded) return;
    try {
      await recordTrouble(db, this.#down.trouble);
      this.#down.isRecorded = true;
      await this.#tell();
    } catch (failure) {
      logger.debug({ err: failure }, 'that could not be written down');
    }
  }

  /** Goes on with what another process wrote down; if none listened for a while, that was a trouble. */
  async #open(): Promise<TroubleState> {
    const { db, clock } = this.#services;
    const lasting = await lastingTroubles(db);
    const trouble = lasting.find(({ streamId }) => streamId === '');
    if (trouble !== undefined) this.#down = { trouble, isRecorded: true };
    const nowMs = clock.nowMs();
    const heardMs = await lastFindingMs(db, nowMs);
    if (this.#down === null && heardMs !== null && nowMs - heardMs > ROBOTS_SILENT_MS) {
      const detail = 'Onde was off, or its pages were away';
      await recordTrouble(db, { ...ROBOTS_DOWN, detail, sinceMs: heardMs, untilMs: nowMs });
    }
    return new TroubleState(lasting.flatMap(readTrouble));
  }

  #sayBegin({ streamId, robot, problem, detail }: Trouble): void {
    this.#services.logger.warn(
      { streamId, robot, problem, detail },
      'the robots of this station hear what listeners suffer from on a stream: onde watch says how it is now, the lines above may say why',
    );
  }

  #sayEnd({ streamId, robot, problem, sinceMs }: Trouble, untilMs: number): void {
    // Less than none where the clock was set back since.
    const minutes = Math.max(0, Math.round((untilMs - sinceMs) / MINUTE_MS));
    this.#services.logger.info(
      { streamId, robot, problem, minutes },
      'the robots of this station hear a stream as it should be again',
    );
  }

  /** Orders the mail that is due; what is told is written down with it. */
  async #tell(): Promise<void> {
    const { db, clock, logger, recipient, wakeMail } = this.#services;
    const nowMs = clock.nowMs();
    const isOrdered = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('troubles')
        .selectAll()
        .where((eb) => eb.or([eb('told_ms', 'is', null), eb('end_told_ms', 'is', null)]))
        .orderBy('since_ms')
        .orderBy('id')
        .execute();
      const begun = rows.filter((row) => row.told_ms === null);
      const ended = rows.filter((row) => row.told_ms !== null && row.until_ms !== null);
      if (begun.length + ended.length === 0) return false;
      const isMailed = wakeMail !== null && recipient() !== '';
      const { mailedMs, endMailedMs } = await trx
        .selectFrom('troubles')
        .select(({ fn }) => [fn.max('told_ms').as('mailedMs'), fn.max('end_told_ms').as('endMailedMs')])
        .executeTakeFirstOrThrow();
      const isSoonAfter = (ms: number | null) =>
        ms !== null && Math.abs(nowMs - Number(ms)) < ROBOT_MAIL_EVERY_MS;
      // What many robots heard ends one by one.
      const isSoon = isSoonAfter(mailedMs) || (begun.length === 0 && isSoonAfter(endMailedMs));
      const isAllOver = rows.every((row) => row.until_ms !== null);
      if (isMailed && isSoon && !(ended.length > 0 && isAllOver)) return false;
      const over = [...begun, ...ended].filter((row) => row.until_ms !== null).map(({ id }) => id);
      // What nobody could be told is told once there is somebody, if it lasts until then.
      const told = isMailed ? begun : begun.filter((row) => row.until_ms !== null);
      if (told.length > 0)
        await trx
          .updateTable('troubles')
          .set({ told_ms: nowMs })
          .where(
            'id',
            'in',
            told.map(({ id }) => id),
          )
          .execute();
      if (over.length > 0)
        await trx.updateTable('troubles').set({ end_told_ms: nowMs }).where('id', 'in', over).execute();
      if (!isMailed) return false;
      const payload: ToldTroubles = {
        begun: begun.map((row) => toldOf(row, nowMs)),
        ended: ended.map((row) => toldOf(row, nowMs)),
        isAllOver,
      };
      await orderMail(trx, nowMs, {
        kind: TROUBLE_KIND,
        userId: null,
        payload,
        language: DEFAULT_LANGUAGE,
        dedupeKey: null,
      });
      return true;
    });
    if (!isOrdered) return;
    logger.info('Onde mails the operator what its robots hear');
    wakeMail?.();
  }
}

/** What the mail says of a trouble: one that a clock ahead has dated began no later than it ended, or than now. */
function toldOf(
  row: {
    stream_id: StreamId | '';
    robot: string;
    problem: string;
    detail: string;
    since_ms: number;
    until_ms: number | null;
  },
  nowMs: number,
) {
  const { stream_id: streamId, robot, problem, detail, since_ms, until_ms: untilMs } = row;
  return { streamId, robot, problem, detail, sinceMs: Math.min(since_ms, untilMs ?? nowMs), untilMs };
}

/** A trouble as the state knows it; none where an earlier version wrote what this one does not know. */
function readTrouble({ streamId, robot, problem, detail, sinceMs }: RecordedTrouble): Trouble[] {
  const known = { robot: robotSchema.safeParse(robot), problem: problemSchema.safeParse(problem) };
  if (streamId === '' || !known.robot.success || !known.problem.success) return [];
  return [{ streamId, robot: known.robot.data, problem: known.problem.data, detail, sinceMs }];
}
