import { type ChangeEvent, type CompositionEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { COMMENT_MAX } from '#src/contract/limits.ts';
import { postComment, ruleWords, useCommentFailure } from '#src/features/comments/comment-calls.ts';
import { checkComment, countCharacters } from '#src/features/comments/comment-rules.ts';
import type { Comment } from '#src/features/comments/comments.wire.ts';
import { findWebAddress } from '#src/features/comments/web-address.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { isFocusAround } from '#src/page/focus-place.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { type DraftTarget, forgetDraft, keepDraft, readDraft } from './drafts.ts';
import { limitEdit } from './limit-edit.ts';

/**
 * Holds a comment or a reply while it is written: its limit and
 * its rules, the draft that outlives the page, the sending.
 * @param onPosted is given what the server made of it, or of a try whose answer was lost
 */
export function useCommentForm(target: DraftTarget, onPosted: (comment: Comment) => void) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const area = useRef<HTMLTextAreaElement>(null);
  const [draft] = useState(() => readDraft(browser.tabStorage, target));
  const [written, setWritten] = useState(draft.text);
  /** The text before the word that is being composed. */
  const settled = useRef(draft.text);
  const { failure, words, fail, forget } = useCommentFailure('comments.error.post');
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  /** A try that got no answer, in this form or the one before: its words may be there all the same. */
  const unanswered = useRef(
    draft.unansweredMs === null ? null : { words: draft.text, sentMs: draft.unansweredMs },
  );
  const unansweredOf = (words: string) => (unanswered.current?.words === words ? unanswered.current : null);
  const keep = (words: string) =>
    keepDraft(browser.tabStorage, target, { text: words, unansweredMs: unansweredOf(words)?.sentMs ?? null });
  const rule = checkComment(written);
  const showsRule = isTried || written !== '';

  useEffect(() => {
    const end = area.current?.value.length ?? 0;
    area.current?.setSelectionRange(end, end);
    // Does nothing in a dialog, which is still closed: the dialog gives the focus.
    area.current?.focus();
  }, []);

  // The button that was pressed loses the focus while it is disabled. Whoever has gone on meanwhile keeps it.
  useEffect(() => {
    const isHere = isFocusAround(area.current) || area.current?.form?.contains(document.activeElement);
    if (failure !== null && isHere) area.current?.focus();
  }, [failure]);

  const take = (element: HTMLTextAreaElement, isComposing: boolean) => {
    const edit = { text: element.value, caret: element.selectionEnd };
    // A word that is still being composed may end as something else.
    const limited = isComposing ? edit : limitEdit(settled.current, edit, COMMENT_MAX);
    if (limited.text !== edit.text) {
      element.value = limited.text;
      element.setSelectionRange(limited.caret, limited.caret);
    }
    if (!isComposing) settled.current = limited.text;
    setWritten(limited.text);
    forget();
    setTried(false);
    keep(limited.text);
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSending || rule !== null) return;
    setSending(true);
    forget();
    const before = unanswered.current;
    const again = unansweredOf(written);
    const nowMs = browser.clock.nowMs();
    // The page may be left before the answer comes.
    unanswered.current = again ?? { words: written, sentMs: nowMs };
    keep(written);
    try {
      const againMs = again && Math.max(0, nowMs - again.sentMs);
      const posted = await postComment(browser, { ...target, comment: written, againMs }, language);
      forgetDraft(browser.tabStorage, target);
      onPosted(posted);
    } catch (error) {
      if (!(error instanceof CallError && error.status === 0)) unanswered.current = before;
      keep(written);
      fail(error);
      setSending(false);
    }
  };

  const refused = showsRule && rule === 'websites_not_allowed' ? findWebAddress(written) : null;
  const ruleInWords = refused
    ? text('comments.rule.websites-named', { word: refused })
    : ruleWords(text, showsRule ? rule : null);

  return {
    isSending,
    /** Something was kept from before. */
    isKept: draft.text !== '',
    count: countCharacters(written),
    canSend: rule === null && !isSending,
    problem: words ?? ruleInWords,
    /** The web address that the problem names. */
    refused: failure === null ? refused : null,
    send,
    giveUp: () => forgetDraft(browser.tabStorage, target),
    /** For the text area. */
    bind: {
      ref: area,
      value: written,
      readOnly: isSending,
      onChange(event: ChangeEvent<HTMLTextAreaElement>) {
        const { nativeEvent, currentTarget } = event;
        take(currentTarget, nativeEvent instanceof InputEvent && nativeEvent.isComposing);
      },
      onCompositionEnd: (event: CompositionEvent<HTMLTextAreaElement>) => take(event.currentTarget, false),
    },
  };
}
