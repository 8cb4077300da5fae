import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { frameStartMs } from '#src/audio/mp3/broadcast-format.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { MediaOutage } from '#src/broadcast/playout/media-outage.ts';
import { Standstill } from '#src/broadcast/playout/playout.ts';
import { audio, bed, DUE, piece } from '#src/broadcast/playout/testing/test-stream.ts';
import { Library } from '#src/broadcast/rotation/library.ts';
import { frameInstant, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type DataFolder, dataFolder, earlierAudio, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { StreamOnAir } from './stream-on-air.ts';

const FRAMES = 2_000;
const pieces = [1, 2, 3].map((number) => ({ ...piece(number, FRAMES), durationMs: frameStartMs(FRAMES) }));
const HOUR = framesIn(3_600_000);

let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(await mkdtemp(join(tmpdir(), 'onde-stream-')));
  for (const [index, record] of pieces.entries()) {
    const path = mediaFiles(folder, record.id).audio;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, audio(FRAMES, index + 1));
  }
});
afterEach(() => rm(folder.root, { recursive: true, force: true }));

/** A stream that is due up to a frame, without what is gone; `told` is what it writes into the journal. */
async function openStream(plays: JournalEntry[], dueFrame = DUE, gone: ReadonlySet<string> = new Set()) {
  const told: JournalEntry[] = [];
  const wall = { aheadFrames: 0, isOverdue: false };
  const stream = new StreamOnAir({
    folder,
    config: () => stationConfig({ streams: [{ id: 'dance', jingleEvery: 0 }] }),
    library: new Library(
      new Map(pieces.filter(({ id }) => !gone.has(id)).map((record) => [record.id, record])),
    ),
    journal: { append: (entry) => void ('choice' in entry && told.push(entry)) },
    board: { show: () => {}, mark: () => {} },
    told: { of: () => null, keep: () => {} },
    bed,
    wall,
    outage: new MediaOutage({
      catalogue: folder.catalogue,
      clock: new ManualClock(),
      logger: pino({ level: 'silent' }),
    }),
    standstill: new Standstill(pino({ level: 'silent' })),
    logger: pino({ level: 'silent' }),
    streamId: 'dance',
    plays,
    nowMs: frameInstant(dueFrame),
  });
  const mount = await stream.open(dueFrame, 0);
  return {
    told,
    /** Lets an hour be set on the machine's clock, and the stream be too late with its join to wait for it. */
    setClock() {
      wall.aheadFrames = HOUR;
      wall.isOverdue = true;
      mount.produceUntil(mount.playout.timeline.headFrame + 1);
      wall.isOverdue = false;
    },
    async play(frames: number) {
      const until = mount.playout.timeline.headFrame + frames;
      while (mount.playout.timeline.headFrame < until) {
        mount.produceUntil(Math.min(until, mount.playout.timeline.headFrame + 20));
        await mount.playout.settled();
      }
    },
    /** Lets this many frames fall due while nothing runs. */
    standStill(frames: number) {
      mount.produceUntil(mount.playout.timeline.headFrame + frames);
      return mount.playout.settled();
    },
    /** What is on air from a frame on, and the frame itself; with none, all that the ring has. */
    onAir(fromFrame = mount.playout.timeline.ring('guest').tailFrame, untilFrame = Number.POSITIVE_INFINITY) {
      const ring = mount.playout.timeline.ring('guest');
      const until = Math.min(untilFrame, ring.headFrame);
      const bytes = ring.slice(ring.positionOf(fromFrame), ring.positionOf(until));
      return { fromFrame, untilFrame: until, bytes: Buffer.from(bytes) };
    },
    /** What the newest frame was marked with. */
    newestMark() {
      const ring = mount.playout.timeline.ring('guest');
      return ring.slice(ring.positionOf(ring.headFrame - 1), ring.head).at(-1);
    },
    [Symbol.dispose]: () => mount[Symbol.dispose](),
  };
}

test('a piece that is dated anew stands in the journal again with the reason it began with', async () => {
  using stream = await openStream([]);
  // The fourth is the first of a new round: its reason is no other's.
  await stream.play(3 * FRAMES);
  stream.setClock();
  const [, , third, fourth, again] = stream.told;
  expect(stream.told).toHaveLength(5);
  expect(fourth?.choice).not.toEqual(third?.choice);
  expect(again).toEqual({ ...fourth, startedMs: expect.any(Number) });
  expect((again?.startedMs ?? 0) - (fourth?.startedMs ?? 0)).toBeCloseTo(frameInstant(HOUR), -2);
});

