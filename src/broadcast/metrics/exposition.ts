import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { ListenerFigures } from '#src/broadcast/figures/listener-figures.ts';
import type { IcecastFigure } from '#src/broadcast/icecast/icecast-push.ts';
import { TRANSPORTS } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { RefusalCause } from '#src/broadcast/listeners/admission.ts';
import type { Mount } from '#src/broadcast/streams/mount.ts';
import type { QueryFigures, RobotHeard } from '#src/broadcast/supervision/web-process.wire.ts';
import { VARIANTS } from '#src/broadcast/timeline/timeline.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { LastBackup } from '#src/platform/last-backup/last-backup.ts';
import { RequestDurations } from './request-durations.ts';
import { backupGauges, databaseCounters, type Metric } from './told-figures.ts';

/** What of a stream is measured. */
export type MeasuredMount = Pick<Mount, 'streamId' | 'heardMs' | 'sentBytes' | 'evicted'> & {
  readonly playout: Pick<Mount['playout'], 'underruns' | 'isOnBed'>;
};

/** Where the figures come from. All of them are kept anyway, so nothing is spent between two scrapes. */
export interface Measured {
  readonly clock: Clock;
  /** The group of machines; null without one. */
  readonly group: string | null;
  connections(): number;
  /** Null while this machine stands by. */
  readonly music: MeasuredMusic | null;
}

/** What is measured on the air. */
export interface MeasuredMusic {
  readonly figures: Pick<ListenerFigures, 'present' | 'joins'>;
  mounts(): Iterable<MeasuredMount>;
  isSounding(mount: MeasuredMount): boolean;
  /** Whether the bed plays where there has been music. */
  lacksMusic(mount: MeasuredMount): boolean;
  robots(): number;
  refused(): Readonly<Record<RefusalCause, number>>;
  subscribers(): number;
  isWebReady(): boolean;
  /** How much the web process has asked the database; null while it has not said. */
  queries(): QueryFigures | null;
  /** What the station's robots heard last, by stream and device. */
  robotsHeard(): Iterable<RobotHeard>;
  /** The mounts at Icecast; none without one. */
  atIcecast(): Iterable<IcecastFigure>;
  /** How the nightly backups go; null before the first one. */
  lastBackup(): Promise<LastBackup | null>;
}

const OF_PLACE = ['stream', 'variant', 'transport'];

/** All figures as Prometheus reads them [W166]. Loaded by the first scrape: a station without Prometheus never pays. */
export class Exposition {
  /** Null on a machine that stands by. */
  readonly requests: RequestDurations | null;
  readonly #registry = new Registry();
  readonly #measured: Measured;
  /** As it was at this scrape. */
  #lastBackup: LastBackup | null = null;

  constructor(measured: Measured) {
    this.#measured = measured;
    const { music } = measured;
    for (const metric of machineGauges(measured)) this.#addGauge(metric);
    this.#addCounter(CPU);
    if (music !== null) {
      const backup = backupGauges(() => this.#lastBackup);
      for (const metric of [...gaugesOf(music), ...backup]) this.#addGauge(metric);
      for (const metric of countersOf(music)) this.#addCounter(metric);
    }
    this.requests = music && new RequestDurations(measured.clock, this.#registry);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    this.#lastBackup = (await this.#measured.music?.lastBackup()) ?? null;
    return this.#registry.metrics();
  }

  #addGauge({ name, help, labels, read }: Metric): void {
    const gauge: Gauge<string> = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect() {
        gauge.reset();
        for (const [of, value] of read()) gauge.set(of, value);
      },
    });
  }

  #addCounter({ name, help, labels, read }: Metric): void {
    const counter: Counter<string> = new Counter({
      name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect() {
        counter.reset();
        for (const [of, value] of read()) counter.inc(of, value);
      },
    });
  }
}

const one = (read: () => number) => ({ labels: [], read: () => [[{}, read()] as const] });

/** Of a machine, whether it is on the air or stands by [W210]. */
function machineGauges({ clock, group, music, connections }: Measured): Metric[] {
  return [
    {
      name: 'onde_broadcast_on_air',
      help: '1 on the machine that is on the air, 0 while it stands by; by its group, where it has one',
      labels: group === null ? [] : ['group'],
      read: () => [[group === null ? {} : { group }, Number(music !== null)] as const],
    },
    { name: 'onde_connections', help: 'Open connections, listeners included', ...one(connections) },
    {
      name: 'onde_process_resident_memory_bytes',
      help: 'Memory of broadcast',
      ...one(() => process.memoryUsage.rss()),
    },
    {
      name: 'onde_process_start_time_seconds',
      help: 'When broadcast started, in seconds of Unix time',
      ...one(() => Math.round(clock.nowMs() / 1000 - process.uptime())),
    },
  ];
}

const CPU: Metric = {
  name: 'onde_process_cpu_seconds_total',
  help: 'CPU time of broadcast',
  labels: [],
  read: () => {
    const { user, system } = process.cpuUsage();
    return [[{}, (user + system) / 1e6] as const];
  },
};

/**
 * Every place with nobody. A counter that comes into being with its first value has not risen for Prometheus: the first
 * listener of a stream, and all who come before the next scrape, would be lost.
 */
function everyPlace(measured: MeasuredMusic) {
  return [...measured.mounts()].flatMap(({ streamId: stream }) =>
    VARIANTS.flatMap((variant) =>
      TRANSPORTS.map((transport) => [{ stream, variant, transport }, 0] as const),
    ),
  );
}

