import type { Clock } from '#src/platform/clock/clock.ts';
import { askMachines } from './ask-machines.ts';
import type { MachineRecord } from './machine-record.ts';
import { goesOnWithoutDatabase, hasLost } from './turn.ts';

/** How long a start waits for the database before it looks for itself. */
const START_MAX_MS = 3_000;
/** How often those machines are asked that may have taken over, or play on. */
const ASK_EVERY_MS = 1_000;

interface WithoutDatabaseOptions {
  group: string;
  /** The station's public address, at which the machine answers that listeners hear. */
  origin: string;
  clock: Clock;
}

/** What the machines themselves say of each other while no database answers. */
export class WithoutDatabase {
  readonly #options: WithoutDatabaseOptions;
  readonly #startedMs: number;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(options: WithoutDatabaseOptions) {
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
