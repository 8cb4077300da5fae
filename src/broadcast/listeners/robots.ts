import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { followedKeyOrNull } from '#src/platform/secrets/instance-secret.ts';
import { isRobotPass, ROBOT_HEADER, ROBOT_PURPOSE } from '#src/platform/secrets/robot-pass.ts';

/**
 * Streams that this station's robots may hear at once without being counted [W155]. Whoever reads a pass on its way
 * could use it for a minute or two: this is the most that it would bring.
 */
export const ROBOTS_MAX = 64;

interface Asking {
  headers: IncomingHttpHeaders;
}

interface RobotsOptions {
  /** Where the instance's secret lies. */
  secret: string;
  clock: Clock;
  logger: Logger;
}

/**
 * Knows the station's own robots, which listen to find out what listeners hear. They count nowhere: neither as
 * listeners nor in what was heard, nor against a limit of listeners.
 */
export class Robots {
  readonly #clock: Clock;
  readonly #key: (() => Buffer) | null;
  #listening = 0;

  constructor({ secret, clock, logger }: RobotsOptions) {
    this.#clock = clock;
    this.#key = followedKeyOrNull(secret, ROBOT_PURPOSE, {
      clock,
      logger,
      loss: 'robots of this station count as listeners, as they cannot be known',
    });
  }

  /** Robots that hear a stream at this moment. */
  get listening(): number {
    return this.#listening;
  }

  /** Whether a request proves that it comes from this station's robot. */
  isOne({ headers }: Asking): boolean {
    const pass = headers[ROBOT_HEADER];
    return (
      typeof pass === 'string' && this.#key !== null && isRobotPass(this.#key(), pass, this.#clock.nowMs())
    );
  }

  /**
   * Takes a robot in until its connection closes; false for anybody else, and past ROBOTS_MAX, where a robot is a
   * listener like any other.
   */
  enter(request: Asking & { socket: Pick<Socket, 'once'> }): boolean {
    if (this.#listening >= ROBOTS_MAX || !this.isOne(request)) return false;
    this.#listening += 1;
    request.socket.once('close', () => {
      this.#listening -= 1;
    });
    return true;
  }
}
