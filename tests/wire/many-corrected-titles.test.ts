import { expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { slugOf } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';
import { falseCounts } from '../support/true-counts.ts';
import { writeMembers } from '../support/written-members.ts';

/** Ten thousand take minutes: ONDE_CORRECTED_TRACKS=10000 measures them. */
const TRACKS = Number(process.env.ONDE_CORRECTED_TRACKS ?? 600);

/** Titles with a slip in each; every fifth one gets the title that the next one had. */
const misspelt = (number: number) => mediaRecord(number, `Artst ${number % 50}`, `Titel ${number}`);

function corrected(number: number): MediaRecord {
  const isShifted = number % 5 === 0 && number < TRACKS;
  const [artist, title] = isShifted
    ? [`Artst ${(number + 1) % 50}`, `Titel ${number + 1}`]
    : [`Artist ${number % 50}`, `Title ${number}`];
  return { ...misspelt(number), artist, title, slug: slugOf(`${artist} - ${title}`) };
}

const numbers = Array.from({ length: TRACKS }, (_, at) => at + 1);

/** Every track has been played, and every tenth has a vote, a comment, a heart and a diary entry. */
async function fill(web: TestWeb): Promise<void> {
  const { db } = web.services;
  await web.data.addMedia(...numbers.map(misspelt));
  await web.data.play(
    ...numbers.map((number) => journalEntry(misspelt(number), 'dance', NOON_MS - number * MINUTE_MS)),
  );
  await web.drain();
  const [member] = await writeMembers(db, 1, 0);
  const plays = await db.selectFrom('plays').select(['song_id', 'started_ms', 'media_id']).execute();
  const loved = plays.filter(({ media_id }) => Number.parseInt(media_id ?? '', 16) % 10 === 0);
  for (const { song_id, started_ms } of loved) {
    const mine = { user_id: member?.id ?? '', song_id };
    await db
      .insertInto('votes')
      .values({ ...mine, week: '2026-W47', vote: 'dislike', voted_ms: 1 })
      .execute();
    await db
      .insertInto('comments')
      .values({
        ...mine,
        parent_id: null,
        comment: `of ${song_id}`,
        created_ms: 1,
        removed_ms: null,
        hidden_ms: null,
      })
      .execute();
    await db
      .insertInto('favorite_tracks')
      .values({ ...mine, added_ms: 1 })
      .execute();
    await db
      .insertInto('diary_entries')
      .values({ ...mine, started_ms, stream_id: 'dance' })
      .execute();
  }
}

/** Recording, title and what belongs to it, of each song. */
async function belongings(db: Database): Promise<unknown[]> {
  return db
    .selectFrom('songs')
    .innerJoin('media', 'media.song_id', 'songs.id')
    .select(({ selectFrom, fn }) => [
      'media.id as media',
      'songs.id',
      'songs.play_count',
      'songs.first_played_ms',
      'songs.added_ms',
      ...(['votes', 'comments', 'favorite_tracks', 'diary_entries', 'plays', 'stream_songs'] as const).map(
        (table) =>
          selectFrom(table)
            .select(fn.countAll<number>().as('rows'))
            .whereRef(`${table}.song_id`, '=', 'songs.id')
            .as(table),
      ),
    ])
    .orderBy('media.id')
    .execute();
}

test(`${TRACKS} tags corrected at once: all that tracks had stays theirs, and each address answers all the while`, async () => {
  await using web = await startWeb();
  const { db } = web.services;
  await fill(web);
  const before = await belongings(db);
  await web.data.addMedia(...numbers.map(corrected));

  let isDone = false;
  const drained = web.drain().finally(() => {
    isDone = true;
  });
  const missed: string[] = [];
  let asked = 0;
  for (let number = 1; !isDone; number = (number * 7 + 3) % TRACKS || 1) {
    const { slug } = misspelt(number);
    const { status } = await web.call('track-details', {
      title: asked % 2 === 0 ? slug : `Artst ${number % 50} - Titel ${number}`,
    });
    const page = encodeURIComponent(`${web.services.settings.origin}/fr/dance/info-titre/${slug}`);
    const framed = await web.fetch(`/oembed?url=${page}`);
    if (status !== 200 || framed.status !== 200) missed.push(`${slug}: ${status}, ${framed.status}`);
    asked += 1;
  }
  await drained;

  expect(missed).toEqual([]);
  expect(asked).toBeGreaterThan(3);
  expect(await belongings(db)).toEqual(before);
  expect(await falseCounts(db)).toEqual([]);
  expect(await db.selectFrom('renamed_media').selectAll().execute()).toEqual([]);
  const songs = await db
    .selectFrom('songs')
    .innerJoin('media', 'media.song_id', 'songs.id')
    .select(['media.id', 'songs.full_title', 'songs.slug'])
    .orderBy('media.id')
    .execute();
  expect(songs).toEqual(
    numbers.map((number) => {
      const { id, artist, title, slug } = corrected(number);
      return { id, full_title: `${artist} - ${title}`, slug };
    }),
  );
  expect(web.errors).toEqual([]);
});
