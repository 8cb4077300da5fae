import type { Logger } from '#src/platform/log/logger.ts';
import { askMachines } from './ask-machines.ts';
import type { GroupLook } from './group-rows.ts';
import { playsOn } from './turn.ts';

interface HolderQuestionOptions {
  group: string;
  /** The station's public address, at which the machine answers that listeners hear. */
  origin: string;
  logger: Logger;
}

/** Asks a machine that the database no longer hears of whether it plays on, and tells of it once. */
export class HolderQuestion {
  readonly #options: HolderQuestionOptions;
  #isTold = false;

  constructor(options: HolderQuestionOptions) {
    this.#options = options;
  }

  /** Whether the holder answers that it is on the air: it is cut off from the database alone. */
  async playsOn({ holder, others }: GroupLook): Promise<boolean> {
    const { group, origin, logger } = this.#options;
    if (holder === null) return false;
    const addresses = others.find(({ machine }) => machine === holder.machine)?.addresses ?? [];
    const isThere = playsOn(holder, await askMachines([...addresses, origin], group));
    if (isThere && !this.#isTold)
      logger.warn(
        'the machine on the air no longer reaches the database and plays on; this one stands by: check its way to the database',
      );
    this.#isTold = isThere;
    return isThere;
  }
}
