import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { parseBucketAddress } from '#src/platform/object-store/bucket-address.ts';
import type { ObjectStoreAccess } from '#src/platform/object-store/object-store.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import { folderPlace, type HlsPlace, type StreamPlace } from './hls-place.ts';
import { writePlaylist } from './playlist.ts';
import type { Segment, Segments } from './segments.ts';

const LOOK_MS = 1_000;
/** After standing still this long another machine of the group may have taken over. */
const STOOD_STILL_MS = 2_000;
/** One that takes longer to be brought up to date is told as one that fails. */
const HANGS_MS = 10_000;
/** Time for what is being written when the station ends: a disk of the network, or a store, may never answer. */
const END_MS = 2_000;
/** Old segments removed at each look of a stream: what is new waits for no more, however many have gathered. */
const REMOVED_AT_ONCE = 32;
/** Most names of old segments that are remembered. A key that may not remove would have them gather for ever. */
const OLD_MAX = 2_000;
/** [W229] A playlist that lacks this many segments stands still. */
const HLS_BEHIND_SEGMENTS = 3;
const PLAYLIST = 'live.m3u8';
/** Names that this writes: whatever else lies there is somebody's. */
const SEGMENT = /^(\d{8,12})\.mp3$/;
const CUT_OFF = /^(?:\d{8,12}\.mp3|live\.m3u8)\.new$/;

interface HlsFolderOptions {
  place: HlsPlace;
  streams: Iterable<{ streamId: StreamId; segments: Segments }>;
  clock: Clock;
  logger: Logger;
}

/**
 * Writes what guests hear into `HLS_DIR`, for a web server or a CDN [W143]: `{stream}/live.m3u8` and
 * `{stream}/{number}.mp3`, each whole or not at all. A segment is there before a playlist lists it, and goes
 * once it can no longer be asked for. A disk or a store that fails costs only this.
 */
export class HlsFolder implements AsyncDisposable {
  readonly #streams: WrittenStream[];
  readonly #clock: Clock;
  readonly #timer: Disposable;
  readonly #running: SingleRun;
  #lookedMs: number;
  #hasWaited = false;

  constructor({ place, streams, clock, logger }: HlsFolderOptions) {
    this.#clock = clock;
    const outage = new Outage({
      clock,
      logger,
      words: {
        gone: `broadcast cannot write HLS into ${place.name}, and goes on serving it itself: ${place.remedy}`,
        back: `broadcast writes HLS into ${place.name} again`,
      },
    });
    this.#streams = Array.from(
      streams,
      ({ streamId, segments }) => new WrittenStream(place, streamId, segments),
    );
    this.#running = new SingleRun(async () => {
      using _slow = clock.after(HANGS_MS, () => outage.failed(`no answer for ${HANGS_MS / 1_000} s`));
      const results: PromiseSettledResult<void>[] = [];
      for (let from = 0; from < this.#streams.length; from += place.streamsAtOnce) {
        const several = this.#streams.slice(from, from + place.streamsAtOnce);
        results.push(...(await Promise.allSettled(several.map((stream) => stream.write()))));
      }
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) outage.failed(String(failed.reason));
      else outage.worked();
    });
    this.#lookedMs = clock.monotonicMs();
    this.#timer = clock.every(LOOK_MS, () => this.#look());
  }

  /** Resolves when what is under way has been written. */
  async settled(): Promise<void> {
    await this.#running.running;
  }

  /** After standing still it waits for the next look: until then it hears whether it still is its turn. */
  #look(): void {
    const lookedMs = this.#lookedMs;
    this.#lookedMs = this.#clock.monotonicMs();
    this.#hasWaited = !this.#hasWaited && this.#lookedMs - lookedMs >= STOOD_STILL_MS;
    if (!this.#hasWaited) void this.#running.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    await isDoneWithin(END_MS, this.#running[Symbol.asyncDispose](), this.#clock);
  }
}

class WrittenStream {
  readonly #place: StreamPlace;
  readonly #atOnce: number;
  readonly #segments: Segments;
  readonly #written = new Set<number>();
  /** Names that nobody can ask for any more, also of a run before. */
  readonly #old = new Set<string>();
  #listed: readonly Segment[] | null = null;
  #isSwept = false;
  /** More are left there than are remembered. */
  #hasMore = false;
  #isTakenBack = false;

  constructor(place: HlsPlace, streamId: StreamId, segments: Segments) {
    this.#place = place.of(streamId);
    this.#atOnce = place.segmentsAtOnce;
    this.#segments = segments;
  }

