import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { readBed } from '#src/broadcast/frames/bed.ts';
import { MediaOutage } from '#src/broadcast/playout/media-outage.ts';
import { Standstill } from '#src/broadcast/playout/playout.ts';
import { Library } from '#src/broadcast/rotation/library.ts';
import type { Mount } from '#src/broadcast/streams/mount.ts';
import { StreamOnAir, type StreamsShare } from '#src/broadcast/streams/stream-on-air.ts';
import { frameHolding } from '#src/broadcast/timeline/frame-grid.ts';
import type { TimelineEntry } from '#src/broadcast/timeline/timeline.ts';
import { DAY_MS } from '#src/contract/durations.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { type DataFolder, dataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import { readStationConfig } from '#src/station/config/read-station-config.ts';
import type { Result } from './result.ts';
import { KEPT_HOME, startOnde } from './support/onde.ts';

const BEGIN_MS = Date.UTC(2026, 10, 23);
const STEP_MS = 1_000;

/**
 * A whole day of every stream of the demo station, played by the playout itself as fast as it can: each track
 * that is on air is compared with its file, byte for byte and to its end.
 */
export async function day(): Promise<Result[]> {
  // Renders what is missing.
  await (await startOnde(8190))[Symbol.asyncDispose]();
  const folder = dataFolder(join(KEPT_HOME, 'data'));
  const { config } = await readStationConfig(join(KEPT_HOME, 'station'));
  if (config === null) throw new Error(`${KEPT_HOME} holds no station`);
  const logger = pino({ level: 'silent' });
  const share: StreamsShare = {
    folder,
    config: () => config,
    library: new Library(await readCatalogue(folder)),
    journal: { append: () => {} },
    board: { show: () => {}, mark: () => {} },
    told: { of: () => null, keep: () => {} },
    bed: await readBed(),
    wall: { aheadFrames: 0, isOverdue: false },
    outage: new MediaOutage({ catalogue: folder.catalogue, clock: systemClock, logger }),
    standstill: new Standstill(logger),
    logger,
  };
  const firstFrame = frameHolding(BEGIN_MS);
  const heard = await Promise.all(
    config.streams.map(async ({ id: streamId }, order) => {
      const stream = new StreamOnAir({ ...share, streamId, plays: [], nowMs: BEGIN_MS });
      return new HeardStream(await stream.open(firstFrame, order), folder);
    }),
  );
  let dueFrame = firstFrame;
  for (let atMs = BEGIN_MS; atMs <= BEGIN_MS + DAY_MS; atMs += STEP_MS) {
    dueFrame = frameHolding(atMs);
    for (const one of heard) await one.playUntil(dueFrame);
  }
  const sum = (figure: (one: HeardStream) => number) => heard.reduce((total, one) => total + figure(one), 0);
  const late = Math.max(...heard.map(({ headFrame }) => Math.abs(dueFrame - headFrame)));
  const ours = (what: string, unit: string, onde: number, goal: Result['goal']): Result => ({
    what,
    unit,
    onde,
    peer: null,
    goal,
  });
  const none = { of: 'figure', atMost: 0 } as const;
  return [
    ours(
      'tracks compared with their files, 8 streams × 24 h',
      '',
      sum(({ compared }) => compared),
      {
        of: 'figure',
        atLeast: 1_000,
      },
    ),
    ours(
      'of these not their file from first to last byte',
      '',
      sum(({ wrong }) => wrong),
      none,
    ),
    ours(
      'frames of the bed, which plays when nothing else does',
      '',
      sum(({ bed }) => bed),
      none,
    ),
    ours('frames between the clock and the sound after a day', '', late, { of: 'figure', atMost: 1 }),
  ];
}

/** What guests hear of a stream. */
class HeardStream {
  readonly #mount: Mount;
  readonly #folder: DataFolder;
  /** The bytes of the track on air, and how many of them were heard; null where it is not to be compared. */
  #file: { bytes: Buffer; heard: number; isRight: boolean } | null = null;
  #entry: TimelineEntry | null = null;
  #frame: number;
  compared = 0;
  wrong = 0;
  bed = 0;

  constructor(mount: Mount, folder: DataFolder) {
    this.#mount = mount;
    this.#folder = folder;
    // A stream begins a few seconds before the present, for its first bursts.
    this.#frame = mount.playout.timeline.ring('guest').tailFrame;
  }

  get headFrame(): number {
    return this.#mount.playout.timeline.headFrame;
  }

  async playUntil(frame: number): Promise<void> {
    this.#mount.produceUntil(frame);
    await this.#mount.playout.settled();
    this.#listen();
  }

  /** Takes in what has been put on air since. */
  #listen(): void {
    const { timeline } = this.#mount.playout;
    for (const entry of timeline.entriesAfter(this.#entry)) {
      this.#hear(entry.startFrame);
      this.#close();
      this.#open(entry);
    }
    this.#hear(timeline.headFrame);
  }

  #hear(untilFrame: number): void {
    if (untilFrame <= this.#frame) return;
    const ring = this.#mount.playout.timeline.ring('guest');
    const bytes = ring.slice(ring.positionOf(this.#frame), ring.positionOf(untilFrame));
    if (this.#entry?.guest.kind === 'bed') this.bed += untilFrame - this.#frame;
    this.#frame = untilFrame;
    if (this.#file === null) return;
    const { heard } = this.#file;
    this.#file.isRight &&= bytes.equals(this.#file.bytes.subarray(heard, heard + bytes.length));
    this.#file.heard += bytes.length;
  }

  #open(entry: TimelineEntry): void {
    this.#entry = entry;
    const { kind, record, frames, before } = entry.guest;
    // In a break, guests and members hear pieces of one length, which may be cut.
    if (kind !== 'track' || entry.member !== entry.guest || frames !== undefined || before !== undefined)
      return;
    this.#file = { bytes: readFileSync(mediaFiles(this.#folder, record.id).audio), heard: 0, isRight: true };
  }

  #close(): void {
    if (this.#file === null) return;
    const { bytes, heard, isRight } = this.#file;
    this.#file = null;
    this.compared += 1;
    if (!isRight || heard !== bytes.length) this.wrong += 1;
  }
}
