import { type FormEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { failureOf, NO_FAILURE } from '#src/features/accounts/form/submit-failure.ts';
import { useFocusOnProblem } from '#src/features/accounts/form/use-focus-on-problem.ts';
import type { CaptchaControl } from '#src/features/contact/captcha/use-captcha.ts';
import { checkWritten, type Written } from '#src/features/contact/contact-rules.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { tabStorage } from '#src/page/storage/browser-storage.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { sendMessage } from './contact-calls.ts';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';
import { ruleWords } from './rule-words.ts';

const EMPTY: Written = { email: '', subject: '', message: '' };
/** The form itself misses the captcha: over once it is passed. What the server says of it stays until the next letter. */
const UNPASSED = 'captcha_unpassed';

/** Holds a message to the association while it is written: its rules, the draft that outlives the page, the sending. */
export function useContactForm(captcha: CaptchaControl) {
  const text = useText();
  const language = useLanguage();
  const { user, isLoading } = useSession();
  const by = user?.id ?? null;
  const form = useRef<HTMLFormElement>(null);
  const [written, show] = useState(EMPTY);
  /** As it stands now: a browser fills several fields in at once. */
  const latest = useRef(written);
  const [isKept, setKept] = useState(false);
  const [isTried, setTried] = useState(false);
  const [stage, setStage] = useState<'writing' | 'sending' | 'sent'>('writing');
  const [failure, setFailure] = useState(NO_FAILURE);
  const focusOnProblem = useFocusOnProblem(form, stage === 'sending');
  const own = user?.email ?? '';
  const filledIn = useRef('');

  const setWritten = useCallback((now: Written) => {
    latest.current = now;
    show(now);
  }, []);

  // What was typed before the page came to life stands in the boxes alone, until they are drawn again.
  useLayoutEffect(() => {
    if (form.current !== null) setWritten(writtenIn(form.current));
  }, [setWritten]);

  useEffect(() => {
    if (isLoading) return;
    const now = latest.current;
    const draft = readDraft(tabStorage, by);
    const before = filledIn.current;
    filledIn.current = own;
    setKept(draft !== null);
    setWritten({
      email: (now.email === before ? '' : now.email) || (draft?.email ?? '') || own,
      subject: now.subject || (draft?.subject ?? ''),
      message: now.message || (draft?.message ?? ''),
    });
  }, [by, own, isLoading, setWritten]);

  // The button for another message is gone with its screen.
  const wasSent = useRef(false);
  useEffect(() => {
    if (stage === 'writing' && wasSent.current)
      form.current?.querySelector<HTMLElement>('[name=subject]')?.focus();
    wasSent.current = stage === 'sent';
  }, [stage]);

  const broken = checkWritten(written);

  const sendOnce = async (): Promise<boolean> => {
    const token = await captcha.token();
    if (token === null) return false;
    try {
      await sendMessage(written, token, language);
    } catch (error) {
      // Our own proof is remade unseen: the visitor cannot know that it was too old.
      if (!captcha.isSilent || !isCaptchaRefusal(error)) throw error;
      captcha.forget();
      await sendMessage(written, (await captcha.token()) ?? '', language);
    }
    return true;
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (stage === 'sending') return;
    setTried(true);
    if (Object.values(broken).some(Boolean)) return void focusOnProblem();
    setStage('sending');
    setFailure(NO_FAILURE);
    try {
      const isSent = await sendOnce();
      if (isSent) {
        forgetDraft(tabStorage);
        captcha.forget();
      } else setFailure({ ...NO_FAILURE, error: text('contact.captcha.required'), code: UNPASSED });
      setStage(isSent ? 'sent' : 'writing');
    } catch (error) {
      // Google counts a token once, whatever became of the message.
      if (!captcha.isSilent) captcha.forget();
      setFailure(failureOf(text, error, text('contact.failed')));
      setStage('writing');
    }
  };

  return {
    isReady: !isLoading,
    isKept,
    stage,
    written,
    /** In words. */
    error: failure.code === UNPASSED && captcha.isPassed ? null : failure.error,
    /** For the form's element. */
    attributes: { ref: form, noValidate: true, onSubmit: send, onFocus: captcha.begin },
    /** For a field's box. The problem is in words. */
    bind: (name: keyof Written) => {
      const problem = (isTried ? broken[name] : null) ?? failure.problems[name];
      return {
        value: written[name],
        problem: problem ? ruleWords(text, name, problem, written) : null,
        onValue(value: string) {
          const now = { ...latest.current, [name]: value };
          setWritten(now);
          setFailure(NO_FAILURE);
          keepDraft(tabStorage, by, now);
        },
      };
    },
    /** Another message, from the same sender. */
    again() {
      setWritten({ ...EMPTY, email: written.email });
      setKept(false);
      setTried(false);
      setStage('writing');
    },
  };
}
export type ContactFormState = ReturnType<typeof useContactForm>;

function writtenIn(form: HTMLFormElement): Written {
  const fields = new FormData(form);
  const text = (name: keyof Written) => String(fields.get(name) ?? '').replaceAll('\r\n', '\n');
  return { email: text('email'), subject: text('subject'), message: text('message') };
}

function isCaptchaRefusal(error: unknown): boolean {
  return error instanceof CallError && ['captcha_invalid', 'captcha_required'].includes(error.code);
}
