import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { AdvertBreaks } from '#src/broadcast/adverts/advert-breaks.ts';
import { readBed } from '#src/broadcast/frames/bed.ts';
import { MediaOutage } from '#src/broadcast/playout/media-outage.ts';
import { Playout, Standstill } from '#src/broadcast/playout/playout.ts';
import type { Resumption } from '#src/broadcast/playout/resume.ts';
import { Library } from '#src/broadcast/rotation/library.ts';
import { Programme } from '#src/broadcast/rotation/programme.ts';
import { RotationMemory } from '#src/broadcast/rotation/rotation-memory.ts';
import { frameHolding } from '#src/broadcast/timeline/frame-grid.ts';
import type { TimelineEntry, Variant } from '#src/broadcast/timeline/timeline.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { makeBadSpot } from '#src/platform/files/testing/bad-spot.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Adverts } from '#src/station/config/adverts-yaml.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';

export const bed = await readBed();
export const DUE = frameHolding(Date.UTC(2026, 10, 21, 12));
/** Frames that a stream has behind it when it begins. */
export const LEAD_IN = 191;

const MARKED = 0xf00d;

/** An MP3 of this many frames, each with `mark` in its last bytes. */
export function audio(frames: number, mark: number): Buffer {
  const parts = Array.from({ length: frames }, (_, index) => {
    const at = index % bed.frameOffsets.length;
    const bytes = Buffer.from(
      bed.audio.subarray(bed.frameOffsets[at], bed.frameOffsets[at + 1] ?? bed.audio.length),
    );
    bytes.writeUIntBE(MARKED * 256 + mark, bytes.length - 3, 3);
    return bytes;
  });
  return Buffer.concat(parts);
}

export const piece = (number: number, frames: number, kind: MediaRecord['kind'] = 'track') =>
  mediaRecord(number, `Artist ${number}`, `Title ${number}`, 'dance', { kind, frames });

interface TestPiece {
  record: MediaRecord;
  bytes?: Buffer;
  /** Whether the disk does not give them. */
  isUnreadable?: boolean;
}

/** A stream with these pieces; those without `bytes` have no file. */
export async function openStream(
  pieces: TestPiece[],
  options: { jingleEvery?: number; resumption?: Resumption; adverts?: Adverts } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'onde-playout-'));
  await mkdir(folder, { recursive: true });
  const records = new Map<string, MediaRecord>();
  const badSpots = new DisposableStack();
  const add = async ({ record, bytes, isUnreadable }: TestPiece) => {
    records.set(record.id, record);
    const path = join(folder, record.id);
    if (bytes) await writeFile(path, bytes);
    if (isUnreadable) badSpots.use(await makeBadSpot(path, 0, Number.POSITIVE_INFINITY));
  };
  for (const one of pieces) await add(one);
  const [stream] = stationConfig({
    streams: [{ id: 'dance', jingleEvery: options.jingleEvery ?? 0, adverts: options.adverts }],
  }).streams;
  if (!stream) throw new Error('no stream');
  const memory = new RotationMemory();
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(line) });
  const clock = new ManualClock();
  const catalogue = join(folder, 'catalogue.jsonl');
  await writeFile(catalogue, '');
  const starts: [title: string, startedMs: number][] = [];
  const adverts: Resumption['pieces'] = [];
  const entries: TimelineEntry[] = [];
  const wall = { aheadFrames: 0, isOverdue: false };
  const facts = () => ({ library: new Library(records), stream, timezone: 'Europe/Paris' });
  const programme = new Programme({ streamId: 'dance', memory, facts, chance: () => () => 0.5 });
  const playout = await Playout.open(
    {
      programme,
      breaks: new AdvertBreaks({
        streamId: 'dance',
        memory,
        facts,
        restingAt: (atMs) => programme.restingAt(atMs),
      }),
      bed,
      audioPaths: ({ id, rendering = 1 }) => [join(folder, `${id}.${rendering}`), join(folder, id)],
      outage: new MediaOutage({ catalogue, clock, logger }),
      standstill: new Standstill(logger),
      logger,
      wall,
      onEntry: (entry) => void entries.push(entry),
      onRedated: (record, startedMs) => starts.push([`${record.title} again`, startedMs]),
      onStart(record, { startedMs, countedMs }, advert) {
        memory.remember({ ...record, startedMs: countedMs, ...(advert && { advert }) });
        adverts.push({ record, advert });
        starts.push([record.title, startedMs]);
      },
    },
    DUE,
    options.resumption ?? null,
  );
  return {
    playout,
    starts,
    /** What was told to have begun, with what the journal would keep. */
    adverts,
    /** What was told to have begun on the timeline. */
    entries,
    wall,
    log,
    clock,
    /** Takes the folder of all files away, as a disk that is not mounted; what disposing does brings it back. */
    async unmount() {
      await rename(folder, `${folder}-away`);
      return { [Symbol.asyncDispose]: () => rename(`${folder}-away`, folder) };
    },
    add,
    /** Puts other audio in the place of a piece's, as an import does. */
    async replace({ id }: MediaRecord, bytes: Buffer) {
      await writeFile(join(folder, 'new'), bytes);
      await rename(join(folder, 'new'), join(folder, id));
    },
    /** The marks on air, runs of the same one together, the bed left out: [[mark, frames], …]. */
    heard(variant: Variant = 'guest') {
      const ring = playout.timeline.ring(variant);
      const runs: [mark: number, frames: number][] = [];
      for (let frame = ring.tailFrame; frame < ring.headFrame; frame += 1) {
        const bytes = ring.slice(ring.positionOf(frame), ring.positionOf(frame + 1));
        const isMarked = bytes.readUInt16BE(bytes.length - 3) === MARKED;
        const mark = isMarked ? (bytes.at(-1) ?? 0) : 0;
        const last = runs.at(-1);
        if (last?.[0] === mark) last[1] += 1;
        else runs.push([mark, 1]);
      }
      return runs.filter(([mark]) => mark > 0);
    },
    /** Lets frames fall due, the disk always keeping up. */
    async play(frames: number) {
      const until = playout.timeline.headFrame + frames;
      while (playout.timeline.headFrame < until) {
        playout.produceUntil(Math.min(until, playout.timeline.headFrame + 20));
        await playout.settled();
      }
    },
    async [Symbol.asyncDispose]() {
      playout[Symbol.dispose]();
      badSpots[Symbol.dispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
