import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';

/** What can be wrong with Icecast, as far as there is something else to do about each. */
export const TROUBLES = ['away', 'password', 'taken', 'full', 'refused', 'stuck', 'titles'] as const;
export type Trouble = (typeof TROUBLES)[number];

interface TroublesOptions {
  /** Host and port of Icecast. */
  name: string;
  clock: Pick<Clock, 'monotonicMs'>;
  logger: Logger;
}

/**
 * Tells the operator what is wrong with Icecast: one line when it begins and one when it is over [W191], however many
 * mounts have it.
 */
export class IcecastTroubles {
  readonly #outages: Record<Trouble, Outage>;

  constructor({ name, clock, logger }: TroublesOptions) {
    const outage = (gone: string, back: string) => new Outage({ clock, logger, words: { gone, back } });
    this.#outages = {
      away: outage(
        `Icecast at ${name} does not answer, and its listeners wait: see that it runs, that ICECAST_URL is right and that no firewall lies between`,
        `Icecast at ${name} has the streams again`,
      ),
      password: outage(
        `Icecast at ${name} refuses the password: write the <source-password> of its icecast.xml into ICECAST_URL`,
        `Icecast at ${name} takes the password`,
      ),
      taken: outage(
        `another source has a mount at Icecast at ${name}: end it there (a second instance of Onde, Liquidsoap, BUTT); one that was cut off goes by itself after <source-timeout>`,
        `the mounts at Icecast at ${name} are free again`,
      ),
      full: outage(
        `Icecast at ${name} takes no more sources: set <sources> in its icecast.xml to two for each stream at least, as deploy/icecast does`,
        `Icecast at ${name} takes all sources`,
      ),
      refused: outage(
        `Icecast at ${name} refuses a stream: the reason stands in this line, more of it in its error.log; Onde needs Icecast 2.4 or newer`,
        `Icecast at ${name} takes the streams`,
      ),
      stuck: outage(
        `Icecast at ${name} takes connections and does not read: restart it`,
        `Icecast at ${name} reads again`,
      ),
      titles: outage(
        `Icecast at ${name} takes the streams but no titles: see that its icecast.xml lets sources set them, as deploy/icecast does`,
        `Icecast at ${name} takes titles again`,
      ),
    };
  }

  failed(trouble: Trouble, path: string, reason: string): void {
    this.#outages[trouble].failed(`${path}: ${reason}`);
  }

  /** Call it every few seconds while there is nothing wrong. */
  worked(): void {
    for (const trouble of TROUBLES) this.#outages[trouble].worked();
  }
}

/** What Icecast says to a source that it does not take. */
export function troubleOf(status: number, words: string): Trouble {
  if (status === 401) return 'password';
  if (status === 403 && /in use/i.test(words)) return 'taken';
  return status === 403 && /too many/i.test(words) ? 'full' : 'refused';
}
