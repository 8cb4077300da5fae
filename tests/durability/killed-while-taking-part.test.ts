import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { createHome, type Home, type Radio, startRadio } from '../broadcast/support/radio.ts';
import { findDescendants } from '../support/process-tree.ts';
import { type WrittenMember, writeMembers } from '../support/written-members.ts';
import { BusyMember, type NamedTrack, namedTrack, writeSongs } from './support/busy-member.ts';
import { killRunning, WEB_PROCESS } from './support/until-running.ts';

/** How often the process is killed; `ONDE_KILL_ROUNDS=20` for a long look. */
const ROUNDS = Number(process.env.ONDE_KILL_ROUNDS ?? 3);
const MEMBERS = 12;
/** More than a member can vote on meanwhile. */
const TRACKS = 500 + 500 * ROUNDS;
vi.setConfig({ testTimeout: 180_000 + ROUNDS * 60_000 });

let home: Home;
let members: BusyMember[];

beforeAll(async () => {
  home = await createHome();
  const tracks = Array.from({ length: TRACKS }, (_, at) => namedTrack(`Artist ${at}`, `Title ${at}`));
  members = (await fill(tracks)).map((member) => new BusyMember(member, tracks));
});
afterAll(() => home[Symbol.asyncDispose]());

async function fill(tracks: readonly NamedTrack[]): Promise<WrittenMember[]> {
  const logger = createLogger({ level: 'silent', part: 'test' });
  await using db = await openDatabase({ databaseUrl: null, sqlitePath: home.folder.database, logger });
  await writeSongs(db, tracks);
  return await writeMembers(db, MEMBERS, Date.now());
}

/** Kills the web process; the next one answers when this resolves. */
async function killWeb(radio: Radio): Promise<void> {
  const root = radio.process.pid ?? 0;
  const victim = await killRunning(root, WEB_PROCESS);
  await vi.waitFor(async () => {
    const [next] = findDescendants(root, WEB_PROCESS);
    expect(next).toBeDefined();
    expect(next).not.toBe(victim);
    expect((await fetch(`${radio.origin}/readyz?part=web`)).status).toBe(200);
  }, PATIENT);
}

function sum(count: (member: BusyMember) => number): number {
  return members.reduce((total, member) => total + count(member), 0);
}

/** One line a row, in order. */
function rows(query: string): string[] {
  using database = new DatabaseSync(home.folder.database, { readOnly: true });
  return database
    .prepare(query)
    .all()
    .map((row) => Object.values(row).join(' | '))
    .toSorted();
}

function said(list: (member: BusyMember) => (readonly string[])[]): string[] {
  return members.flatMap((member) => list(member).map((line) => [member.id, ...line].join(' | '))).toSorted();
}

test('members take part while the web process is killed: what was said yes to is there, once and whole', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = sum(({ acknowledged }) => acknowledged);
    // Another radio each round: one whose web process dies again and again waits longer each time.
    await using radio = await startRadio(home, { command: 'start' });
    const end = new AbortController();
    const killed = delay(Math.random() * 1_000)
      .then(() => killWeb(radio))
      .finally(() => end.abort());
    await Promise.all([killed, ...members.map((member) => member.takePart(radio.origin, end.signal))]);
    expect(sum(({ acknowledged }) => acknowledged)).toBeGreaterThan(before);

    expect(rows('select user_id, full_title, vote from votes join songs on songs.id = song_id')).toEqual(
      said(({ votes }) => [...votes]),
    );
    expect(
      rows('select user_id, comment, full_title from comments join songs on songs.id = song_id'),
    ).toEqual(said(({ comments }) => [...comments]));
    expect(rows('select user_id, full_title from favorite_tracks join songs on songs.id = song_id')).toEqual(
      said(({ favorites }) => [...favorites].flatMap(([title, isLoved]) => (isLoved ? [[title]] : []))),
    );
    // A like and its place in the charts are one, once the process has moved the window of a fresh database.
    await vi.waitFor(
      () =>
        expect(rows("select song_id, likes from chart_counts where scope = 'all' and likes <> 0")).toEqual(
          rows("select song_id, count(*) from votes where vote = 'like' group by song_id"),
        ),
      PATIENT,
    );
    expect(rows('pragma integrity_check')).toEqual(['ok']);
  }
  expect(sum(({ unanswered }) => unanswered)).toBeGreaterThan(0);
  // A process that has just come up has counted nothing yet, so that what is repeated meets no limit.
  expect(sum(({ doubtful }) => doubtful.size)).toBe(0);
});
