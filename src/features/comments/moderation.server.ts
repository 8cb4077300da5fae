import type { Database } from '#src/db/database.ts';
import { foldUsername } from '#src/members/rules/account-rules.ts';
import { mailboxKey } from '#src/members/rules/mailbox.server.ts';
import { isCommentId } from './comment-rows.server.ts';

export const LISTED_MAX = 100;

/** A comment as operators see it. */
export interface ModeratedComment {
  readonly id: number;
  readonly fullTitle: string;
  /** The username, or the e-mail address where there is none: by either the member can be blocked. */
  readonly author: string | null;
  readonly comment: string;
  readonly createdMs: number;
  readonly hiddenMs: number | null;
  /** Reasons of the reports that wait. */
  readonly reasons: readonly string[];
}

/** Which comments: those with reports that nobody has decided on, hidden ones, or all. */
export type CommentChoice = 'reported' | 'hidden' | 'all';

/** Lists comments for operators, newest first by their ids, whatever clock dated them, at most 100. */
export async function listForOperator(db: Database, choice: CommentChoice): Promise<ModeratedComment[]> {
  const all = db
    .selectFrom('comments')
    .innerJoin('songs', 'songs.id', 'comments.song_id')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'songs.full_title', 'comments.comment'])
    .select(({ fn }) => fn.coalesce('users.pseudo', 'users.email').as('author'))
    .select(['comments.created_ms', 'comments.hidden_ms'])
    .where('comments.removed_ms', 'is', null)
    .orderBy('comments.id', 'desc')
    .limit(LISTED_MAX);
  const chosen = {
    all,
    hidden: all.where('comments.hidden_ms', 'is not', null),
    reported: all.where('comments.id', 'in', ({ selectFrom }) =>
      selectFrom('comment_reports').select('comment_id').where('settled_ms', 'is', null),
    ),
  }[choice];
  const rows = await chosen.execute();
  const reports = await waitingReports(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, full_title, author, comment, created_ms, hidden_ms }) => ({
    id,
    fullTitle: full_title,
    author,
    comment,
    createdMs: created_ms,
    hiddenMs: hidden_ms,
    reasons: reports.get(id)?.map(({ reason }) => reason) ?? [],
  }));
}

async function waitingReports(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { reason: string }[]>();
  const rows = await db
    .selectFrom('comment_reports')
    .select(['comment_id', 'reason'])
    .where('comment_id', 'in', ids)
    .where('settled_ms', 'is', null)
    .orderBy('reported_ms')
    .execute();
  return Map.groupBy(rows, ({ comment_id }) => comment_id);
}

/**
 * Hides a comment, or lets it stand again; either settles its reports. Gives the address of its track; null when there
 * is no such comment.
 */
export async function moderateComment(
  db: Database,
  { id, hidden, nowMs }: { id: number; hidden: boolean; nowMs: number },
): Promise<string | null> {
  if (!isCommentId(id)) return null;
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('comments')
      .set({ hidden_ms: hidden ? nowMs : null })
      .where('id', '=', id)
      .where('removed_ms', 'is', null)
      .returning('song_id')
      .executeTakeFirst();
    await trx
      .updateTable('comment_reports')
      .set({ settled_ms: nowMs })
      .where('comment_id', '=', id)
      .where('settled_ms', 'is', null)
      .execute();
    if (changed === undefined) return null;
    const song = trx.selectFrom('songs').select('slug').where('id', '=', changed.song_id);
    return (await song.executeTakeFirstOrThrow()).slug;
  });
}

/** Finds the member with a username or an e-mail address, in any case. */
export async function findMemberByName(
  db: Database,
  name: string,
): Promise<{ id: string; name: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'pseudo', 'email'])
    .where('activated_ms', 'is not', null)
    .where((eb) =>
      eb.or([eb('pseudo_folded', '=', foldUsername(name)), eb('email_folded', '=', mailboxKey(name))]),
    )
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, name: row.pseudo ?? row.email };
}

/** Blocks or unblocks a member; false when that was so already. */
export async function blockMember(
  db: Database,
  { userId, blocked, nowMs }: { userId: string; blocked: boolean; nowMs: number },
): Promise<boolean> {
  if (!blocked) {
    const gone = await db.deleteFrom('blocked_members').where('user_id', '=', userId).executeTakeFirst();
    return gone.numDeletedRows > 0n;
  }
  const kept = await db
    .insertInto('blocked_members')
    .values({ user_id: userId, blocked_ms: nowMs })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .execute();
  return kept.length > 0;
}

/** Lists members who may not write, the latest blocked first. */
export function listBlocked(db: Database): Promise<{ name: string; blocked_ms: number }[]> {
  return db
    .selectFrom('blocked_members')
    .innerJoin('users', 'users.id', 'blocked_members.user_id')
    .select(({ fn }) => [fn.coalesce('users.pseudo', 'users.email').as('name'), 'blocked_members.blocked_ms'])
    .orderBy('blocked_members.blocked_ms', 'desc')
    .execute();
}
