import { REPLIES_PAGE } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import {
  findTakenNames,
  isCommentId,
  isShown,
  selectComments,
  stands,
  type Telling,
  wireComment,
  wireReply,
} from './comment-rows.server.ts';
import type { Comment, Reply } from './comments.wire.ts';

/**
 * A page of a song's comments, newest first, each with its first replies, oldest first. Their ids say which was first: a
 * clock may be set back, and who reads on goes by the ids of what is shown [R44].
 */
export async function listComments(
  db: Database,
  page: Telling & { songId: number; limit: number; offset: number },
): Promise<{ comments: Comment[]; has_more: boolean; total: number }> {
  const { songId, limit, offset } = page;
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
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map(({ id }) => id);
  const firsts = await firstReplies(db, ids);
  const repliesOf = Map.groupBy(firsts, ({ parent_id }) => parent_id);
  const telling = { ...page, takenNames: await findTakenNames(db, [...rows, ...firsts]) };
  return {
    comments: rows.map((row) => {
      const replies = repliesOf.get(row.id) ?? [];
      return wireComment(row, { rows: replies, count: replies[0]?.reply_count ?? 0 }, telling);
    }),
    has_more: offset + rows.length < total,
    total,
  };
}

/**
 * The first replies to each of some comments, oldest first, each with the number of all that its comment has.
 */
async function firstReplies(db: Database, parentIds: readonly number[]) {
  if (parentIds.length === 0) return [];
  const ranked = db
    .selectFrom('comments')
    .select(({ fn }) => [
      'comments.id as ranked_id',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('comments.parent_id').orderBy('comments.id'))
        .as('rank'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('comments.parent_id'))
        .as('reply_count'),
    ])
    .where('comments.parent_id', 'in', parentIds)
    .where(stands);
  return await selectComments(db)
    .innerJoin(ranked.as('ranked'), 'ranked.ranked_id', 'comments.id')
    .select('ranked.reply_count')
    .where('ranked.rank', '<=', REPLIES_PAGE)
    .orderBy('comments.id')
    .execute();
}

/**
 * A page of the replies to a comment, oldest first.
 * @throws {WireError} `comment_not_found` where no comment is shown under that id
 */
export async function listReplies(
  db: Database,
  page: Telling & { parentId: number; limit: number; offset: number },
): Promise<{ replies: Reply[]; has_more: boolean; total: number }> {
  const { parentId, limit, offset } = page;
  const parent = isCommentId(parentId)
    ? await db
        .selectFrom('comments')
        .select('comments.id')
        .where('comments.id', '=', parentId)
        .where('comments.parent_id', 'is', null)
        .where(isShown)
        .executeTakeFirst()
    : undefined;
  if (parent === undefined) throw new WireError('comment_not_found');
  const { total } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('comments.parent_id', '=', parentId)
    .where(stands)
    .executeTakeFirstOrThrow();
  const rows = await selectComments(db)
    .where('comments.parent_id', '=', parentId)
    .where(stands)
    .orderBy('comments.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const telling = { ...page, takenNames: await findTakenNames(db, rows) };
  const replies = rows.map((row) => wireReply(row, telling));
  return { replies, has_more: offset + rows.length < total, total };
}
