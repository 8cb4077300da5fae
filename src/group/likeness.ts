import { z } from 'zod';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { GroupLook } from './group-rows.ts';

const likenessSchema = z.object({
  /** Of the program. */
  version: z.string(),
  /** A hash of `station.yaml`. */
  station: z.string(),
  /** A hash of what has been rendered. */
  media: z.string(),
});
/** By what machines of a group find out whether they would play the same. */
export type Likeness = z.infer<typeof likenessSchema>;

/** A copy of the folder is under way for a while after each change. */
const COPIED_WITHIN_MS = 5 * MINUTE_MS;

const WORDS = {
  version:
    'the machine on the air runs another version of Onde; this one stands by all the same: bring both to one version',
  station:
    'station.yaml here differs from that of the machine on the air; this one would take over with its own: copy the station folder again',
  media:
    'the music rendered here differs from that of the machine on the air; this one would take over with its own: copy DATA_DIR/media again',
} as const satisfies Record<keyof Likeness, string>;

/** Tells once of each thing in which this machine differs from the one on the air, when it lasts [W187]. */
export class LikenessNotice {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #since = new Map<keyof Likeness, number>();
  readonly #told = new Set<keyof Likeness>();
  #isFirst = true;

  constructor(logger: Pick<Logger, 'warn'>, clock: Pick<Clock, 'monotonicMs'>) {
    this.#logger = logger;
    this.#clock = clock;
  }

  compare(own: string, { holder, others }: Pick<GroupLook, 'holder' | 'others'>): void {
    const holders = others.find(({ machine }) => machine === holder?.machine);
    const [here, there] = [read(own), read(holders?.likeness ?? '')];
    if (here === null || there === null) return;
    const nowMs = this.#clock.monotonicMs();
    for (const what of ['version', 'station', 'media'] as const) {
      if (here[what] === there[what]) {
        this.#since.delete(what);
        this.#told.delete(what);
        continue;
      }
      const sinceMs = this.#since.get(what) ?? nowMs;
      this.#since.set(what, sinceMs);
      const patienceMs = this.#isFirst || what === 'version' ? 0 : COPIED_WITHIN_MS;
      if (nowMs - sinceMs < patienceMs || this.#told.has(what)) continue;
      this.#told.add(what);
      this.#logger.warn(WORDS[what]);
    }
    this.#isFirst = false;
  }
}

function read(text: string): Likeness | null {
  try {
    return likenessSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
