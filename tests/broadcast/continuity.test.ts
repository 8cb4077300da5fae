import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { readPlaylist } from '#src/broadcast/testing/read-playlist.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { decodeRecording } from './support/decode.ts';
import { startFastRadio } from './support/fast-radio.ts';
import { readJournal } from './support/journal.ts';
import { addTones, createHome, type Radio, startRadio } from './support/radio.ts';

const frameOf = (instantMs: number) => Math.floor((instantMs * 49) / 1280 + 1e-4);

/** The newest segments, with the bytes of each. */
async function readSegments({ origin }: Pick<Radio, 'origin'>) {
  const { segments } = readPlaylist(await (await fetch(`${origin}/stream/dance/live.m3u8`)).text());
  return Promise.all(
    segments.map(async ({ address, ...segment }) => {
      const reply = await fetch(`${origin}/stream/dance/${address}`);
      return { ...segment, bytes: Buffer.from(await reply.arrayBuffer()).toString('base64') };
    }),
  );
}

test('a recording across several tracks decodes without a gap and lasts as long as it took', async () => {
  await using home = await createHome();
  await addTones(home, 4, 10);
  await using radio = await startFastRadio(home, 10);
  using heard = listen(radio.origin, '/stream/dance.mp3');
  const recording = await heard.bytes(16_000 * 46);
  const frames = splitBroadcastFrames(Buffer.from(recording));
  const path = join(home.folder.root, 'recording.mp3');
  await writeFile(path, frames.audio);
  const { seconds, longestQuietMs } = decodeRecording(path);
  expect(seconds).toBeCloseTo((frames.frameOffsets.length * 1152) / 44_100, 1);
  expect(seconds).toBeGreaterThan(45.9);
  // Each file carries its encoder's own run-in and run-out.
  expect(longestQuietMs).toBeLessThan(80);
});

test('plays stand in the journal as they were heard: back to back, no track and no artist out of turn', async () => {
  await using home = await createHome();
  // Each has half a second to be made ready, at ten times the speed.
  await addTones(home, 3, 6);
  await using radio = await startFastRadio(home, 10);
  using heard = listen(radio.origin, '/stream/dance.mp3');
  await heard.bytes(16_000 * 26);
  const plays = await readJournal(home);
  expect(plays.length).toBeGreaterThanOrEqual(4);
  for (const [index, play] of plays.entries()) {
    const next = plays[index + 1];
    if (next)
      expect(frameOf(next.startedMs) - frameOf(play.startedMs)).toBe(
        Math.round((play.durationMs * 49) / 1280),
      );
  }
  expect(new Set(plays.slice(0, 3).map(({ artist }) => artist)).size).toBe(3);
  expect(plays[3]?.artist).not.toBe(plays[2]?.artist);
});

test('after SIGKILL and a start the track goes on where it would be, and who comes back misses nothing', async () => {
  await using home = await createHome();
  // Longer than two starts of the slowest machine.
  await addTones(home, 2, 100);
  const first = await startRadio(home);
  using before = listen(first.origin, '/stream/dance.mp3');
  const firstMs = Number((await before.head()).headers.get('x-first-ms'));
  const heard = splitBroadcastFrames(Buffer.from(await before.bytes(120_000)));
  const segments = await readSegments(first);
  await first.end('SIGKILL');

  await using second = await startRadio(home);
  const heardUntilMs = firstMs + Math.ceil((heard.frameOffsets.length * 1280) / 49);
  using after = listen(second.origin, `/stream/dance.mp3?from=${heardUntilMs}`);
  const againMs = Number((await after.head()).headers.get('x-first-ms'));
  // The frame before comes along for the decoder.
  expect(frameOf(againMs)).toBe(frameOf(heardUntilMs) - 1);
  const rest = splitBroadcastFrames(Buffer.from(await after.bytes(120_000)));
  // Whoever hears segments goes on with the next number, as if nothing had been [W140].
  expect(segments.length).toBeGreaterThan(2);
  const lasting = (await readSegments(second)).filter(
    ({ number }) => number <= (segments.at(-1)?.number ?? 0),
  );
  expect(lasting.map(({ dateMs: _, ...segment }) => segment)).toEqual(
    segments.slice(-lasting.length).map(({ dateMs: _, ...segment }) => segment),
  );

  const plays = await readJournal(home);
  expect(plays).toHaveLength(1);
  const [play] = plays;
  if (!play) throw new Error('nothing was journalled');
  const file = await readFile(mediaFiles(home.folder, play.id).audio);
  const track = splitBroadcastFrames(file);
  const offset = track.frameOffsets[frameOf(firstMs) - frameOf(play.startedMs)] ?? 0;
  const joined = Buffer.concat([heard.audio, rest.audio.subarray(rest.frameOffsets[1])]);
  expect(joined.equals(track.audio.subarray(offset, offset + joined.length))).toBe(true);
  const titres = await (await fetch(`${second.origin}/titre.json`)).json();
  expect(titres[0]).toMatchObject({ titre: play.title, started_at: new Date(play.startedMs).toISOString() });
  const { marks } = (await (await fetch(`${second.origin}/stream/dance/marks`)).json()).data;
  expect(marks).toMatchObject([{ first_ms: play.startedMs, kind: 'track', titre: play.title }]);
});

test('a journal torn by a power cut starts all the same, with its memory of what played', async () => {
  await using home = await createHome();
  await addTones(home, 2, 15);
  const first = await startRadio(home);
  await first.end('SIGTERM');
  const [play] = await readJournal(home);
  if (!play) throw new Error('nothing was journalled');
  const day = `${new Date(play.startedMs).toISOString().slice(0, 10)}.jsonl`;
  // As if it had played an hour ago, with a line cut off behind it.
  const old = { ...play, startedMs: play.startedMs - 3_600_000 };
  await writeFile(join(home.folder.journal, day), `${JSON.stringify(old)}\n`);
  await appendFile(join(home.folder.journal, day), '{"streamId":"dance","ki');
  await using second = await startRadio(home);
  const titres = await (await fetch(`${second.origin}/titre.json`)).json();
  expect(titres[0].titre).not.toBe(play.title);
});

test('a track whose file is gone is passed over and said in the log', async () => {
  await using home = await createHome();
  const [gone] = await addTones(home, 2, 4);
  await writeFile(mediaFiles(home.folder, gone?.id ?? '').audio, 'no audio at all');
  await using radio = await startFastRadio(home, 10);
  using heard = listen(radio.origin, '/stream/dance.mp3');
  await heard.bytes(16_000 * 8);
  expect(new Set((await readJournal(home)).map(({ title }) => title))).toEqual(new Set(['Tone 2']));
  expect(radio.log.map(({ msg }) => msg)).toContainEqual(
    expect.stringContaining('broadcast cannot play "Tone 1" and leaves it out'),
  );
});
