import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BroadcastFrames, splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { type Heard, listen } from '#src/broadcast/testing/listen.ts';
import { AD_FREE_STREAMS } from '#src/contract/limits.ts';
import { AD_FREE_PURPOSE, signAdFreeToken } from '#src/platform/secrets/ad-free-token.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import type { MediaKind } from '#src/station/catalogue/media-record.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { type FastRadio, startFastRadio } from './support/fast-radio.ts';
import { readJournal } from './support/journal.ts';
import { addTones, createHome, type Home } from './support/radio.ts';
import { decode, FRAME_SAMPLES, levelDb, SAMPLE_RATE, sharpest, toneDb } from './support/sound.ts';

const SPEED = 10;
/** Tones by which one hears what plays. Tracks are at 330, 440 and 550 Hz. */
const SPOT_HERTZ = [2_100, 2_700];
const INTERLUDE_HERTZ = 1_200;
/** From the start into the second break. */
const BREAKS_UNDER_WAY_HOURS = 95 / 3_600;
/** Two breaks with music before, between and behind. */
const RECORDED_FRAMES = Math.round(150 * 38.28125);
/** What a decoder still holds of a frame, it lays into the next one. */
const SETTLING = 2 * FRAME_SAMPLES;

interface Recording {
  frames: BroadcastFrames;
  samples: Float32Array;
}

let home: Home;
let radio: FastRadio;
let firstFrame: number;
let guest: Recording;
let member: Recording;
/** From the first sample of a break to below the first one behind it. */
let breaks: [start: number, end: number][];

/** Token of a member that counts for an hour, or counted an hour ago. */
const token = (hours: number) =>
  signAdFreeToken(instanceKey(home.folder.secret, AD_FREE_PURPOSE), {
    userId: '01kaq2w7m0abcdefghjkmnpqrs',
    expiresMs: radio.clock.nowMs() + hours * 3_600_000,
  });

function addPiece(number: number, kind: MediaKind, seconds: number, hertz: number) {
  const record = mediaRecord(number, 'Onde', `${kind} at ${hertz} Hz`, 'dance', { kind });
  const placements = record.placements.map((place) => ({ ...place, streamId: null }));
  return home.addMedia({ ...record, placements }, toneFrames(seconds, hertz));
}

async function record(heard: Heard, name: string): Promise<Recording> {
  const bytes = Buffer.from(await heard.bytes((RECORDED_FRAMES + 1) * 418));
  const all = splitBroadcastFrames(bytes);
  const end = all.frameOffsets[RECORDED_FRAMES] ?? 0;
  const frames = {
    audio: all.audio.subarray(0, end),
    frameOffsets: all.frameOffsets.subarray(0, RECORDED_FRAMES),
  };
  return { frames, samples: await decode(frames.audio, home.folder.root, name) };
}

const frameOf = (instantMs: number) => Math.floor((instantMs * 49) / 1280 + 1e-4);
const sampleOf = (entry: JournalEntry) => (frameOf(entry.startedMs) - firstFrame) * FRAME_SAMPLES;

