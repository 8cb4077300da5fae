import type { Database } from '#src/db/database.ts';
import { isShown, selectComments, stands, wireComment } from './comment-rows.server.ts';
import type { Comment } from './comments.wire.ts';

/** A page of a song's comments, newest first, each with its replies, oldest first. */
export async function listComments(
  db: Database,
  page: { songId: number; limit: number; offset: number; callerId: string | null },
): Promise<{ comments: Comment[]; has_more: boolean; total: number }> {
  const { songId, limit, offset, callerId } = page;
  const { total } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('comments.song_id', '=', songId)
    .where('comments.parent_id', 'is', null)
    .where(isShown)
    .executeTakeFirstOrThrow();
  const rows = await selectComments(db)
    .where('comments.song_id', '=', songId)
    .where('comments.parent_id', 'is', null)
    .where(isShown)
    .orderBy('comments.created_ms', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map(({ id }) => id);
  const replies =
    ids.length === 0
      ? []
      : await selectComments(db)
          .where('comments.parent_id', 'in', ids)
          .where(stands)
          .orderBy('comments.created_ms')
          .orderBy('comments.id')
          .execute();
  const repliesOf = Map.groupBy(replies, ({ parent_id }) => parent_id);
  return {
    comments: rows.map((row) => wireComment(row, repliesOf.get(row.id) ?? [], callerId)),
    has_more: offset + rows.length < total,
    total,
  };
}
