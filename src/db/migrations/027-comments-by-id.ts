import { type Kysely, sql } from 'kysely';

/** Comments and replies are listed by their ids, and no longer by their times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('comments_of_song').execute();
  await db.schema
    .createIndex('comments_of_song')
    .on('comments')
    .columns(['song_id', 'id'])
    .where(sql.ref('parent_id'), 'is', null)
    .execute();
  await db.schema.dropIndex('comments_by_parent').execute();
  await db.schema.createIndex('comments_by_parent').on('comments').columns(['parent_id', 'id']).execute();
}
