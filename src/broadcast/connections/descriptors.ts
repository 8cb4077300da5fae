import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Clock } from '#src/platform/clock/clock.ts';

/**
 * Descriptors kept for playout, the journal and the processes that broadcast starts: two files a stream, a
 * dozen pipes and watches, and some to spare.
 */
export const RESERVED_DESCRIPTORS = 64;
/** Most subscribers of events: more than a large radio has listeners. Each takes 30 KB. */
const SUBSCRIBERS_MAX = 20_000;
/** Time between two counts of the other open files. Our own connections are always counted exactly. */
const MEASURED_EVERY_MS = 250;

/** The operating system's side of descriptors. */
export interface DescriptorSystem {
  /** How many this process may have open; Infinity when the system does not say. */
  limit: number;
  /** How many it has open. */
  countOpen(): number;
}

/**
 * Linux, by procfs. Node raises its soft limit to the hard one when it starts, so what is read is what there is.
 * @param limits content of `/proc/self/limits`
 */
export function linuxDescriptors(limits = readLimits()): DescriptorSystem {
  return {
    limit: Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY),
    countOpen() {
      try {
        // Linux 6.2 has the number as the folder's size; before, each is a name.
        return statSync('/proc/self/fd').size || readdirSync('/proc/self/fd').length;
      } catch {
        return 0;
      }
    },
  };
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Returns how many may follow `now-playing/events`: half of what there is. The other half is for listeners
 * and readers.
 */
export function subscribersMax(limit: number): number {
  return Math.min(SUBSCRIBERS_MAX, Math.floor((limit - RESERVED_DESCRIPTORS) / 2));
}

/** How many descriptors there are for connections, the reserve left out. */
export class Descriptors {
  readonly #system: DescriptorSystem;
  readonly #clock: Clock;
  /** Connections and what belongs to them, counted by `take`. */
  #taken = 0;
  /** Everything else, as last measured. */
  #others = 0;
  #measuredMs = Number.NEGATIVE_INFINITY;

  constructor(system: DescriptorSystem, clock: Clock) {
    this.#system = system;
    this.#clock = clock;
  }

  get limit(): number {
    return this.#system.limit;
  }

  /** The number that may still be taken; below zero when the reserve is being used. */
  get free(): number {
    if (this.limit === Number.POSITIVE_INFINITY) return this.limit;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#measuredMs >= MEASURED_EVERY_MS) {
      this.#others = Math.max(0, this.#system.countOpen() - this.#taken);
      this.#measuredMs = nowMs;
    }
    return this.limit - RESERVED_DESCRIPTORS - this.#others - this.#taken;
  }

  /** Counts this many as opened; a negative number as closed. */
  take(count: number): void {
    this.#taken += count;
  }
}

/** Descriptors for pages, events and downloads, and for what the process has open without anybody. */
const READERS = 1_024;

/**
 * The warning when the system allows fewer open files than the settings admit listeners; null when it allows enough.
 * @param limit Infinity when the system does not say
 */
export function tooFewOpenFiles(streams: number, maxListeners: number, limit: number): string | null {
  const wanted = streams * maxListeners + READERS + RESERVED_DESCRIPTORS;
  if (limit >= wanted) return null;
  return (
    `the system allows ${limit} open files, too few for ${streams} streams of ${maxListeners} listeners each: past ` +
    `that, listeners and readers get 503. Start with ulimit -n ${wanted} (systemd: LimitNOFILE=${wanted}), or lower ` +
    'MAX_LISTENERS'
  );
}
