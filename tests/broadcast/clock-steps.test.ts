import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { type JournalEntry, journalEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { frameHolding } from '#src/broadcast/timeline/frame-grid.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { type FastRadio, startFastRadio } from './support/fast-radio.ts';
import { addTones, createHome, type Home } from './support/radio.ts';

const SPEED = 10;
const TRACK_MS = 12_000;
const SESSION = 'clock-steps-0123456789';

/** What one stream's journal tells, in no order. */
async function plays({ folder }: Home): Promise<JournalEntry[]> {
  const days = (await readdir(folder.journal)).map((name) => readFile(join(folder.journal, name), 'utf8'));
  return (await Promise.all(days))
    .flatMap((day) => parseJsonLines(day.split('\n'), journalEntrySchema))
    .filter(({ streamId }) => streamId === 'dance');
}
const shown = async ({ origin }: FastRadio) => (await (await fetch(`${origin}/titre.json`)).json())[0];
const firstMs = async ({ origin }: FastRadio) =>
  (await (await fetch(`${origin}/stream/dance/session/${SESSION}`)).json()).data.first_ms;
const inOrder = (some: JournalEntry[]) => some.toSorted((a, b) => a.startedMs - b.startedMs);
/** By how much two instants of the wall are apart. */
const apart = (a: number, b: number) => Math.abs(a - b);

// A sleep is a step forwards: the count of frames stands still, the wall clock has gone on.
test.each([
  ['forwards, or a sleep,', 3 * HOUR_MS],
  ['backwards', -3 * HOUR_MS],
])(
  'a step of three hours %s: the radio is back on the wall at the next join, and no ear hears it',
  async (_, stepMs) => {
    await using home = await createHome();
    await addTones(home, 4, TRACK_MS / 1000);
    const first = await startFastRadio(home, SPEED);
    using heard = listen(first.origin, `/stream/dance.mp3?session=${SESSION}`);
    const toldMs = Number((await heard.head()).headers.get('x-first-ms'));
    await heard.bytes(100_000);
    const before = await plays(home);
    const isBefore = ({ startedMs }: JournalEntry) => apart(startedMs, toldMs + stepMs) > HOUR_MS;

    first.clock.step(stepMs);
    const after = await vi.waitFor(async () => {
      const entries = (await plays(home)).filter((play) => !isBefore(play));
      expect(entries.length).toBeGreaterThanOrEqual(2);
      return entries.toSorted((a, b) => a.startedMs - b.startedMs);
    }, PATIENT);
    for (const [index, { startedMs, durationMs }] of after.slice(0, -1).entries())
      expect(apart(startedMs + durationMs, after[index + 1]?.startedMs ?? 0)).toBeLessThan(2);
    expect(apart(Date.parse((await shown(first)).started_at), first.clock.nowMs())).toBeLessThan(HOUR_MS);
    for (const play of before) expect(await plays(home)).toContainEqual(play);
    expect(first.log.map(({ msg }) => msg)).toContainEqual(
      expect.stringContaining('clock of this machine was set'),
    );

    const { now_ms, marks } = (await (await fetch(`${first.origin}/stream/dance/marks`)).json()).data;
    expect(apart(now_ms, first.clock.nowMs())).toBeLessThan(5_000);
    expect(apart(marks[0].first_ms, now_ms)).toBeLessThan(200_000 + TRACK_MS);

    // Nothing was cut and nothing came twice: what was heard is the tracks, end to end, from where it began.
    const record = await heard.bytes(heard.body().length + 40_000);
    const all = await plays(home);
    const names = [...inOrder(all.filter(isBefore)), ...inOrder(all.filter((play) => !isBefore(play)))].map(
      ({ id }) => id,
    );
    const tracks = await Promise.all(
      names.map(async (id) => splitBroadcastFrames(await readFile(mediaFiles(home.folder, id).audio))),
    );
    const programme = Buffer.concat(tracks.map(({ audio }) => audio));
    const skipped = frameHolding(toldMs) - frameHolding(inOrder(before)[0]?.startedMs ?? 0);
    const start = tracks[0]?.frameOffsets[skipped] ?? -1;
    const common = Math.min(record.length, programme.length - start);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(common).toBeGreaterThan(300_000);
    expect(record.subarray(0, common).equals(programme.subarray(start, start + common))).toBe(true);

    // Whoever comes back with an instant told before the step, or one told since, gets what that instant was.
    const anewMs = await firstMs(first);
    expect(apart(anewMs - toldMs, stepMs)).toBeLessThan(2_000);
    const recentMs = record.length / 16 - 4_000;
    for (const fromMs of [toldMs + recentMs, anewMs + recentMs]) {
      using again = listen(first.origin, `/stream/dance.mp3?from=${Math.round(fromMs)}`);
      expect(apart(Number((await again.head()).headers.get('x-first-ms')), anewMs + recentMs)).toBeLessThan(
        60,
      );
      // A tone repeats itself: only there is it looked for.
      const bytes = await again.bytes(20_000);
      const at = record.indexOf(bytes.subarray(0, 2_000), recentMs * 16 - 1_000);
      expect(apart(at / 16, recentMs)).toBeLessThan(60);
    }

    // A start goes on with the piece that was on air, whatever stands in the future of the journal.
    await first[Symbol.asyncDispose]();
    const known = inOrder((await plays(home)).filter((play) => !isBefore(play)));
    const last = known.at(-1);
    if (!last) throw new Error('nothing was played');
    await using _second = await startFastRadio(home, SPEED, last.startedMs + TRACK_MS / 2);
    const next = await vi.waitFor(async () => {
      const [begun] = inOrder((await plays(home)).filter((play) => !isBefore(play))).slice(known.length);
      if (!begun) throw new Error('nothing has begun');
      return begun;
    }, PATIENT);
    expect(apart(next.startedMs, last.startedMs + last.durationMs)).toBeLessThan(2);
  },
);
