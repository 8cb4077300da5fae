import { expect, test, vi } from 'vitest';
import { MediaFile } from '#src/broadcast/frames/media-file.ts';
import { frameHolding, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { audio, bed, DUE, LEAD_IN, openStream, piece } from './testing/test-stream.ts';

test('a stream begins with five seconds of its first track behind it, so that a listener has a burst at once', async () => {
  await using stream = await openStream([{ record: piece(1, 500), bytes: audio(500, 1) }]);
  expect(stream.playout.timeline.headFrame).toBe(DUE);
  expect(stream.heard()).toEqual([[1, LEAD_IN]]);
});

test('tracks follow each other on the frame, none lost and none doubled', async () => {
  await using stream = await openStream([
    { record: piece(1, 700), bytes: audio(700, 1) },
    { record: piece(2, 900), bytes: audio(900, 2) },
  ]);
  await stream.play(2000);
  const [first, second] = stream.starts[0]?.[0] === 'Title 1' ? [1, 2] : [2, 1];
  const length = (mark: number) => (mark === 1 ? 700 : 900);
  expect(stream.heard().slice(0, 3)).toEqual([
    [first, length(first)],
    [second, length(second)],
    [first, LEAD_IN + 2000 - 1600],
  ]);
  expect(stream.starts.map(([, startedMs]) => frameHolding(startedMs) - (DUE - LEAD_IN))).toEqual([
    0,
    length(first),
    1600,
  ]);
});

test('a track longer than what is read at once plays to its last frame', async () => {
  await using stream = await openStream([{ record: piece(1, 2000), bytes: audio(2000, 1) }]);
  await stream.play(2000);
  expect(stream.heard()).toEqual([[1, 2000 + LEAD_IN]]);
  expect(stream.starts).toHaveLength(2);
});

test('a file that is missing is passed over', async () => {
  await using stream = await openStream([
    { record: piece(1, 600) },
    { record: piece(2, 600), bytes: audio(600, 2) },
  ]);
  await stream.play(1000);
  expect(new Set(stream.starts.map(([title]) => title))).toEqual(new Set(['Title 2']));
});

/** Opening fails with the code until the handle is disposed; `opens` are the files that were asked for. */
function failingOpens(code: string) {
  const opens: string[] = [];
  const spy = vi.spyOn(MediaFile, 'open').mockImplementation(async (path) => {
    opens.push(path);
    throw Object.assign(new Error(`${code}: no`), { code });
  });
  return { opens, [Symbol.dispose]: () => spy.mockRestore() };
}

const fourTracks = [1, 2, 3, 4].map((number) => ({ record: piece(number, 400), bytes: audio(400, number) }));

test('a machine without free files is asked again every second, and no piece is held to blame', async () => {
  await using stream = await openStream(fourTracks);
  {
    using failing = failingOpens('EMFILE');
    await stream.play(900);
    // The track on air and the one made ready before, then one try a second on the bed.
    expect(stream.starts).toHaveLength(2);
    expect(failing.opens.length).toBeLessThan(900 / 38 + 2);
    expect(failing.opens.length).toBeGreaterThan(10);
  }
  await stream.play(100);
  expect(stream.starts).toHaveLength(3);
  await stream.play(1600);
  expect(new Set(stream.starts.map(([title]) => title)).size).toBe(4);
  expect(stream.log.filter((line) => line.includes('cannot open any music file'))).toHaveLength(1);
  expect(stream.log.filter((line) => line.includes('leaves it out'))).toHaveLength(0);
});

test('the folder of all music away is one line and one after, holds no piece to blame, and is tried each second', async () => {
  await using stream = await openStream(fourTracks);
  await stream.play(200);
  {
    await using _away = await stream.unmount();
    await stream.play(1600);
    expect(stream.starts).toHaveLength(2);
    const said = [expect.stringContaining('broadcast cannot open any music file')];
    expect(stream.log).toEqual(said);
  }
  stream.clock.advance(60_000);
  await stream.play(100);
  expect(stream.starts).toHaveLength(3);
  await stream.play(1600);
  expect(new Set(stream.starts.map(([title]) => title)).size).toBe(4);
  expect(stream.log.slice(1)).toEqual([expect.stringContaining('can open music files again')]);
});

test('a disk that is away while a track plays is back in time for the next one', async () => {
  await using stream = await openStream(fourTracks);
  await stream.play(200);
  {
    using failing = failingOpens('EIO');
    await stream.play(200);
    expect(failing.opens.length).toBeGreaterThan(4);
  }
  await stream.play(1500);
  const frames = stream.heard().map(([, count]) => count);
  expect(frames.reduce((sum, count) => sum + count)).toBe(200 + 200 + 1500 + LEAD_IN);
});

/** Two tracks and a jingle between them that is shorter than what falls due in a second, just before it. */
async function openBeforeShortJingle() {
  const jingle = { record: piece(31, 20, 'jingle'), bytes: audio(20, 31) };
  const stream = await openStream([...fourTracks.slice(0, 2), jingle], { jingleEvery: 1 });
  await stream.play(400 - LEAD_IN - 10);
  return stream;
}

test('what follows a jingle that begins and ends within one production comes right behind it, without the bed', async () => {
  await using stream = await openBeforeShortJingle();
  const { playout } = stream;
  const due = playout.timeline.headFrame + 48;
  playout.produceUntil(due);
  expect(playout.timeline.headFrame).toBe(due - 18);
  await playout.settled();
  playout.produceUntil(due + 38);
  expect(playout.timeline.headFrame).toBe(due + 38);
  const [first, ...behind] = stream.heard();
  expect(behind).toEqual([
    [31, 20],
    [first?.[0] === 1 ? 2 : 1, 18 + 38],
  ]);
  expect(playout.underruns).toEqual({ disk: 0, bed: 0 });
});

test('a choice that never ends is waited for until the next production, then the bed comes', async () => {
  await using stream = await openBeforeShortJingle();
  const { playout } = stream;
  const due = playout.timeline.headFrame + 38;
  const spy = vi.spyOn(MediaFile, 'open').mockReturnValue(new Promise<never>(() => {}));
  using _hung = { [Symbol.dispose]: () => spy.mockRestore() };
  playout.produceUntil(due);
  expect(playout.isOnBed).toBe(false);
  playout.produceUntil(due + 38);
  expect([playout.isOnBed, playout.timeline.headFrame]).toEqual([true, due + 38]);
  expect(playout.underruns).toEqual({ disk: 0, bed: 1 });
});

test('a jingle that ends longer ago than a listener can wait is followed by the bed at once', async () => {
  await using stream = await openBeforeShortJingle();
  const { playout } = stream;
  const due = playout.timeline.headFrame + 100;
  playout.produceUntil(due);
  expect([playout.isOnBed, playout.timeline.headFrame]).toEqual([true, due]);
});

test('when every track rests, the one that has rested longest is tried before the bed', async () => {
  const gone = [piece(1, 400), piece(2, 400)];
  await using stream = await openStream(gone.map((record) => ({ record })));
  await stream.play(bed.frameOffsets.length + 40);
  expect(stream.starts).toEqual([]);
  await stream.add({ record: piece(2, 400), bytes: audio(400, 2) });
  await stream.play(bed.frameOffsets.length + 40);
  expect(stream.starts[0]?.[0]).toBe('Title 2');
  expect(stream.log.filter((line) => line.includes('leaves it out'))).toHaveLength(2);
});

test('pieces that no file was there for play in turn again as soon as one can', async () => {
  const pieces = [1, 2, 3, 4, 5, 6].map((number) => piece(number, 400));
  await using stream = await openStream(pieces.map((record) => ({ record })));
  await stream.play(bed.frameOffsets.length + 40);
  expect(stream.starts).toEqual([]);
  for (const record of pieces) await stream.add({ record, bytes: audio(400, 1) });
  await stream.play(bed.frameOffsets.length + 6 * 400);
  expect(new Set(stream.starts.slice(0, 6).map(([title]) => title)).size).toBe(6);
});

test('the one piece that can be played again plays on without the bed while all others cannot', async () => {
  const pieces = Array.from({ length: 20 }, (_, at) => piece(at + 1, 400));
  await using stream = await openStream(pieces.map((record) => ({ record })));
  await stream.play(4 * bed.frameOffsets.length);
  await stream.add({ record: piece(1, 400), bytes: audio(400, 1) });
  await vi.waitFor(async () => {
    await stream.play(20);
    expect(stream.starts).toHaveLength(1);
  }, PATIENT);
  const left = stream.playout.underruns.bed;
  await stream.play(10 * 400);
  expect(stream.playout.underruns.bed).toBe(left);
});

test('a file that breaks off in the middle plays up to there, then the next begins', async () => {
  const broken = Buffer.concat([audio(1500, 1), Buffer.alloc(5000, 7), audio(500, 1)]);
  await using stream = await openStream([
    { record: piece(1, 2000), bytes: broken },
    { record: piece(2, 600), bytes: audio(600, 2) },
  ]);
  await stream.play(3200);
  const [first] = stream.heard().filter(([mark]) => mark === 1);
  expect(first?.[1]).toBeGreaterThan(500);
  expect(first?.[1]).toBeLessThan(1500);
  expect(stream.starts.filter(([title]) => title === 'Title 1')).toHaveLength(1);
});

test('a piece whose file is replaced while it is on air plays to its last frame as it began [W136]', async () => {
  await using stream = await openStream([
    { record: piece(1, 2000), bytes: audio(2000, 1) },
    { record: piece(2, 600) },
  ]);
  await stream.play(100);
  await stream.replace(piece(1, 2000), audio(1990, 9));
  await stream.play(2000 - LEAD_IN - 100);
  expect(stream.heard()).toEqual([[1, 2000]]);
  // What follows had been opened before.
  await stream.play(2000 + 10);
  expect(stream.heard().at(-1)).toEqual([9, 10]);
});

test('without any music the bed plays, without a gap', async () => {
  await using stream = await openStream([]);
  await stream.play(1000);
  expect(stream.heard()).toEqual([]);
  expect(stream.playout.timeline.entryAt(stream.playout.timeline.headFrame)?.guest.kind).toBe('bed');
  expect(
    stream.playout.timeline.ring('guest').headFrame - stream.playout.timeline.ring('guest').tailFrame,
  ).toBe(1000 + LEAD_IN);
});

test('the first track to arrive ends the bed at once', async () => {
  await using stream = await openStream([]);
  await stream.play(60);
  await stream.add({ record: piece(1, 800), bytes: audio(800, 1) });
  stream.playout.reconsider();
  await vi.waitFor(() => {
    stream.playout.produceUntil(stream.playout.timeline.headFrame + 1);
    expect(stream.starts).toHaveLength(1);
  }, PATIENT);
});

test('without music the jingle and the bed play in turn', async () => {
  await using stream = await openStream([{ record: piece(1, 100, 'jingle'), bytes: audio(100, 1) }]);
  await stream.play(bed.frameOffsets.length * 3 + 400);
  expect(stream.starts.length).toBeGreaterThanOrEqual(2);
  expect(stream.heard().every(([, frames]) => frames === 100)).toBe(true);
});

test('after a restart the entry on air goes on at its offset and is not told again', async () => {
  const record = piece(1, 3000);
  const resumption = { firstFrame: DUE - 1000, skipFrames: 500, pieces: [{ record, advert: null }] };
  await using stream = await openStream([{ record, bytes: audio(3000, 1) }], { resumption });
  expect(stream.playout.timeline.ring('guest').tailFrame).toBe(DUE - 1000);
  expect(stream.starts).toEqual([]);
  await stream.play(1500);
  expect(stream.starts).toEqual([]);
  await stream.play(1);
  expect(stream.starts.map(([, startedMs]) => frameHolding(startedMs))).toEqual([DUE + 1500]);
});

test('after a restart that takes its time the entry on air is not cut short', async () => {
  const record = piece(1, 3000);
  const resumption = { firstFrame: DUE - 1000, skipFrames: 600, pieces: [{ record, advert: null }] };
  await using stream = await openStream([{ record, bytes: audio(3000, 1) }], { resumption });
  stream.playout.produceUntil(DUE + 380);
  expect(stream.heard()).toEqual([[1, 1380]]);
  expect(stream.starts).toEqual([]);
});

test('a restart after the entry’s end begins the next one exactly there', async () => {
  const record = piece(1, 1000);
  const resumption = { firstFrame: DUE - 1400, skipFrames: 0, pieces: [{ record, advert: null }] };
  await using stream = await openStream([{ record, bytes: audio(1000, 1) }], { resumption });
  expect(stream.starts.map(([, startedMs]) => frameHolding(startedMs))).toEqual([DUE - 400]);
});

test('a resumed file that is gone means a fresh start', async () => {
  const record = piece(1, 1000);
  const resumption = { firstFrame: DUE - 800, skipFrames: 0, pieces: [{ record, advert: null }] };
  await using stream = await openStream([{ record: piece(2, 900), bytes: audio(900, 2) }], { resumption });
  expect(stream.heard()).toEqual([[2, LEAD_IN]]);
});

test('a resumed file that is gone costs what follows it nothing', async () => {
  const [gone, there] = [piece(1, 1000), piece(2, 3000)];
  const pieces = [gone, there].map((record) => ({ record, advert: null }));
  const resumption = { firstFrame: DUE - 1500, skipFrames: 200, pieces };
  await using stream = await openStream([{ record: gone }, { record: there, bytes: audio(3000, 2) }], {
    resumption,
  });
  expect(stream.playout.timeline.headFrame).toBe(DUE);
  expect(stream.heard()).toEqual([[2, 1500 - 800]]);
  expect(stream.starts).toEqual([]);
});

test('a machine that stood still for a minute goes on from now', async () => {
  await using stream = await openStream([{ record: piece(1, 4000), bytes: audio(4000, 1) }]);
  stream.playout.produceUntil(DUE + 2297);
  expect(stream.playout.timeline.headFrame).toBe(DUE + 2297);
  expect(stream.heard()).toEqual([[1, LEAD_IN]]);
});

test('a machine that stood still for a while goes on in the same piece, where it would have been by then', async () => {
  await using stream = await openStream([{ record: piece(1, 1500), bytes: audio(1500, 1) }]);
  await stream.play(100);
  stream.playout.produceUntil(DUE + 100 + 600);
  expect(stream.heard()).toEqual([[1, LEAD_IN]]);
  await stream.play(1500 - LEAD_IN - 700);
  expect(stream.starts).toHaveLength(1);
  await stream.play(1);
  expect(stream.starts.map(([, startedMs]) => frameHolding(startedMs) - (DUE - LEAD_IN))).toEqual([0, 1500]);
});

const THREE_HOURS = framesIn(3 * 3_600_000);

test.each([
  ['forwards', THREE_HOURS],
  ['backwards', -THREE_HOURS],
])(
  'a clock that was set %s is followed at the next join; the audio and the count go on as if nothing was',
  async (_, aheadFrames) => {
    await using stream = await openStream([
      { record: piece(1, 700), bytes: audio(700, 1) },
      { record: piece(2, 700), bytes: audio(700, 2) },
    ]);
    const { dates } = stream.playout.timeline;
    const frame = DUE + 100;
    await stream.play(200);
    const told = dates.instant(frame);
    stream.wall.aheadFrames = aheadFrames;
    await stream.play(100);
    expect(dates.instant(frame)).toBe(told);
    await stream.play(800);
    expect(stream.heard().map(([, frames]) => frames)).toEqual([700, LEAD_IN + 1100 - 700]);
    expect(stream.starts.map(([, startedMs]) => frameHolding(startedMs))).toEqual([
      DUE - LEAD_IN,
      DUE - LEAD_IN + 700 + aheadFrames,
    ]);
    const isInRing = (one: number) =>
      one >= stream.playout.timeline.ring('guest').tailFrame && one < DUE + 1100;
    expect([told, dates.instant(frame)].map((instant) => dates.frameAt(instant, isInRing))).toEqual([
      frame,
      frame,
    ]);
  },
);

test('a piece that is too long to wait for stands in the journal at both instants, and is not cut', async () => {
  await using stream = await openStream([{ record: piece(1, 9000), bytes: audio(9000, 1) }]);
  stream.wall.aheadFrames = THREE_HOURS;
  await stream.play(1000);
  stream.wall.isOverdue = true;
  await stream.play(1000);
  expect(stream.starts.map(([title, startedMs]) => [title, frameHolding(startedMs)])).toEqual([
    ['Title 1', DUE - LEAD_IN],
    ['Title 1 again', DUE - LEAD_IN + THREE_HOURS],
  ]);
  expect(stream.heard()).toEqual([[1, LEAD_IN + 2000]]);
});
