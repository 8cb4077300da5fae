import { GROUP_PATH, groupAnswerSchema } from '#src/broadcast/group/keeper.wire.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import type { GroupLook, GroupRows, MachineRow } from './group-rows.ts';
import type { MachineRecord } from './machine-record.ts';
import {
  goesOnWithoutDatabase,
  type Holder,
  hasLost,
  isMissed,
  MISSED_AFTER_MS,
  type Neighbour,
  playsOn,
} from './turn.ts';

/** A machine that is on the air answers from memory; one without power answers nothing. */
const ANSWER_MAX_MS = 600;

/** Asks at all addresses at once which machine of the group is there, and whether it is on the air. */
async function askMachines(addresses: readonly string[], group: string): Promise<Neighbour[]> {
  const answers = await Promise.all([...new Set(addresses)].map((address) => ask(address, group)));
  return answers.flatMap((answer) => answer ?? []);
}

async function ask(address: string, group: string): Promise<Neighbour | null> {
  try {
    const answer = await fetch(`${address}${GROUP_PATH}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    });
    const { data } = groupAnswerSchema.safeParse(await answer.json());
    if (data?.group !== group) return null;
    return { machine: data.machine, epoch: data.epoch, isOnAir: data.on_air };
  } catch {
    return null;
  }
}

interface QuestionOptions {
  group: string;
  /** The station's public address, at which the machine answers that listeners hear. */
  origin: string;
}

/** How long a machine that was cut off from the database is heard of there again before that is told as over. */
const BACK_FOR_MS = MINUTE_MS;

/** Asks a machine that the database no longer hears of whether it plays on, and tells of it once. */
export class HolderQuestion {
  readonly #options: QuestionOptions & { clock: Clock; logger: Logger };
  #isTold = false;
  #backSinceMs: number | null = null;
  /** When it answered last that it is on the air. */
  #answeredMs = Number.NEGATIVE_INFINITY;

  constructor(options: QuestionOptions & { clock: Clock; logger: Logger }) {
    this.#options = options;
  }

  /** Whether the database hears of the holder; one that was cut off is said to be back after a while. */
  isHeardOf(holder: Holder | null): boolean {
    if (holder === null || isMissed(holder)) return false;
    const { clock, logger } = this.#options;
    this.#backSinceMs ??= clock.monotonicMs();
    if (this.#isTold && clock.monotonicMs() - this.#backSinceMs >= BACK_FOR_MS) {
      this.#isTold = false;
      logger.info('the machine on the air reaches the database again');
    }
    return true;
  }

  /**
   * Whether the holder answers that it is on the air, or did so a moment ago: it is cut off from the database alone. Who
   * is asked twice a second for as long as that lasts misses an answer now and then.
   */
  async playsOn({ holder, others }: GroupLook): Promise<boolean> {
    const { group, origin, clock, logger } = this.#options;
    if (holder === null) return false;
    this.#backSinceMs = null;
    const addresses = others.find(({ machine }) => machine === holder.machine)?.addresses ?? [];
    const heard = await askMachines([...addresses, origin], group);
    const isThere = playsOn(holder, heard);
    const nowMs = clock.monotonicMs();
    if (isThere) this.#answeredMs = nowMs;
    const isSilent = !heard.some(({ machine }) => machine === holder.machine);
    if (isSilent && nowMs - this.#answeredMs < MISSED_AFTER_MS) return true;
    if (isThere && !this.#isTold)
      logger.warn(
        'the machine on the air no longer reaches the database and plays on; this one stands by: check its way to the database',
      );
    this.#isTold = isThere;
    return isThere;
  }
}

/** Tells of the database that is away, and of what that means for the machines. */
export function databaseOutage({ clock, logger }: { clock: Clock; logger: Logger }): Outage {
  return new Outage({
    clock,
    logger,
    words: {
      gone: 'the database of this machine’s group does not answer; who is on the air plays on, and nobody takes over: check the database and the way to it',
      back: 'the database of this machine’s group answers again',
    },
  });
}

/** How long a start waits for the database before it looks for itself. */
const START_MAX_MS = 3_000;
/** How often those machines are asked that may have taken over, or play on. */
const ASK_EVERY_MS = 1_000;

/** What the machines themselves say of each other while no database answers. */
export class WithoutDatabase {
  readonly #options: QuestionOptions & { clock: Clock };
  readonly #startedMs: number;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(options: QuestionOptions & { clock: Clock }) {
    this.#options = options;
    this.#startedMs = options.clock.monotonicMs();
  }

  /**
   * `go-on` for a machine that has just been started and was on the air last, where no other one is · `fall-silent`
   * where another one says that it has taken over · `stay` else. Who stands by takes nothing over.
   */
  async step(record: MachineRecord, isStandingBy: boolean): Promise<'go-on' | 'fall-silent' | 'stay'> {
    const { group, origin, clock } = this.#options;
    const nowMs = clock.monotonicMs();
    const isToWait = isStandingBy && (!record.isOnAir || nowMs - this.#startedMs < START_MAX_MS);
    if (isToWait || nowMs - this.#askedMs < ASK_EVERY_MS) return 'stay';
    this.#askedMs = nowMs;
    const heard = await askMachines([...record.neighbours, origin], group);
    const { machine, epoch, isOnAir } = record;
    if (!isStandingBy) return hasLost({ machine, epoch }, heard) ? 'fall-silent' : 'stay';
    return goesOnWithoutDatabase({ machine, wasOnAir: isOnAir }, heard) ? 'go-on' : 'stay';
  }
}

/** How long the next machine has to take the turn and to open its streams; less than broadcast waits for it. */
const TAKEN_WITHIN_MS = 3_500;
const PAUSE_MS = 50;

/**
 * Waits until another machine has taken the turn that this one let go of, and is on the air: it has the turn at once,
 * and until its streams are open they are heard here.
 * @returns the machine that has the turn; null when none took it in time
 */
export async function waitForNext(
  rows: Pick<GroupRows, 'look'>,
  { machine, group, clock }: { machine: string; group: string; clock: Clock },
): Promise<string | null> {
  const untilMs = clock.monotonicMs() + TAKEN_WITHIN_MS;
  let next: string | null = null;
  while (clock.monotonicMs() < untilMs) {
    const { holder, others } = await rows.look();
    const row = others.find((one) => one.machine === holder?.machine);
    next = holder !== null && holder.machine !== machine ? holder.machine : null;
    if (holder !== null && row !== undefined && (await isOnAir(row, holder.epoch, group))) break;
    await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve));
  }
  return next;
}

async function isOnAir({ machine, addresses }: MachineRow, epoch: number, group: string): Promise<boolean> {
  const heard = await askMachines(addresses, group);
  return heard.some((one) => one.machine === machine && one.isOnAir && one.epoch === epoch);
}
