import { COMMENTS_PAGE, REPLIES_PAGE } from '#src/contract/limits.ts';
import { askFollowing, type Span } from './ask-following.ts';
import type { Comment, CommentsPage, RepliesPage, Reply } from './comments.wire.ts';

/** The comments of a track that a page shows, newest first: a page of the wire, and what came to it since. */
export interface Thread extends Omit<CommentsPage, 'comments'> {
  readonly comments: readonly ShownComment[];
}

interface ShownComment extends Comment {
  /** Ids of replies that are shown while others before them are not: they were posted here. */
  readonly apart?: readonly number[];
}

/**
 * The thread once its first page has been asked for again. What is newer than that page was written meanwhile
 * and stays; what is older stays too, unless others may stand between; what should be on it and is not has gone.
 */
export function withLatest(known: Thread | undefined, page: CommentsPage): Thread {
  const newest = page.comments[0];
  const oldest = page.comments.at(-1);
  if (known === undefined || newest === undefined || oldest === undefined) return page;
  const latestIds = new Set(page.comments.map(({ id }) => id));
  const newer = known.comments.filter(({ id }) => id > newest.id && !latestIds.has(id));
  const isJoined = known.comments.some(({ id }) => id >= oldest.id && id <= newest.id);
  const older = page.has_more && isJoined ? known.comments.filter(({ id }) => id < oldest.id) : [];
  const knownById = new Map(known.comments.map((comment) => [comment.id, comment]));
  const latest = page.comments.map((comment) => withKnownReplies(comment, knownById.get(comment.id)));
  return {
    comments: [...newer, ...latest, ...older],
    has_more: older.length > 0 ? known.has_more : page.has_more,
    total: page.total + newer.length,
  };
}

/**
 * The thread with the page after it. Comments that were written
 * meanwhile push others onto it that are known already.
 */
export function withMore(known: Thread, { comments, has_more, total }: CommentsPage): Thread {
  const ids = new Set(known.comments.map(({ id }) => id));
  const added = comments.filter(({ id }) => !ids.has(id));
  return { comments: [...known.comments, ...added], has_more, total };
}

/**
 * Asks for what follows on a thread.
 * @returns a page without what is shown already
 */
export async function askForMore(
  known: Thread,
  ask: (span: Span) => Promise<CommentsPage>,
): Promise<CommentsPage> {
  const ids = known.comments.map(({ id }) => id);
  const falls = ids.every((id, at) => id <= (ids[at - 1] ?? id));
  const { page, rows } = await askFollowing({
    shown: known.comments,
    // Where more are to come and it says no more than are shown, it was not told [A85].
    total: known.total > known.comments.length ? known.total : 0,
    size: COMMENTS_PAGE,
    rowsOf: ({ comments }) => comments,
    // Ids that do not fall with time tell nothing of the order.
    isBehind: (id, other) => (falls ? id < other : !ids.includes(id)),
    ask,
  });
  return { ...page, comments: [...rows] };
}

/**
 * The thread with what the member has posted: a comment first, a reply last under its comment. One of a try whose answer
 * was lost may be there already, and others have been written since.
 */
export function withPosted(known: Thread, posted: Comment): Thread {
  if (posted.parent_id === null) {
    if (known.comments.some(({ id }) => id === posted.id)) return known;
    const newer = known.comments.filter(({ id }) => id > posted.id);
    const older = known.comments.filter(({ id }) => id < posted.id);
    return { ...known, comments: [...newer, posted, ...older], total: known.total + 1 };
  }
  return {
    ...known,
    comments: known.comments.map((comment) =>
      comment.id === posted.parent_id ? withReply(comment, replyOf(posted)) : comment,
    ),
  };
}

/**
 * The thread without a comment or a reply. A comment with
 * replies leaves its place, which goes with the last of them.
 */
