import { useEffect, useMemo, useRef, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { CONTACT_MESSAGE_MAX, CONTACT_SUBJECT_MAX } from '#src/contract/limits.ts';
import type { CaptchaControl } from '#src/features/contact/captcha/captcha-control.ts';
import {
  checkWritten,
  cleanMessage,
  cleanSubject,
  type Written,
} from '#src/features/contact/contact-rules.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { Text } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useForm } from '#src/page/form/use-form.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

const EMPTY: Written = { email: '', subject: '', message: '' };

/** A message to the association while it is written: what it begins with, and how it is sent. */
export function useContactForm(captcha: CaptchaControl) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const { number } = useFormats();
  const { isReady, ...beginning } = useBeginning();
  const form = useForm({
    ...beginning,
    check: checkWritten,
    words: (problem, name, written) => ruleWords(text, problem, lengthOf(name, written, number)),
    failure: text('contact.failed'),
    forgets: true,
  });
  const { element } = form;
  const [isSent, setSent] = useState(false);
  /** The visitor sent the form before passing the captcha. */
  const [isUnpassed, setUnpassed] = useState(false);

  // The button that asked for another message is gone, and the focus with it.
  const wasSent = useRef(false);
  useEffect(() => {
    if (!isSent && wasSent.current) element.current?.querySelector<HTMLElement>('[name=subject]')?.focus();
    wasSent.current = isSent;
  }, [element, isSent]);

  const sendWith = async (written: Written, token: string) => {
    try {
      await sendMessage(browser, written, token, language);
    } catch (error) {
      // A new proof is made unseen: the visitor cannot know that the first was too old.
      if (!captcha.isSilent || !isCaptchaRefusal(error)) throw error;
      captcha.forget();
      await sendMessage(browser, written, (await captcha.token()) ?? '', language);
    }
  };

  const send = async (written: Written) => {
    setUnpassed(false);
    try {
      const token = await captcha.token();
      if (token === null) return setUnpassed(true);
      await sendWith(written, token);
    } catch (error) {
      // Google counts a token once, whatever became of the message.
      if (!captcha.isSilent) captcha.forget();
      throw error;
    }
    forgetDraft(browser.tabStorage);
    captcha.forget();
    setSent(true);
  };

  return {
    isReady,
    isKept: form.isKept,
    isSending: form.isBusy,
    isSent,
    written: form.fields,
    /** In words. */
    error: isUnpassed && !captcha.isPassed ? text('contact.captcha.required') : form.error,
    errorId: form.errorId,
    /** For the form's element. */
    attributes: { ...form.attributes(send), onFocus: captcha.begin },
    /** For a field's box. The problem is in words, in which the length grows. */
    bind(name: keyof Written) {
      const { onValue, ...bound } = form.bind(name);
      const { count } = lengthOf(name, form.fields, number);
      return {
        ...bound,
        growing: bound.problem?.includes(count) ? count : null,
        onValue(value: string) {
          setUnpassed(false);
          onValue(value);
        },
      };
    },
    /** Another message, from the same sender. */
    again() {
      form.restart({ ...EMPTY, email: form.fields.email });
      setSent(false);
    },
  };
}
export type ContactFormState = ReturnType<typeof useContactForm>;

/** The sender is known late; their words are kept in this tab until they are sent. */
function useBeginning() {
  const { tabStorage } = useBrowser();
  const { user, isLoading } = useSession();
  const by = user?.id ?? null;
  const email = user?.email ?? '';
  const late = useMemo(() => (isLoading ? null : { ...EMPTY, email }), [isLoading, email]);
  const drafts = useMemo(
    () => ({
      read: () => readDraft(tabStorage, by),
      keep: (written: Written) => keepDraft(tabStorage, by, written),
    }),
    [tabStorage, by],
  );
  return { isReady: !isLoading, initial: EMPTY, late, drafts };
}

function isCaptchaRefusal(error: unknown): boolean {
  return error instanceof CallError && ['captcha_invalid', 'captcha_required'].includes(error.code);
}

/** @throws {CallError} whose message is the server's own where it gave one */
async function sendMessage(
  browser: Browser,
  written: Written,
  recaptchaToken: string,
  language: Language,
): Promise<void> {
  const body = { ...written, recaptchaToken };
  await callWire(browser, { endpoint: 'contact', method: 'POST', body, language }, importNothing);
}

/** How long a text is, and how long it may be, as it is written in words. */
interface Length {
  readonly count: string;
  readonly max: string;
}

function lengthOf(field: keyof Written, written: Written, number: (value: number) => string): Length {
  const [text, max] =
    field === 'message'
      ? [cleanMessage(written.message), CONTACT_MESSAGE_MAX]
      : [cleanSubject(written.subject), CONTACT_SUBJECT_MAX];
  return { count: number([...text].length), max: number(max) };
}

/** Says what is wrong with a field; null for a rule that no field of this form has. */
function ruleWords(text: Text, problem: string, { count, max }: Length): string | null {
  switch (problem) {
    case 'required':
      return text('contact.rule.required');
    case 'email_invalid':
      return text('contact.rule.email');
    case 'line_break':
      return text('contact.rule.line');
    case 'too_long':
      return text('contact.rule.long', { count, max });
    default:
      return null;
  }
}
