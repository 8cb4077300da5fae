import { ROWS_MAX } from '#src/contract/limits.ts';
import type { Span } from './ask-following.ts';
import type { CommentsPage, RepliesPage, Reply } from './comments.wire.ts';
import { isUnclear, type Thread } from './thread.ts';

/** How to ask as the member. */
interface AskingAsMember {
  readonly comments: (span: Span) => Promise<CommentsPage>;
  readonly replies: (parentId: number, span: Span) => Promise<RepliesPage>;
}

/**
 * Asks for what a guest was told of a thread once more, now as the member [A112].
 * @returns whether it is the member's own, by id; without what could not be had. Never rejects.
 */
export async function askWhose(thread: Thread, ask: AskingAsMember): Promise<ReadonlyMap<number, boolean>> {
  const told = new Map<number, boolean>();
  const note = (rows: readonly Reply[]) => {
    for (const { id, own } of rows) if (own !== undefined) told.set(id, own);
  };
  // Newest first: the last one is the oldest.
  const oldest = thread.comments.findLast(isUnclear);
  const comments = async () => {
    if (oldest === undefined) return;
    await askUpTo(
      async (span) => {
        const page = await ask.comments(span);
        note(page.comments);
        for (const { replies } of page.comments) note(replies);
        return { ...page, rows: page.comments };
      },
      ({ id }) => id <= oldest.id,
    );
  };
  await Promise.allSettled([comments()]);
  const following = thread.comments.map(async ({ id: parentId, replies }) => {
    const newest = replies.findLast((reply) => isUnclear(reply) && !told.has(reply.id));
    if (newest === undefined) return;
    await askUpTo(
      async (span) => {
        const page = await ask.replies(parentId, span);
        note(page.replies);
        return { ...page, rows: page.replies };
      },
      ({ id }) => id >= newest.id,
    );
  });
  await Promise.allSettled(following);
  return told;
}

/**
 * Asks for page after page, from the first one on, until one holds the last that is wanted, or all are there. A page that
 * comes twice is the last one: who answers so has no other.
 */
async function askUpTo(
  ask: (span: Span) => Promise<{ rows: readonly Reply[]; has_more: boolean }>,
  isLast: (row: Reply) => boolean,
): Promise<void> {
  let before: number | undefined;
  for (let offset = 0; ; ) {
    const { rows, has_more } = await ask({ offset, limit: ROWS_MAX });
    offset += rows.length;
    if (!has_more || rows.length === 0 || rows[0]?.id === before || rows.some(isLast)) return;
    before = rows[0]?.id;
  }
}