function gaugesOf(measured: MeasuredMusic): Metric[] {
  return [
    {
      name: 'onde_listeners',
      help: 'Listeners at this moment; the robots of the station are none',
      labels: OF_PLACE,
      read: () => [
        ...everyPlace(measured),
        ...measured.figures
          .present()
          .map(({ streamId: stream, listeners, ...of }) => [{ stream, ...of }, listeners] as const),
      ],
    },
    {
      name: 'onde_stream_on_air',
      help: '1 while a stream has sound up to this moment, else 0',
      labels: ['stream'],
      read: () =>
        [...measured.mounts()].map((mount) => [
          { stream: mount.streamId },
          Number(measured.isSounding(mount)),
        ]),
    },
    {
      name: 'onde_stream_on_bed',
      help: '1 while the quiet bed plays on a stream in place of its music, else 0',
      labels: ['stream'],
      read: () =>
        [...measured.mounts()].map((mount) => [
          { stream: mount.streamId },
          Number(measured.lacksMusic(mount)),
        ]),
    },
    {
      name: 'onde_icecast_mount_on_air',
      help: '1 while Icecast takes a variant of a stream, else 0; none without Icecast',
      labels: ['stream', 'variant'],
      read: () =>
        [...measured.atIcecast()].map(
          ({ streamId: stream, variant, isOnAir }) => [{ stream, variant }, Number(isOnAir)] as const,
        ),
    },
    {
      name: 'onde_icecast_listeners',
      help: 'Listeners at this moment as Icecast counts them, relays included; none of onde_listeners',
      labels: ['stream', 'variant'],
      read: () =>
        [...measured.atIcecast()].flatMap(({ streamId: stream, variant, listeners }) =>
          listeners === null ? [] : [[{ stream, variant }, listeners] as const],
        ),
    },
    { name: 'onde_robots', help: 'Robots of the station that hear a stream', ...one(measured.robots) },
    { name: 'onde_event_subscribers', help: 'Followers of now-playing events', ...one(measured.subscribers) },
    {
      name: 'onde_web_ready',
      help: '1 while a web process answers with its database, else 0',
      ...one(() => Number(measured.isWebReady())),
    },
    {
      name: 'onde_robot_well',
      help: '1 when the robot of the station heard a stream as it should be, else 0',
      labels: ['stream', 'robot'],
      read: () =>
        [...measured.robotsHeard()].map(
          ({ streamId: stream, robot, isWell }) => [{ stream, robot }, Number(isWell)] as const,
        ),
    },
    {
      name: 'onde_robot_first_byte_seconds',
      help: 'Time from the request of the robot to the first byte of sound',
      labels: ['stream', 'robot'],
      read: () =>
        [...measured.robotsHeard()].flatMap(({ streamId: stream, robot, firstByteMs }) =>
          firstByteMs === null ? [] : [[{ stream, robot }, firstByteMs / 1000] as const],
        ),
    },
    {
      name: 'onde_robot_heard_timestamp_seconds',
      help: 'When a robot of the station listened last, in seconds of Unix time; 0 before the first time',
      ...one(() => Math.max(0, ...[...measured.robotsHeard()].map(({ atMs }) => Math.round(atMs / 1000)))),
    },
  ];
}

function countersOf(measured: MeasuredMusic): Metric[] {
  const ofMounts = <Value>(read: (mount: MeasuredMount) => Value[]) => [...measured.mounts()].flatMap(read);
  return [
    {
      name: 'onde_listener_joins_total',
      help: 'How often somebody came to listen',
      labels: OF_PLACE,
      read: () => [
        ...everyPlace(measured),
        ...measured.figures
          .joins()
          .map(({ streamId: stream, joins, ...of }) => [{ stream, ...of }, joins] as const),
      ],
    },
    {
      name: 'onde_heard_seconds_total',
      help: 'How long the sound lasts that listeners were sent who stayed',
      labels: OF_PLACE,
      read: () => [
        ...everyPlace(measured),
        ...ofMounts((mount) =>
          mount.heardMs().map(({ streamId: stream, ms, ...of }) => [{ stream, ...of }, ms / 1000] as const),
        ),
      ],
    },
    {
      name: 'onde_sent_bytes_total',
      help: 'Bytes of sound that listeners were sent',
      labels: ['stream'],
      read: () => ofMounts(({ streamId: stream, sentBytes }) => [[{ stream }, sentBytes] as const]),
    },
    {
      name: 'onde_listeners_evicted_total',
      help: 'Listeners that were put out because they did not read',
      labels: ['stream'],
      read: () => ofMounts(({ streamId: stream, evicted }) => [[{ stream }, evicted] as const]),
    },
    {
      name: 'onde_listeners_refused_total',
      help: 'Listeners that were refused: too many on the stream or of the address, or no open file left (no_room)',
      labels: ['reason'],
      read: () => Object.entries(measured.refused()).map(([reason, count]) => [{ reason }, count] as const),
    },
    {
      name: 'onde_underruns_total',
      help: 'How often a stream had to leave its programme: a file came too late (disk), or nothing could be played (bed)',
      labels: ['stream', 'cause'],
      read: () =>
        ofMounts(({ streamId: stream, playout: { underruns } }) =>
          Object.entries(underruns).map(([cause, count]) => [{ stream, cause }, count] as const),
        ),
    },
    ...databaseCounters(() => measured.queries()),
  ];
}
