import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { CLOCKS_DIFFER_MS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { ForeignKeyViolation } from '#src/db/errors/database-errors.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import {
  findTakenNames,
  isCommentId,
  isShown,
  selectComments,
  stands,
  wireComment,
} from './comment-rows.server.ts';
import type { Comment } from './comments.wire.ts';

/** Time within which the same words of a member on a track are one comment sent twice [W54]. */
const SAME_WORDS_MS = 10 * MINUTE_MS;
/** At most this where the page says when it sent them first, and that no answer came [R45]. */
const SENT_AGAIN_MS = DAY_MS;
/** The later try may be longer on its way than the first, and come to a machine whose clock differs. */
const ON_ITS_WAY_MS = MINUTE_MS;
/** Both engines accept at least this many values in one statement. */
const IDS_A_QUERY = 500;

interface NewComment {
  readonly userId: string;
  readonly songId: number;
  /** Cleaned, and checked by the rules. */
  readonly comment: string;
  readonly parentId: number | null;
  /** How long ago it was sent first, where no answer came. */
  readonly againMs: number | null;
  readonly nowMs: number;
  readonly stationName: string;
  /** Counts it once nothing else stands against it; throws above the limit. */
  count(): Promise<void>;
}

/** The member's same words on the track, of the last milliseconds. */
function sameWords(trx: Database, { userId, songId, comment, nowMs }: NewComment, sinceMs: number) {
  return (
    trx
      .selectFrom('comments')
      .select('id')
      .where('user_id', '=', userId)
      .where('song_id', '=', songId)
      .where('comment', '=', comment)
      .where('created_ms', '>', nowMs - sinceMs)
      // What is dated later was written by a clock that ran ahead.
      .where('created_ms', '<=', nowMs + CLOCKS_DIFFER_MS)
  );
}

/**
 * The id of what a try without an answer has written. Nobody is told that a reply is posted because the same words stand
 * elsewhere, or stood there before it.
 */
async function findTried(trx: Database, written: NewComment, parentId: number | null) {
  if (written.againMs === null) return undefined;
  return await sameWords(trx, written, Math.min(written.againMs + ON_ITS_WAY_MS, SENT_AGAIN_MS))
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('hidden_ms', 'is', null)
    .executeTakeFirst();
}

/**
 * Keeps a comment or a reply; a reply to a reply goes to the same comment. Gives what is there already of a try that had
 * no answer.
 * @throws {WireError} `member_blocked`, `comment_not_found` for a
 * parent that is not (or no longer) there, `duplicate_comment`, and what `count` throws
 */
export async function writeComment(db: Database, written: NewComment): Promise<Comment> {
  const { userId, songId, comment, nowMs } = written;
  try {
    return await db.transaction().execute(async (trx) => {
      await requireWriter(trx, userId);
      const parentId = written.parentId === null ? null : await findParent(trx, songId, written.parentId);
      const insert = async () => {
        const twice = await sameWords(trx, written, SAME_WORDS_MS).executeTakeFirst();
        if (twice !== undefined) throw new WireError('duplicate_comment');
        await written.count();
        return await trx
          .insertInto('comments')
          .values({ user_id: userId, song_id: songId, parent_id: parentId, comment, created_ms: nowMs })
          .returning('id')
          .executeTakeFirstOrThrow();
      };
      const { id } = (await findTried(trx, written, parentId)) ?? (await insert());
      const row = await selectComments(trx).where('comments.id', '=', id).executeTakeFirstOrThrow();
      const takenNames = await findTakenNames(trx, [row]);
      const { stationName } = written;
      return wireComment(row, { rows: [], count: 0 }, { callerId: userId, stationName, takenNames });
    });
  } catch (cause) {
    if (cause instanceof ForeignKeyViolation) throw new WireError('comment_not_found', { cause });
    throw cause;
  }
}

/**
 * Locks the member's row, so that one comment is written at a time.
 * @throws when the account is gone or may not write
 */
export async function requireWriter(trx: Database, userId: string): Promise<void> {
  const member = await lockRows(
    trx,
    trx.selectFrom('users').select('id').where('id', '=', userId),
  ).executeTakeFirst();
  if (member === undefined) throw new WireError('authentication_required');
  const blocked = await trx
    .selectFrom('blocked_members')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (blocked !== undefined) throw new WireError('member_blocked');
}

