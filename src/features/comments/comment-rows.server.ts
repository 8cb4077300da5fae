import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#src/db/database.ts';
import type { DatabaseSchema } from '#src/db/schema/database-schema.ts';
import { seenName } from '#src/members/rules/account-rules.ts';
import { usernameReadings } from '#src/members/username/look-alikes.server.ts';
import { speaksForStation } from '#src/members/username/reserved-usernames.server.ts';
import type { Comment, Reply } from './comments.wire.ts';

/** The largest id that the column holds on both engines. */
const ID_MAX = 2 ** 31 - 1;

export function isCommentId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= ID_MAX;
}

/** Neither removed by its author nor hidden by the operator. */
export function stands(eb: ExpressionBuilder<DatabaseSchema, 'comments'>) {
  return eb.and([eb('comments.removed_ms', 'is', null), eb('comments.hidden_ms', 'is', null)]);
}

/** Comments that are shown: those that stand, and the empty place of others that have a reply that stands. */
export function isShown(eb: ExpressionBuilder<DatabaseSchema, 'comments'>) {
  const reply = eb
    .selectFrom('comments as replies')
    .select('replies.id')
    .whereRef('replies.parent_id', '=', 'comments.id')
    .where('replies.removed_ms', 'is', null)
    .where('replies.hidden_ms', 'is', null);
  return eb.or([stands(eb), eb.exists(reply)]);
}

/** Comments with their authors as they are now. */
export function selectComments(db: Database) {
  return db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select([
      'comments.id',
      'comments.parent_id',
      'comments.user_id',
      'comments.comment',
      'comments.created_ms',
      'comments.removed_ms',
      'comments.hidden_ms',
      'users.pseudo',
      'users.first_name',
      'users.last_name',
      'users.profile_picture',
    ]);
}
type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['execute']>>[number];

/** For whom comments are told, and by which station. */
export interface Telling {
  /** Marks own comments; last names of others are never sent. Null for a guest. */
  readonly callerId: string | null;
  readonly stationName: string;
}
/** What telling some rows takes besides. */
interface TellingRows extends Telling {
  /** From findTakenNames, for these rows. */
  readonly takenNames: ReadonlySet<string>;
}

/** The first names of some authors that are members' usernames, folded. */
export async function findTakenNames(
  db: Database,
  rows: readonly Pick<CommentRow, 'pseudo' | 'first_name'>[],
): Promise<ReadonlySet<string>> {
  const unnamed = rows.filter(({ pseudo }) => pseudo === null);
  const asked = new Set(unnamed.flatMap(({ first_name }) => usernameReadings(seenName(first_name) ?? '')));
  if (asked.size === 0) return asked;
  const holders = await db
    .selectFrom('users')
    .select('pseudo_folded')
    .where('pseudo_folded', 'in', [...asked])
    .execute();
  return new Set(holders.map(({ pseudo_folded }) => pseudo_folded ?? ''));
}

export function wireReply(row: CommentRow, telling: TellingRows): Reply {
  const { callerId } = telling;
  const deleted = row.removed_ms !== null || row.hidden_ms !== null;
  const own = !deleted && callerId !== null && row.user_id === callerId;
  const { id, parent_id } = row;
  return {
    id,
    pseudo: deleted ? null : row.pseudo,
    first_name: deleted ? null : shownFirstName(row.first_name, telling),
    last_name: own ? row.last_name : null,
    profile_picture: deleted ? '' : (row.profile_picture ?? ''),
    comment: deleted ? '' : row.comment,
    created_at: new Date(row.created_ms).toISOString(),
    parent_id,
    deleted,
    ...(callerId !== null && { own }),
  };
}

/** @param replies the first replies, and the number of all */
export function wireComment(
  row: CommentRow,
  replies: { readonly rows: readonly CommentRow[]; readonly count: number },
  telling: TellingRows,
): Comment {
  return {
    ...wireReply(row, telling),
    replies: replies.rows.map((reply) => wireReply(reply, telling)),
    reply_count: replies.count,
  };
}

/**
 * A first name stands above a comment where there is no username: who may not speak there for the station, or under
 * another member's username, does not do it here [A123].
 */
function shownFirstName(firstName: string | null, { stationName, takenNames }: TellingRows): string | null {
  const name = seenName(firstName);
  if (name === null || speaksForStation(name, stationName)) return null;
  return usernameReadings(name).some((reading) => takenNames.has(reading)) ? null : name;
}
