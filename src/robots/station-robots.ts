import { existsSync } from 'node:fs';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { ROBOT_HEADER, ROBOT_PURPOSE, robotPass } from '#src/platform/secrets/robot-pass.ts';
import type { Finding, Robot } from './finding.wire.ts';
import { listenAs } from './listening/listen-as.ts';

interface StationRobotsOptions {
  clock: Clock;
  /** The station's public address. */
  origin: string;
  /** Where the secret of the instance lies, by which broadcast knows its robots. */
  secret: string;
}

/** The robots of a station: they listen through its public address, as listeners do. */
export class StationRobots {
  readonly #options: StationRobotsOptions;

  constructor(options: StationRobotsOptions) {
    this.#options = options;
  }

  /** Whether broadcast knows them; else they are listeners like any other. */
  get isKnown(): boolean {
    return existsSync(this.#options.secret);
  }

  /**
   * Listens to a stream for some seconds as one of the devices; null where the station has nothing for it.
   * @throws {OperatorError} when the secret of the instance cannot be read
   */
  listen(
    { streamId, robot }: { streamId: StreamId; robot: Robot },
    signal: AbortSignal,
  ): Promise<Finding | null> {
    const { clock, origin, secret } = this.#options;
    // A secret that is not there is not made: on another machine it would be nobody's.
    const key = this.isKnown ? instanceKey(secret, ROBOT_PURPOSE) : null;
    const pass = (): Record<string, string> =>
      key === null ? {} : { [ROBOT_HEADER]: robotPass(key, clock.nowMs()) };
    return listenAs(robot, streamId, { clock, origin: new URL(origin), pass, signal });
  }
}
