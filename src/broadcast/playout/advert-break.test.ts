import { expect, test } from 'vitest';
import { frameStartMs } from '#src/audio/mp3/broadcast-format.ts';
import { frameHolding, frameInstant, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { journalEntry } from '#src/station/testing/station-data.ts';
import { planResume } from './resume.ts';
import { audio, DUE, LEAD_IN, openStream, piece } from './testing/test-stream.ts';

const MINUTE_FRAMES = framesIn(60_000);
/** Minutes strike 100 frames into the stream, 1 minute and 100 frames, … */
const STRIKES = 100;
const adverts = { minutes: [0, 1, 2, 3, 4, 5], spots: 2 };
const media = (number: number, frames: number, kind?: Parameters<typeof piece>[2]) => ({
  record: piece(number, frames, kind),
  bytes: audio(frames, number),
});
const TRACKS = [media(1, 900), media(2, 900)];
const SPOTS = [media(11, 300, 'spot'), media(12, 400, 'spot'), media(13, 350, 'spot')];
const INTERLUDE = media(21, 2000, 'interlude');

const frames = (runs: [mark: number, frames: number][]) => runs.reduce((sum, [, count]) => sum + count, 0);
type Stream = Awaited<ReturnType<typeof openStream>>;
const marks = (stream: Stream, variant: 'guest' | 'member') => stream.heard(variant).map(([mark]) => mark);

test('after the minute, guests hear the spots and members an interlude; both meet again on the same frame', async () => {
  // The stream begins at 12:00 less the lead-in: the first minute strikes within the first track.
  await using stream = await openStream([...TRACKS, ...SPOTS, INTERLUDE], {
    adverts: { minutes: [0], spots: 2 },
  });
  await stream.play(900 - LEAD_IN + 700 + 500);
  const [guest, member] = [stream.heard('guest'), stream.heard('member')];
  const [track, next] = [guest[0]?.[0], guest.at(-1)?.[0]];
  expect(guest).toEqual([
    [track, 900],
    [11, 300],
    [12, 400],
    [next, 500],
  ]);
  expect(member.map(([mark]) => mark)).toEqual([track, 21, next]);
  expect(member.at(-1)).toEqual([next, 500]);
  const rings = (['guest', 'member'] as const).map((variant) => stream.playout.timeline.ring(variant));
  expect(rings[1]?.head).toBe(rings[0]?.head);
});

test('after the two minutes that can be asked for, and what may still be on its way, both variants are one', async () => {
  await using stream = await openStream([...TRACKS, ...SPOTS, INTERLUDE], {
    adverts: { minutes: [0], spots: 2 },
  });
  const { timeline } = stream.playout;
  await stream.play(1700);
  expect(timeline.ring('member')).not.toBe(timeline.ring('guest'));
  await stream.play(6000);
  expect(timeline.ring('member')).toBe(timeline.ring('guest'));
});

test('a break never comes in the middle of a piece, and a jingle that is due comes behind it', async () => {
  const long = media(1, 3 * MINUTE_FRAMES);
  await using stream = await openStream([long, ...SPOTS, INTERLUDE, media(31, 100, 'jingle')], {
    adverts,
    jingleEvery: 1,
  });
  await stream.play(3 * MINUTE_FRAMES - LEAD_IN + 700 + 100 + STRIKES);
  expect(stream.heard().map(([mark]) => mark)).toEqual([1, 11, 12, 31, 1]);
  expect(stream.adverts.map(({ record }) => record.kind)).toEqual([
    'track',
    'spot',
    'spot',
    'jingle',
    'track',
  ]);
});

test('break after break, spots take turns and the variants never part for good', async () => {
  await using stream = await openStream([...TRACKS, ...SPOTS, INTERLUDE], {
    adverts: { ...adverts, spots: 1 },
  });
  await stream.play(5 * MINUTE_FRAMES);
  const spots = stream.adverts
    .filter(({ record }) => record.kind === 'spot')
    .map(({ record }) => record.title);
  expect(spots.slice(0, 4)).toEqual(['Title 11', 'Title 12', 'Title 13', 'Title 11']);
  const [guest, member] = (['guest', 'member'] as const).map((one) => stream.playout.timeline.ring(one));
  expect(member?.headFrame).toBe(guest?.headFrame);
  const isAdvert = (mark: number) => mark >= 11 && mark <= 13;
  expect(marks(stream, 'member').some(isAdvert)).toBe(false);
  expect(marks(stream, 'guest').some(isAdvert)).toBe(true);
});

test.each([
  ['tracks', TRACKS, [1, 2]],
  ['the bed', [], []],
])('without an interlude members hear %s', async (what, others, expected) => {
  const music = what === 'tracks' ? [] : [media(1, 900)];
  await using stream = await openStream([...music, ...others, ...SPOTS], { adverts });
  await stream.play(900 - LEAD_IN + 600);
  const member = new Set(marks(stream, 'member'));
  expect([...member].every((mark) => mark < 11)).toBe(true);
  expect(expected.every((mark) => member.has(mark))).toBe(true);
  expect(frames(stream.heard('guest'))).toBe(1500);
});

test('a track that stands in for adverts is told to members as an interlude [R246]', async () => {
  await using stream = await openStream([...TRACKS, ...SPOTS], { adverts });
  await stream.play(900 - LEAD_IN + 700 + 100);
  const { timeline } = stream.playout;
  const kinds = (variant: 'guest' | 'member') => timeline.marks(variant).map(({ piece: { kind } }) => kind);
  expect(kinds('guest')).toEqual(['track', 'spot', 'spot', 'track']);
  expect(new Set(kinds('member').slice(1, -1))).toEqual(new Set(['interlude']));
  expect(kinds('member').at(-1)).toBe('track');
  expect(marks(stream, 'member')[1]).toBeLessThan(11);
});

test('a spot whose file is broken is left out, and so is an interlude', async () => {
  const broken = { record: piece(11, 300, 'spot'), bytes: Buffer.alloc(20_000, 7) };
  const gone = { record: piece(20, 3000, 'interlude') };
  await using stream = await openStream([...TRACKS, broken, ...SPOTS.slice(1), gone, INTERLUDE], { adverts });
  await stream.play(900 - LEAD_IN + 750 + 10);
  expect(stream.heard().slice(1, 3)).toEqual([
    [12, 400],
    [13, 350],
  ]);
  expect(marks(stream, 'member')[1]).toBe(21);
  expect(stream.log.filter((line) => line.includes('leaves it out'))).toHaveLength(2);
});

const unreadable = (...piece: Parameters<typeof media>) => ({ ...media(...piece), isUnreadable: true });

test.each([
  ['a spot', [unreadable(11, 300, 'spot'), INTERLUDE]],
  ['an interlude', [unreadable(20, 3000, 'interlude'), INTERLUDE]],
])('%s on a bad spot of the disk is left out of each break, and the log names it', async (_, pieces) => {
  await using stream = await openStream([...TRACKS, ...pieces, ...SPOTS.slice(1)], { adverts });
  await stream.play(2 * (900 + 750) - LEAD_IN);
  const [first, , , second] = marks(stream, 'guest');
  expect(stream.heard()).toEqual([
    [first, 900],
    [12, 400],
    [13, 350],
    [second, 900],
    [12, 400],
    [13, 350],
  ]);
  expect(marks(stream, 'member')).toEqual([first, 21, second, 21]);
  const id = pieces[0]?.record.id ?? '';
  expect(stream.log).toEqual([expect.stringMatching(new RegExp(`"reason":"[^"]*/${id}: EIO`))]);
});

test('adverts that are switched off meanwhile do not come', async () => {
  await using stream = await openStream([...TRACKS, ...SPOTS, INTERLUDE], {
    adverts: { minutes: [0], spots: 2, from: '2026-11-22' },
  });
  await stream.play(2000);
  expect(stream.adverts.every(({ record }) => record.kind === 'track')).toBe(true);
});

/** A stream that was restarted this many frames after its first break began. */
async function restartedAfter(sinceBreak: number) {
  const first = await openStream([...TRACKS, ...SPOTS, INTERLUDE], { adverts });
  await first.play(900 - LEAD_IN + sinceBreak);
  const pieces = [...first.adverts];
  const before = (['guest', 'member'] as const).map((variant) => first.heard(variant));
  await first[Symbol.asyncDispose]();
  const firstFrame = DUE - 900 - sinceBreak;
  const again = await openStream([...TRACKS, ...SPOTS, INTERLUDE], {
    adverts,
    resumption: { firstFrame, skipFrames: 0, pieces },
  });
  return { again, before, told: pieces.length };
}

test.each([10, 250, 310, 690])(
  'a restart %i frames into a break goes on in it, for both',
  async (sinceBreak) => {
    const { again, before } = await restartedAfter(sinceBreak);
    await using stream = again;
    expect([stream.heard('guest'), stream.heard('member')]).toEqual(before);
    await stream.play(700 - sinceBreak + 200);
    expect(stream.heard('guest').slice(1, 3)).toEqual([
      [11, 300],
      [12, 400],
    ]);
    const [guest, member] = (['guest', 'member'] as const).map((one) => stream.playout.timeline.ring(one));
    expect(member?.head).toBe(guest?.head);
    // What was told before the restart is not told again.
    const spots = stream.adverts.filter(({ record }) => record.kind === 'spot').length;
    expect(spots).toBe(sinceBreak < 300 ? 1 : 0);
  },
);

test('a restart after a break does not repeat it', async () => {
  const { again } = await restartedAfter(750);
  await using stream = again;
  await stream.play(700);
  expect(stream.adverts.filter(({ record }) => record.kind === 'spot')).toEqual([]);
  expect(marks(stream, 'guest').filter((mark) => mark === 11)).toHaveLength(1);
});

test('a timeline that begins within a spot has both variants from there on, and they meet', async () => {
  const { record } = SPOTS[1] ?? media(0, 1);
  const advert = {
    spots: [11, 12].map((number, at) => ({ id: piece(number, 1).id, frames: [300, 400][at] ?? 0 })),
    bonus: [{ id: INTERLUDE.record.id, frames: 700 }],
    at: 1,
  };
  await using stream = await openStream([...TRACKS, ...SPOTS, INTERLUDE], {
    adverts,
    resumption: { firstFrame: DUE - 100, skipFrames: 150, pieces: [{ record, advert }] },
  });
  await stream.play(200);
  expect(stream.heard('guest').slice(0, 1)).toEqual([[12, 250]]);
  const [guest, member] = (['guest', 'member'] as const).map((one) => stream.playout.timeline.ring(one));
  expect([member?.head, member?.headFrame]).toEqual([guest?.head, guest?.headFrame]);
  expect(frameHolding(stream.starts[0]?.[1] ?? 0)).toBe(DUE + 150);
});

test('a start in a long break lays the rest of it in the bytes that were told [W140]', async () => {
  const spots = [media(11, 300, 'spot'), media(12, 5700, 'spot')];
  const pieces = [...TRACKS, ...spots, media(21, 6000, 'interlude')];
  // Two minutes and a little before, guests have had another number of bytes of it than members.
  const sinceBreak = 5254;
  const played = 900 - LEAD_IN + sinceBreak;
  await using first = await openStream(pieces, { adverts });
  await first.play(played);
  const plays = first.adverts.map(({ record, advert }, at) => {
    const durationMs = frameStartMs(record.frames);
    const entry = journalEntry({ ...record, durationMs }, 'dance', first.starts[at]?.[1] ?? 0);
    return { ...entry, advert: advert ?? undefined };
  });
  const plan = planResume(plays, frameInstant(DUE + played));
  if (plan === null) throw new Error('the break goes on');
  const resumption = {
    firstFrame: plan.firstFrame - played,
    skipFrames: plan.skipFrames,
    pieces: first.adverts.slice(-plan.entries.length),
  };
  await using again = await openStream(pieces, { adverts, resumption });
  const [told, laid] = await Promise.all(
    [first, again].map(async (stream) => {
      await stream.play(6000 - sinceBreak);
      return (['guest', 'member'] as const).map((variant) => {
        const ring = stream.playout.timeline.ring(variant);
        return ring.slice(ring.positionOf(ring.headFrame - 3000), ring.head);
      });
    }),
  );
  expect(laid?.map((bytes, at) => told?.[at]?.equals(bytes))).toEqual([true, true]);
});

test('a clock that was set is followed behind a break, however long that is overdue: both variants change at once', async () => {
  await using stream = await openStream([...TRACKS, ...SPOTS, INTERLUDE], {
    adverts: { minutes: [0], spots: 2 },
  });
  await stream.play(900 - LEAD_IN + 100);
  expect([stream.heard().at(-1), stream.heard('member').at(-1)]).toEqual([
    [11, 100],
    [21, 100],
  ]);
  stream.wall.aheadFrames = MINUTE_FRAMES;
  stream.wall.isOverdue = true;
  await stream.play(100);
  expect(stream.playout.timeline.dates.aheadFrames).toBe(0);
  await stream.play(700);
  expect(stream.playout.timeline.dates.aheadFrames).toBe(MINUTE_FRAMES);
});
