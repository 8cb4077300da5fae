import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { heardEntrySchema, type JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { ROBOT_HEADER, ROBOT_PURPOSE, robotPass } from '#src/platform/secrets/robot-pass.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { type FastRadio, startFastRadio } from './support/fast-radio.ts';
import { readJournal } from './support/journal.ts';
import { addTones, createHome, type Home } from './support/radio.ts';

const STREAM = '/stream/dance.mp3';
/** Of the tracks of the station. */
const TRACK_SECONDS = 20;
const BYTES_A_SECOND = 16_000;

let home: Home;
let radio: FastRadio;
beforeAll(async () => {
  home = await createHome();
  await addTones(home, 3, TRACK_SECONDS);
  radio = await startFastRadio(home, 10);
});
afterAll(async () => {
  await radio[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

async function readHeard() {
  const names = (await readdir(home.folder.journal)).sort();
  const days = await Promise.all(names.map((name) => readFile(join(home.folder.journal, name), 'utf8')));
  return days.flatMap((day) => parseJsonLines(day.split('\n'), heardEntrySchema));
}

test('the journal says of each piece when it ended and how many heard it; a robot counts nowhere', async () => {
  const pass = robotPass(instanceKey(home.folder.secret, ROBOT_PURPOSE), radio.clock.nowMs());
  using robot = listen(radio.origin, STREAM, { headers: { [ROBOT_HEADER]: pass } });
  using one = listen(radio.origin, STREAM);
  using other = listen(radio.origin, STREAM, { headers: { 'Icy-MetaData': '1' } });
  // A whole track between two others, and the seconds after which its figures are written for the second time.
  for (const heard of [robot, one, other]) await heard.bytes(3.2 * TRACK_SECONDS * BYTES_A_SECOND);
  await vi.waitFor(async () => {
    const heard = await readHeard();
    const linesOf = (play: JournalEntry | undefined) =>
      heard.filter(
        ({ streamId, id, startedMs }) =>
          streamId === 'dance' && id === play?.id && startedMs === play?.startedMs,
      );
    const plays = await readJournal(home);
    const joined = plays.findIndex((play) => linesOf(play).some(({ guest }) => guest));
    expect(linesOf(plays[joined]).at(-1)?.guest?.listeners).toBe(2);
    const next = linesOf(plays[joined + 1]).at(-1);
    expect(next?.guest).toMatchObject({ listeners: 2, whole: 2 });
    expect(next?.member).toBeUndefined();
    const playedMs = (next?.endedMs ?? 0) - (next?.startedMs ?? 0);
    expect(Math.abs(playedMs - 1000 * TRACK_SECONDS)).toBeLessThan(50);
    expect(Math.abs((next?.guest?.sentMs ?? 0) - 2 * playedMs)).toBeLessThan(100);
  }, PATIENT);
  const elsewhere = (await readHeard()).filter(({ streamId }) => streamId === 'club');
  expect(elsewhere.filter(({ guest, member }) => guest ?? member)).toEqual([]);
});