export function withoutComment(known: Thread, id: number): Thread {
  const comments = known.comments.flatMap((comment) => {
    if (comment.id === id) return comment.reply_count > 0 ? [emptied(comment)] : [];
    if (!comment.replies.some((reply) => reply.id === id)) return [comment];
    const replies = comment.replies.filter((reply) => reply.id !== id);
    const left = { ...comment, replies, reply_count: comment.reply_count - 1 };
    return left.deleted && left.reply_count === 0 ? [] : [left];
  });
  return { ...known, comments, total: known.total - (known.comments.length - comments.length) };
}

/** Replies that follow on those that are shown. */
export interface MoreReplies {
  readonly replies: readonly Reply[];
  /** How many more come after them. */
  readonly left: number;
}

/** Asks for the replies that follow on those that are shown of a comment. */
export async function askForMoreReplies(
  known: Thread,
  parentId: number,
  ask: (span: Span) => Promise<RepliesPage>,
): Promise<MoreReplies> {
  const parent = known.comments.find(({ id }) => id === parentId);
  const { replies = [], apart = [], reply_count = 0 } = parent ?? {};
  const { rows, left } = await askFollowing({
    shown: replies.filter(({ id }) => !apart.includes(id)),
    total: reply_count,
    size: REPLIES_PAGE,
    rowsOf: (page) => page.replies,
    isBehind: (id, other) => id > other,
    ask,
  });
  return { replies: rows, left };
}

/**
 * The thread with further replies to one of its comments;
 * those that were posted here meanwhile stay in their place.
 */
export function withMoreReplies(known: Thread, parentId: number, { replies, left }: MoreReplies): Thread {
  const comments = known.comments.map((comment) => {
    if (comment.id !== parentId) return comment;
    const all = inOrder([...comment.replies, ...replies]);
    const apart = (comment.apart ?? []).filter((apartId) => replies.every(({ id }) => id !== apartId));
    const inPlace = all.filter(({ id }) => !apart.includes(id)).length;
    // Those apart are among the ones left.
    return { ...comment, apart, replies: all, reply_count: Math.max(inPlace + left, all.length) };
  });
  return { ...known, comments };
}

/** Whether nobody who is signed in was told of it: it is not known whose it is [A112]. */
export function isUnclear({ own, deleted }: Reply): boolean {
  return own === undefined && !deleted;
}

export function hasUnclear({ comments }: Thread): boolean {
  return comments.some((comment) => isUnclear(comment) || comment.replies.some(isUnclear));
}

/** The thread with the server's word on which are the member's own, by id. */
export function withWhose(known: Thread, whose: ReadonlyMap<number, boolean>): Thread {
  const told = <T extends Reply>(row: T): T => ({ ...row, own: whose.get(row.id) ?? row.own });
  const comments = known.comments.map((comment) => ({
    ...told(comment),
    replies: comment.replies.map(told),
  }));
  return { ...known, comments };
}

/** A comment comes with its first replies alone: later ones that have been asked for stay. */
function withKnownReplies(comment: Comment, known: ShownComment | undefined): ShownComment {
  const last = comment.replies.at(-1);
  if (known === undefined || last === undefined || comment.replies.length === comment.reply_count)
    return comment;
  const later = known.replies.filter(({ id }) => id > last.id);
  const follow = known.replies.some(({ id }) => id === last.id);
  const apart = follow ? (known.apart ?? []) : later.map(({ id }) => id);
  return { ...comment, apart, replies: inOrder([...comment.replies, ...later]) };
}

function withReply(comment: ShownComment, reply: Reply): ShownComment {
  const replies = inOrder([...comment.replies, reply]);
  if (replies.length === comment.replies.length) return { ...comment, replies };
  const { apart = [], reply_count } = comment;
  return {
    ...comment,
    apart: comment.replies.length < reply_count ? [...apart, reply.id] : apart,
    replies,
    reply_count: reply_count + 1,
  };
}

/** Each once, the later word for it counting, oldest first: ids grow with time. */
function inOrder(replies: readonly Reply[]): Reply[] {
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

function replyOf({ replies, reply_count, ...reply }: Comment): Reply {
  return reply;
}

function emptied(comment: ShownComment): ShownComment {
  const nobody = { pseudo: null, first_name: null, last_name: null, profile_picture: '' };
  return { ...comment, ...nobody, comment: '', deleted: true, own: false };
}