beforeAll(async () => {
  home = await createHome();
  await writeFile(
    join(home.stationDir, 'station.yaml'),
    'streams:\n  - { id: dance, jingleEvery: 0, adverts: { minutes: [1, 2], spots: 2 } }\n',
  );
  await addTones(home, 3, 24);
  await addPiece(51, 'spot', 7, SPOT_HERTZ[0] ?? 0);
  await addPiece(52, 'spot', 5, SPOT_HERTZ[1] ?? 0);
  await addPiece(61, 'interlude', 40, INTERLUDE_HERTZ);
  radio = await startFastRadio(home, SPEED, Date.UTC(2026, 10, 21, 12, 0, 30));
  using guests = listen(radio.origin, '/stream/dance.mp3');
  const firstMs = Number((await guests.head()).headers.get('x-first-ms'));
  firstFrame = frameOf(firstMs);
  // Who asks for the second frame gets the first one as well, for the decoder.
  const secondMs = Math.ceil(((firstFrame + 1) * 1280) / 49);
  // It ends before the second break does, and the connection stays what it is [W90].
  const passing = token(BREAKS_UNDER_WAY_HOURS);
  using members = listen(radio.origin, `/stream/dance.mp3?noads=${passing}&from=${secondMs}`);
  expect((await members.head()).headers.get('x-first-ms')).toBe(String(firstMs));
  const heard = [guests, members].map((one) => one.bytes((RECORDED_FRAMES + 1) * 418));
  await Promise.all(heard);
  // What was on air is kept for two minutes: none of them passes while this is decoded and looked at.
  radio.clock.stand();
  guest = await record(guests, 'guest');
  member = await record(members, 'member');
  const plays = await readJournal(home);
  breaks = plays.flatMap((play, at) => {
    const behind = plays.slice(at).find(({ kind }) => kind === 'track');
    const begins = play.kind === 'spot' && plays[at - 1]?.kind === 'track';
    return begins && behind ? [[sampleOf(play), sampleOf(behind)] as [number, number]] : [];
  });
});
afterAll(async () => {
  await radio?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

/** A moment in the second break. */
function inBreakMs(): number {
  const [, [start] = [0]] = breaks;
  return Math.ceil(((firstFrame + start / FRAME_SAMPLES + 60) * 1280) / 49);
}

test('who comes back into a break goes on in the variant of the address', async () => {
  const [, [start] = [0]] = breaks;
  for (const [query, { frames }] of [
    ['', guest],
    [`&noads=${token(1)}`, member],
  ] as const) {
    using heard = listen(radio.origin, `/stream/dance.mp3?from=${inBreakMs()}${query}`);
    const at = frameOf(Number((await heard.head()).headers.get('x-first-ms'))) - firstFrame;
    // One frame early, which the decoder needs.
    expect(at).toBe(start / FRAME_SAMPLES + 59);
    const offset = frames.frameOffsets[at] ?? 0;
    const bytes = await heard.bytes(100_000);
    expect(bytes.subarray(0, 100_000).equals(frames.audio.subarray(offset, offset + 100_000))).toBe(true);
  }
});

test('players that show titles name the stream to guests, and to members what they hear', async () => {
  for (const [query, title] of [
    ['', 'Onde Dance'],
    [`&noads=${token(1)}`, `Onde - interlude at ${INTERLUDE_HERTZ} Hz`],
  ] as const) {
    const path = `/stream/dance.mp3?from=${inBreakMs()}${query}`;
    using heard = listen(radio.origin, path, { headers: { 'Icy-MetaData': '1' } });
    const block = (await heard.bytes(17_000)).toString('utf8', 16_001, 16_200);
    expect(block).toContain(`StreamTitle='${title}';`);
  }
  const [shown] = await (await fetch(`${radio.origin}/titre.json`)).json();
  expect(shown.titre).toMatch(/^Tone/);
});

const stretch = ({ samples }: Recording, from: number, to: number) =>
  samples.subarray(Math.max(0, Math.round(from)), Math.round(to));
const spotsIn = (samples: Float32Array) => Math.max(...SPOT_HERTZ.map((hertz) => toneDb(samples, hertz)));

/** Both variants side by side, in decibels: from three seconds before a break to three behind it. */
function levels([start, end]: [number, number], step = SAMPLE_RATE / 2): string {
  const rows = ['seconds   guests   spots   members   spots  interlude'];
  for (let at = start - 3 * SAMPLE_RATE; at < end + 3 * SAMPLE_RATE; at += step) {
    const [heard, instead] = [stretch(guest, at, at + step), stretch(member, at, at + step)];
    const figures = [
      (at - start) / SAMPLE_RATE,
      levelDb(heard),
      spotsIn(heard),
      levelDb(instead),
      spotsIn(instead),
      toneDb(instead, INTERLUDE_HERTZ),
    ];
    rows.push(figures.map((figure) => figure.toFixed(1).padStart(7)).join('  '));
  }
  return rows.join('\n');
}

test('in two and a half minutes there are two breaks of both spots, and both recordings are equally long', async ({
  annotate,
}) => {
  for (const one of breaks) await annotate(`\n${levels(one)}`);
  expect(breaks).toHaveLength(2);
  expect(member.frames.audio.length).toBe(guest.frames.audio.length);
  expect(member.samples.length).toBe(guest.samples.length);
  const spots = (await readJournal(home)).filter(({ kind }) => kind === 'spot');
  expect(spots.length).toBeGreaterThanOrEqual(4);
  expect(spots.every(({ advert }) => advert?.bonus.length === 1)).toBe(true);
});

test('outside of breaks guests and members hear the same, to the sample', () => {
  const edges = [0, ...breaks.flatMap(([start, end]) => [start, end + SETTLING]), guest.samples.length];
  for (let at = 0; at < edges.length; at += 2) {
    const [from = 0, to = 0] = edges.slice(at, at + 2);
    expect(to - from).toBeGreaterThan(10 * SAMPLE_RATE);
    const [heard, other] = [guest, member].map((one) => Buffer.from(stretch(one, from, to).slice().buffer));
    expect(other && heard?.equals(other)).toBe(true);
  }
});

test('guests hear both spots in each break, members never a trace of one', () => {
  for (const [start, end] of breaks) {
    for (const hertz of SPOT_HERTZ) {
      expect(toneDb(stretch(guest, start, end), hertz)).toBeGreaterThan(-22);
      expect(toneDb(stretch(member, start, end), hertz), levels([start, end])).toBeLessThan(-60);
    }
    expect(toneDb(stretch(member, start, end), INTERLUDE_HERTZ)).toBeGreaterThan(-20);
  }
  const second = SAMPLE_RATE;
  for (let at = 0; at + second <= member.samples.length; at += second)
    expect(spotsIn(stretch(member, at, at + second))).toBeLessThan(-45);
});

test('the interlude plays at its level, fades out in two seconds and ends with the break', () => {
  for (const [start, end] of breaks) {
    const level = (fromEnd: number) =>
      toneDb(
        stretch(member, end - fromEnd * SAMPLE_RATE, end - (fromEnd - 0.25) * SAMPLE_RATE),
        INTERLUDE_HERTZ,
      );
    const body = toneDb(stretch(member, start + SAMPLE_RATE, end - 3 * SAMPLE_RATE), INTERLUDE_HERTZ);
    expect(Math.abs(level(2.5) - body)).toBeLessThan(0.5);
    const fading = [1.75, 1.5, 1.25, 1, 0.75, 0.5, 0.25].map(level);
    expect(
      fading.every((one, at) => one < (fading[at - 1] ?? body)),
      levels([start, end]),
    ).toBe(true);
    expect(fading.at(-1)).toBeLessThan(body - 30);
  }
});

test('no join of a break clicks: it bends no more sharply than the joins of tracks and the tones themselves', () => {
  const around = (samples: Recording, at: number) =>
    sharpest(stretch(samples, at - SAMPLE_RATE / 10, at + SAMPLE_RATE / 10));
  const usual = sharpest(stretch(guest, SAMPLE_RATE, (breaks[0]?.[0] ?? 0) + SAMPLE_RATE / 10));
  for (const [start, end] of breaks) {
    for (const at of [start, end])
      expect(around(member, at)).toBeLessThan(1.2 * Math.max(usual, around(guest, at)));
    const fade = sharpest(stretch(member, end - 2.2 * SAMPLE_RATE, end - SAMPLE_RATE / 20));
    expect(fade).toBeLessThan(1.2 * sharpest(stretch(member, start + SAMPLE_RATE, end - 3 * SAMPLE_RATE)));
  }
});

test.each([
  ['expired', () => token(-1)],
  ['somebody made up', () => 'member.abc.signature'],
])('with a token that is %s the usual stream plays', async (_, bad) => {
  const from = radio.clock.nowMs() - 20_000;
  using usual = listen(radio.origin, `/stream/dance.mp3?from=${Math.floor(from)}`);
  using other = listen(radio.origin, `/stream/dance.mp3?from=${Math.floor(from)}&noads=${bad()}`);
  const [one, two] = await Promise.all([usual.bytes(100_000), other.bytes(100_000)]);
  expect(two.subarray(0, 100_000).equals(one.subarray(0, 100_000))).toBe(true);
});

test('a session learns which variant it hears, whatever its address asks for [W60, W90]', async () => {
  let sessions = 0;
  const told = async (query: string): Promise<unknown> => {
    const session = `0123456789abcdef-${++sessions}`;
    using heard = listen(radio.origin, `/stream/dance.mp3?session=${session}${query}`);
    await heard.head();
    const { data } = await (await fetch(`${radio.origin}/stream/dance/session/${session}`)).json();
    return data.variant;
  };
  expect([await told(''), await told(`&noads=${token(1)}`)]).toEqual(['guest', 'member']);
  expect(await told(`&noads=${token(-BREAKS_UNDER_WAY_HOURS - 1)}`)).toBe('guest');
  const others = new DisposableStack();
  for (let count = 0; count < AD_FREE_STREAMS; count += 1)
    await others.use(listen(radio.origin, `/stream/dance.mp3?noads=${token(1)}`)).head();
  expect(await told(`&noads=${token(1)}`)).toBe('guest');
  // Each that ends leaves room for another one.
  others.dispose();
  await vi.waitFor(async () => expect(await told(`&noads=${token(1)}`)).toBe('member'), PATIENT);
});