test('a piece that goes on after a restart keeps its reason when it is dated anew', async () => {
  const [before, resumed] = await (async () => {
    using stream = await openStream([]);
    await stream.play(FRAMES);
    return stream.told;
  })();
  if (!before || !resumed) throw new Error('two pieces have begun');
  using stream = await openStream([before, resumed], DUE + FRAMES + framesIn(1_000));
  expect(stream.told).toEqual([]);
  stream.setClock();
  expect(stream.told).toEqual([{ ...resumed, startedMs: expect.any(Number) }]);
  expect(resumed.choice).toBeDefined();
});

test('what is on air goes on after a restart when what came before it is no longer there', async () => {
  const [before, resumed] = await (async () => {
    using stream = await openStream([]);
    await stream.play(FRAMES);
    return stream.told;
  })();
  if (!before || !resumed) throw new Error('two pieces have begun');
  const gone = new Set([before.id]);
  using stream = await openStream([before, resumed], DUE + FRAMES + framesIn(1_000), gone);
  expect(stream.newestMark()).toBe(pieces.findIndex(({ id }) => id === resumed.id) + 1);
  expect(stream.told).toEqual([]);
});

test.each([
  ['within a piece', 400, 15_000],
  ['to its end', FRAMES - 100, 15_000],
  ['for longer than is read ahead', 400, 40_000],
])(
  'a machine that stood still %s and is then killed has the same on air at the same instants',
  async (_, played, stillMs) => {
    const { told, aired } = await (async () => {
      using stream = await openStream([]);
      await stream.play(played);
      await stream.standStill(framesIn(stillMs));
      await stream.play(300);
      return { told: stream.told, aired: stream.onAir() };
    })();
    using stream = await openStream(told, aired.untilFrame + framesIn(1_000));
    expect(stream.onAir(aired.fromFrame, aired.untilFrame).bytes.equals(aired.bytes)).toBe(true);
  },
);

test('a piece that was rendered anew while the radio was down goes on in the bytes it began with', async () => {
  const [play] = await (async () => {
    using stream = await openStream([]);
    await stream.play(1);
    return stream.told;
  })();
  const index = pieces.findIndex(({ id }) => id === play?.id);
  const begun = pieces[index];
  if (!play || !begun) throw new Error('a piece has begun');
  const anew = { ...begun, rendering: 2, frames: FRAMES - 9, durationMs: frameStartMs(FRAMES - 9) };
  await rename(mediaFiles(folder, begun.id).audio, earlierAudio(folder, begun.id, 1));
  await writeFile(mediaFiles(folder, begun.id).audio, audio(anew.frames, 99));
  pieces[index] = anew;
  try {
    using stream = await openStream([play], DUE + framesIn(4_000));
    expect(stream.newestMark()).toBe(index + 1);
    await stream.play(2 * pieces.length * FRAMES);
    // It ends where it would have, and from the next time on it is the new one.
    expect(stream.told[0]?.startedMs).toBeCloseTo(play.startedMs + play.durationMs, 0);
    expect(stream.told.find(({ id }) => id === play.id)).toMatchObject({
      rendering: 2,
      durationMs: anew.durationMs,
    });
  } finally {
    pieces[index] = begun;
  }
});

test('a stream that is open holds none of the plays that it remembers from', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const { opened, play } = await (async () => {
    const [first] = await (async () => {
      using stream = await openStream([]);
      await stream.play(1);
      return stream.told;
    })();
    if (!first) throw new Error('a piece has begun');
    return { opened: await openStream([first], DUE + HOUR), play: new WeakRef(first) };
  })();
  using stream = opened;
  // What was looked at is held until the task is over.
  await new Promise(setImmediate);
  collect();
  expect(play.deref()).toBeUndefined();
  await stream.play(1);
});

test('what comes next is the same on every machine that knows the same plays [R200]', async () => {
  const [one, two] = await (async () => {
    using stream = await openStream([]);
    await stream.play(FRAMES + 100);
    return stream.told;
  })();
  if (!one || !two) throw new Error('two pieces have begun');
  const nextOn = async () => {
    using stream = await openStream([one, two], DUE + FRAMES + 200);
    await stream.play(2 * FRAMES);
    return stream.told.map(({ id, startedMs, choice }) => ({ id, startedMs, choice }));
  };
  const next = await nextOn();
  expect(next.length).toBeGreaterThan(0);
  expect(await nextOn()).toEqual(next);
});