  /** Brings the place up to date. @throws its errors; the next call tries again */
  async write(): Promise<void> {
    const listed = this.#segments.listed();
    if (listed === this.#listed) return;
    this.#segments.tell();
    await this.#place.prepare();
    // Somebody has emptied it: what a playlist lists is put there again.
    if (this.#listed !== null && !this.#isTakenBack && !(await this.#place.has(PLAYLIST)))
      this.#written.clear();
    // Where a key may not list or remove, it may still put.
    const sweep = await settled(this.#isSwept ? null : this.#sweep(listed[0]?.number ?? 0));
    // First where that makes room on a full disk; a store takes its time for each one.
    const early = this.#place.isAnsweredElsewhere ? await settled(this.#removeOld(listed)) : null;
    const put = await settled(this.#putListed(listed));
    const removal = early ?? (await settled(this.#removeOld(listed)));
    if (put.status === 'rejected') {
      await this.#takeBack(listed);
      throw put.reason;
    }
    this.#listed = listed;
    this.#isTakenBack = false;
    for (const done of [sweep, removal]) if (done.status === 'rejected') throw done.reason;
  }

  async #putListed(listed: readonly Segment[]): Promise<void> {
    const missing = listed.filter(({ number }) => !this.#written.has(number));
    for (let from = 0; from < missing.length; from += this.#atOnce)
      await Promise.all(missing.slice(from, from + this.#atOnce).map((segment) => this.#put(segment)));
    // On a disk that was slow for minutes the oldest are gone by now: what is listed is there.
    const there = listed.slice(listed.findLastIndex(({ number }) => !this.#written.has(number)) + 1);
    await this.#place.put(
      PLAYLIST,
      writePlaylist(there, ({ number }) => `${number}.mp3`),
    );
  }

  /**
   * Some at a time, until there is something new, and ends at the first that fails: where a key may not remove, there are
   * ever more of them.
   */
  async #removeOld(listed: readonly Segment[]): Promise<void> {
    for (const number of this.#written) {
      if (this.#segments.find(number)) continue;
      this.#written.delete(number);
      this.#addOld(`${number}.mp3`);
    }
    const names = [...this.#old].slice(0, REMOVED_AT_ONCE);
    for (let from = 0; from < names.length; from += this.#atOnce) {
      if (from > 0 && this.#segments.listed() !== listed) return;
      const several = names.slice(from, from + this.#atOnce).map((name) => this.#remove(name));
      for (const done of await Promise.allSettled(several)) if (done.status === 'rejected') throw done.reason;
    }
    if (this.#old.size > 0 || !this.#hasMore) return;
    this.#hasMore = false;
    this.#isSwept = false;
  }

  async #remove(name: string): Promise<void> {
    this.#old.delete(name);
    try {
      await this.#place.remove(name);
    } catch (error) {
      // Behind the others, which it keeps there no longer than until the next call.
      this.#old.add(name);
      throw error;
    }
  }

  #addOld(name: string): void {
    if (this.#old.size < OLD_MAX) this.#old.add(name);
    else this.#hasMore = true;
  }

  /** [W229] A playlist that stands still would keep its listeners waiting; without one the web server asks Onde. */
  async #takeBack(listed: readonly Segment[]): Promise<void> {
    if (!this.#place.isAnsweredElsewhere || this.#isTakenBack) return;
    const last = this.#listed?.at(-1)?.number ?? 0;
    if (listed.filter(({ number }) => number > last).length < HLS_BEHIND_SEGMENTS) return;
    // Where that fails as well, as on a disk that can only be read, the log has it.
    await this.#place.remove(PLAYLIST).then(
      () => {
        this.#isTakenBack = true;
      },
      () => {},
    );
  }

  async #put({ number }: Segment): Promise<void> {
    const bytes = this.#segments.read(number, 'guest');
    if (bytes === null) return;
    const name = `${number}.mp3`;
    await this.#place.put(name, bytes);
    this.#old.delete(name);
    this.#written.add(number);
  }

  /** Finds what a run before left there: what nobody can ask for any more is old, and the rest will be in its time. */
  async #sweep(firstListed: number): Promise<void> {
    const names = await this.#place.list();
    // A place without a playlist is none of ours, whatever its files are called.
    for (const name of names.includes(PLAYLIST) ? names : []) {
      const number = Number(SEGMENT.exec(name)?.[1]);
      const isOld = !Number.isNaN(number) && this.#segments.find(number) === null;
      if (isOld || CUT_OFF.test(name)) this.#addOld(name);
      else if (number < firstListed) this.#written.add(number);
    }
    this.#isSwept = true;
  }
}

async function settled<Done>(work: Promise<Done> | null): Promise<PromiseSettledResult<Done | null>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}

/** HLS_DIR: a folder, or `s3://bucket/prefix`, whose client is loaded where there is one: it takes 14 MB. */
export async function openHlsPlace(hlsDir: string, access: ObjectStoreAccess | null): Promise<HlsPlace> {
  const address = parseBucketAddress(hlsDir);
  if (address === null) return folderPlace(hlsDir);
  if (access === null) throw new Error('the settings let no object store pass without a key');
  return (await import('./store-place.ts')).storePlace(access, address);
}
