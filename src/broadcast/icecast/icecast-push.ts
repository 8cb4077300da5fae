import { readFileSync } from 'node:fs';
import { VARIANTS, type Variant } from '#src/broadcast/timeline/timeline.ts';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { askIcecast, type IcecastServer, type MountWords } from './icecast-server.ts';
import { IcecastTroubles } from './icecast-troubles.ts';
import { readListenerCounts } from './listener-counts.ts';
import { MountPush, type PushedStream } from './mount-push.ts';
import { type ToldMounts, toldMountsSchema } from './told-mounts.wire.ts';

/** [W195] How often Icecast is asked who listens. */
export const ICECAST_LOOK_MS = 10_000;
/** [W191] Questions without an answer after which it counts as stuck: the kernel goes on taking what is written. */
const LOOKS_MAX = 2;
/** [W192] How often it is written down how far each mount was pushed. */
const ICECAST_KEEP_MS = 1_000;
/** Time for what is being written when the station ends: a disk may never answer. */
const END_MS = 2_000;

interface FollowedStream extends PushedStream {
  /** Called each time after the due frames were put on air. */
  readonly followers: Set<() => void>;
}

interface IcecastPushOptions {
  server: IcecastServer;
  streams: Iterable<FollowedStream>;
  words: (streamId: StreamId, variant: Variant) => MountWords;
  /** Where it is kept how far each mount was pushed. */
  toldPath: string;
  clock: Clock;
  logger: Logger;
}

/** What is known of a mount at Icecast [W195]. */
export interface IcecastFigure {
  streamId: StreamId;
  variant: Variant;
  /** Whether Icecast takes the stream. */
  isOnAir: boolean;
  /** As Icecast counts them; null while it does not say. */
  listeners: number | null;
}

/** Pushes every stream in both variants to the Icecast of ICECAST_URL [W190], and asks it who listens. */
export class IcecastPush implements AsyncDisposable {
  readonly #options: IcecastPushOptions;
  readonly #troubles: IcecastTroubles;
  readonly #told: KeptMounts;
  readonly #pushes: { streamId: StreamId; variant: Variant; push: MountPush }[] = [];
  readonly #opened = new DisposableStack();
  #counts: ReadonlyMap<string, number> | null = null;
  #looksFailed = 0;

  constructor(options: IcecastPushOptions) {
    const { server, clock, logger } = options;
    this.#options = options;
    this.#troubles = new IcecastTroubles({ name: server.name, clock, logger });
    this.#told = new KeptMounts(options.toldPath);
    for (const stream of options.streams) for (const variant of VARIANTS) this.#push(stream, variant);
    this.#opened.use(clock.every(ICECAST_KEEP_MS, () => this.#keep()));
    this.#opened.use(clock.every(ICECAST_LOOK_MS, () => void this.look()));
  }

  figures(): IcecastFigure[] {
    return this.#pushes.map(({ streamId, variant, push }) => ({
      streamId,
      variant,
      isOnAir: push.isOnAir,
      listeners: push.isOnAir ? (this.#counts?.get(push.path) ?? null) : null,
    }));
  }

  /** Asks Icecast who listens; resolves when that is known, or cannot be. */
  async look(): Promise<void> {
    const { server, clock } = this.#options;
    const isTaken = this.#pushes.some(({ push }) => push.isOnAir);
    try {
      const { status, body } = await askIcecast(server, '/status-json.xsl', clock);
      this.#looksFailed = 0;
      this.#counts = status === 200 && body !== null ? readListenerCounts(body) : null;
    } catch {
      this.#counts = null;
      // While it takes nothing it is away, and answers nothing either.
      this.#looksFailed = isTaken ? this.#looksFailed + 1 : 0;
      if (this.#looksFailed < LOOKS_MAX) return;
      this.#looksFailed = 0;
      for (const { push } of this.#pushes) if (push.isOnAir) push.cutOff('it answers nothing');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#opened.dispose();
    this.#keep();
    await isDoneWithin(END_MS, this.#told.settled(), this.#options.clock);
  }

  #push(stream: FollowedStream, variant: Variant): void {
    const { server, words, clock } = this.#options;
    const { streamId } = stream;
    const push = new MountPush({
      server,
      stream,
      variant,
      words: () => words(streamId, variant),
      told: this.#told,
      onTrouble: (...told) => this.#troubles.failed(...told),
      clock,
    });
    const follow = () => push.follow();
    stream.followers.add(follow);
    this.#opened.use(push);
    this.#opened.defer(() => stream.followers.delete(follow));
    this.#pushes.push({ streamId, variant, push });
  }

  #keep(): void {
    if (this.#pushes.every(({ push }) => push.isWell)) this.#troubles.worked();
    const figures = this.figures();
    const mounts = this.#pushes.map(({ push: { path, toldMs } }, at) => {
      const { isOnAir = false, listeners = null } = figures[at] ?? {};
      return [path, { ms: toldMs, isOnAir, listeners }] as const;
    });
    this.#told.keep({ writtenMs: this.#options.clock.nowMs(), mounts: Object.fromEntries(mounts) });
  }
}

/** What Icecast tells of a mount, by `station.yaml`: Icecast has one language. A member's mount is in no directory. */
export function mountWords({ config, origin }: { config: () => StationConfig; origin: string }) {
  return (streamId: StreamId, variant: Variant): MountWords => {
    const stream = config().streams.find(({ id }) => id === streamId);
    return {
      name: stream?.name ?? streamId,
      genre: stream?.genre[DEFAULT_LANGUAGE] ?? '',
      description: stream?.description[DEFAULT_LANGUAGE] ?? '',
      url: origin,
      isPublic: variant === 'guest',
    };
  };
}

/**
 * Keeps up to which instant each mount was pushed, so that a restart goes on there [W192], and what Icecast says
 * [W195]. A file that cannot be read or written costs listeners a few seconds that they hear twice.
 */
class KeptMounts {
  readonly #path: string;
  readonly #before: ToldMounts | null;
  #writing: Promise<void> | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#before = read(path);
  }

  /** The instant up to which a mount was pushed by the run before; null when that is not known. */
  msOf(mount: string): number | null {
    return this.#before?.mounts[mount]?.ms ?? null;
  }

  /** Writes them down, unless that is still under way. */
  keep(told: ToldMounts): void {
    if (this.#writing !== null) return;
    this.#writing = replaceFile(this.#path, JSON.stringify(told), { flush: false })
      // The next one is written in a second.
      .catch(() => {})
      .finally(() => {
        this.#writing = null;
      });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }
}

function read(path: string): ToldMounts | null {
  try {
    return toldMountsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
