import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askWhose } from '#src/features/comments/ask-whose.ts';
import { commentsQuery, ofMember, repliesQuery } from '#src/features/comments/comments.query.ts';
import type { Comment, CommentsPage, Reply } from '#src/features/comments/comments.wire.ts';
import {
  askForMore,
  askForMoreReplies,
  hasUnclear,
  type Thread,
  withLatest,
  withMore,
  withMoreReplies,
  withoutComment,
  withPosted,
  withWhose,
} from '#src/features/comments/thread.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { askInBrowser } from '#src/page/wire/ask.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';

/** Whether more is being asked for, or why it did not come. */
export type MoreState = 'resting' | 'busy' | { readonly failure: unknown };

/** The thread that is shown, the answer that it was made of, and to whom it is shown. */
interface Held {
  readonly thread: Thread | undefined;
  readonly latest: CommentsPage | undefined;
  /** Null for a guest. */
  readonly userId: string | null;
}

/**
 * A track's comments as they are shown, and what can become of them. The document brings what everybody sees;
 * a member's browser then asks as that member, who is told which are their own.
 */
export function useThread(track: string) {
  const language = useLanguage();
  const queries = useQueryClient();
  const userId = useSession().user?.id ?? null;
  const query = commentsQuery(track, language);
  const ownQuery = ofMember(query, userId);
  const everybody = usePageQuery(query, { enabled: userId === null });
  const member = usePageQuery(ownQuery, { enabled: userId !== null });
  const asked = userId === null ? everybody : member;
  const latest = asked.data ?? everybody.data;

  const [held, setHeld] = useState<Held>({ thread: latest, latest, userId });
  const { thread } = held;
  if (held.latest !== latest || held.userId !== userId) {
    // What one member was shown must not reach the next one; what a guest was shown is everybody's, and who signs in to
    // reply finds the comment still there [A105].
    const isSameEyes = held.userId === null || held.userId === userId;
    // Who reads on in another language is shown the same until its answer has come.
    const shown = isSameEyes ? thread : undefined;
    setHeld({ thread: latest ? withLatest(shown, latest) : shown, latest, userId });
  }
  /** What comes late of what one member has asked for or done is not for the next one either [A114]. */
  const change = (how: (known: Thread) => Thread) =>
    setHeld((now) => {
      const isForThem = userId === null || now.userId === userId;
      return isForThem && now.thread ? { ...now, thread: how(now.thread) } : now;
    });
  const [more, setMore] = useState<MoreState>('resting');

  // What somebody was shown as a guest stays, and is theirs as well once they sign in.
  const isOpenWhose = member.data !== undefined && thread !== undefined && hasUnclear(thread);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each member: whoever does not say it is not asked again
  useEffect(() => {
    if (userId === null || thread === undefined || !isOpenWhose) return;
    let isOver = false;
    const ask = askInBrowser(queries);
    void askWhose(thread, {
      comments: (span) => ask(ofMember(commentsQuery(track, language, span), userId)),
      replies: (parentId, span) => ask(ofMember(repliesQuery(parentId, language, span), userId)),
    }).then((whose) => {
      if (!isOver) change((known) => withWhose(known, whose));
    });
    return () => {
      isOver = true;
    };
  }, [userId, isOpenWhose]);

  const showReplies = async (parentId: number): Promise<readonly Reply[]> => {
    if (thread === undefined) return [];
    const ask = askInBrowser(queries);
    const more = await askForMoreReplies(thread, parentId, (span) =>
      ask(ofMember(repliesQuery(parentId, language, span), userId)),
    );
    change((known) => withMoreReplies(known, parentId, more));
    return more.replies;
  };

  const changeForAll = (how: (known: Thread) => Thread) => {
    change(how);
    // In whatever language it was asked for.
    void outdate(queries, query.queryKey.slice(0, -1));
  };

  return {
    thread,
    error: asked.error,
    isError: asked.isError,
    retry: asked.refetch,
    more,
    /** Returns the comments that were added; null when they could not be had. */
    async showMore(): Promise<readonly Comment[] | null> {
      if (thread === undefined || more === 'busy') return null;
      setMore('busy');
      const ask = askInBrowser(queries);
      try {
        const page = await askForMore(thread, (span) =>
          ask(ofMember(commentsQuery(track, language, span), userId)),
        );
        change((known) => withMore(known, page));
        setMore('resting');
        return page.comments;
      } catch (failure) {
        setMore({ failure });
        return null;
      }
    },
    /**
     * Shows further replies to a comment, and returns them.
     * @throws {CallError} when they cannot be had
     */
    showReplies,
    add: (posted: Comment) => changeForAll((known) => withPosted(known, posted)),
    remove: (id: number) => changeForAll((known) => withoutComment(known, id)),
  };
}

/**
 * Says that answers are from before a change that the page shows already: whoever comes back to it has them
 * fetched again. One that is on its way may be from before, too, and is asked for anew.
 * @param queryKey with which the keys of the answers begin
 */
export async function outdate(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const isOnItsWay = queries.isFetching({ queryKey }) > 0;
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey, refetchType: isOnItsWay ? 'active' : 'none' });
}