async function findParent(trx: Database, songId: number, id: number): Promise<number> {
  const row = isCommentId(id)
    ? await trx
        .selectFrom('comments')
        .select(['id', 'parent_id'])
        .where('comments.id', '=', id)
        .where('comments.song_id', '=', songId)
        .where((eb) => eb.or([stands(eb), eb.and([eb('comments.parent_id', 'is', null), isShown(eb)])]))
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new WireError('comment_not_found');
  return row.parent_id ?? row.id;
}

/**
 * Removes a member's own comment, and gives the address of its track.
 * @throws {WireError} `comment_not_found`, and `forbidden` for somebody else's
 */
export async function removeComment(
  db: Database,
  { id, userId, nowMs }: { id: number; userId: string; nowMs: number },
): Promise<string> {
  if (!isCommentId(id)) throw new WireError('comment_not_found');
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('comments')
      .innerJoin('songs', 'songs.id', 'comments.song_id')
      .select(['comments.user_id', 'comments.hidden_ms', 'songs.slug'])
      .where('comments.id', '=', id)
      .where('comments.removed_ms', 'is', null)
      .executeTakeFirst();
    const isOwn = row?.user_id === userId;
    if (row === undefined || (row.hidden_ms !== null && !isOwn)) throw new WireError('comment_not_found');
    if (!isOwn) throw new WireError('forbidden');
    await eraseComment(trx, id, nowMs);
    return row.slug;
  });
}

/** Removes text and author of a comment, and its row once it has no replies. */
async function eraseComment(trx: Database, id: number, nowMs: number): Promise<void> {
  const row = await lockRows(
    trx,
    trx.selectFrom('comments').select('parent_id').where('id', '=', id),
  ).executeTakeFirst();
  if (row === undefined) return;
  await trx
    .updateTable('comments')
    .set({ comment: '', user_id: null, removed_ms: nowMs })
    .where('id', '=', id)
    .execute();
  await dropWithoutReplies(trx, [id]);
  if (row.parent_id !== null) await dropWithoutReplies(trx, [row.parent_id]);
}

/**
 * The same for all that a member wrote, in a few statements: with the account it goes while nobody else counts in the
 * charts. Rows that stay do not tell when that was.
 */
export async function eraseCommentsOf(trx: Database, userId: string): Promise<void> {
  const written = trx.selectFrom('comments').select(['id', 'parent_id']).where('user_id', '=', userId);
  // A reply before what it replies to, as above: a member may erase one in another tab.
  const rows = await lockRows(trx, written.orderBy('id', 'desc')).execute();
  await trx
    .updateTable('comments')
    .set(({ ref }) => ({ comment: '', user_id: null, removed_ms: ref('created_ms') }))
    .where('user_id', '=', userId)
    .execute();
  const isReply = ({ parent_id }: { parent_id: number | null }) => parent_id !== null;
  await dropWithoutReplies(
    trx,
    rows.filter(isReply).map(({ id }) => id),
  );
  await dropWithoutReplies(
    trx,
    rows.map(({ id, parent_id }) => parent_id ?? id),
  );
}

/** Locks first, so that the query after it sees a reply that is being written. */
async function dropWithoutReplies(trx: Database, ids: readonly number[]): Promise<void> {
  const latestFirst = [...new Set(ids)].sort((one, other) => other - one);
  for (let from = 0; from < latestFirst.length; from += IDS_A_QUERY) {
    const some = latestFirst.slice(from, from + IDS_A_QUERY);
    const removed = await lockRows(
      trx,
      trx
        .selectFrom('comments')
        .select('id')
        .where('id', 'in', some)
        .where('removed_ms', 'is not', null)
        .orderBy('id', 'desc'),
    ).execute();
    if (removed.length === 0) continue;
    const droppable = removed.map(({ id }) => id);
    await trx
      .deleteFrom('comments')
      .where('id', 'in', droppable)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('comments as replies')
              .select('replies.id')
              .whereRef('replies.parent_id', '=', 'comments.id'),
          ),
        ),
      )
      .execute();
  }
}
