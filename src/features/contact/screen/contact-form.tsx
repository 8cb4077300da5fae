import { useEffect, useId, useRef, useState } from 'react';
import { CONTACT_MESSAGE_MAX } from '#src/contract/limits.ts';
import type { CaptchaControl } from '#src/features/contact/captcha/captcha-control.ts';
import { useProof } from '#src/features/contact/captcha/use-proof.tsx';
import { useRecaptcha } from '#src/features/contact/captcha/use-recaptcha.tsx';
import type { ContactFacts } from '#src/features/contact/contact.wire.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import { isFocusAround } from '#src/page/focus-place.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Button } from '#src/ui/button/button.tsx';
import field from '#src/ui/field/field.module.css';
import { Field, Hint } from '#src/ui/field/field.tsx';
import { TextArea } from '#src/ui/field/text-area.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import round from '#src/ui/icon/round-sign.module.css';
import { Notice } from '#src/ui/notice/notice.tsx';
import styles from './contact-form.module.css';
import { type ContactFormState, useContactForm } from './use-contact-form.ts';

/** The counter appears when fewer characters than this are left. */
const COUNTED_WHEN_LEFT = 500;

/** The form, its sending, and what follows [R48]. */
export function ContactForm({ facts: { captcha } }: { facts: ContactFacts }) {
  const turn = useMembersGone();
  if (captcha.kind === 'builtin') return <FormWithProof key={turn} />;
  return <FormWithRecaptcha key={turn} siteKey={captcha.siteKey} />;
}

/**
 * How many members have left this page. With each the form begins anew: what stands in it was theirs alone [R62]. A
 * guest's words stay for who signs in.
 */
function useMembersGone(): number {
  const { user } = useSession();
  const id = user?.id ?? null;
  const [seen, see] = useState({ id, gone: 0 });
  if (seen.id !== id) see({ id, gone: seen.id === null ? seen.gone : seen.gone + 1 });
  return seen.gone;
}

function FormWithProof() {
  return <Form captcha={useProof()} />;
}

function FormWithRecaptcha({ siteKey }: { siteKey: string }) {
  return <Form captcha={useRecaptcha(siteKey)} />;
}

function Form({ captcha }: { captcha: CaptchaControl }) {
  const text = useText();
  const form = useContactForm(captcha);
  const { isSending } = form;
  if (form.isSent) return <MessageSent email={form.written.email} onAgain={form.again} />;
  return (
    <form className={styles.form} aria-busy={isSending} {...form.attributes}>
      <h2 className={styles.title}>{text('contact.form')}</h2>
      <noscript>
        <p className={styles.noScript}>{text('contact.no-script')}</p>
      </noscript>
      {form.isKept && <Hint kind="good">{text('contact.kept')}</Hint>}
      <Field
        label={text('contact.email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={isSending}
        {...form.bind('email')}
      />
      <Field
        label={text('contact.subject')}
        type="text"
        name="subject"
        dir="auto"
        autoComplete="off"
        required
        readOnly={isSending}
        {...form.bind('subject')}
      />
      <MessageField form={form} />
      {captcha.box}
      {form.error && (
        <div id={form.errorId}>
          <Notice title={form.error} />
        </div>
      )}
      <div className={styles.foot}>
        {/* Without its script the browser would send the words as part of an address. */}
        <Button type="submit" look="ink" shape="large" disabled={!form.isReady || isSending}>
          <LaterIcon name={isSending ? 'busy' : 'mail'} size={18} spins={isSending} />
          {text(isSending ? 'contact.sending' : 'contact.send')}
        </Button>
        <p className={styles.privacy}>{text('contact.privacy')}</p>
      </div>
    </form>
  );
}

function MessageField({ form }: { form: ContactFormState }) {
  const text = useText();
  const id = useId();
  const { number } = useFormats();
  const { value, problem, growing, saidIn, onValue } = form.bind('message');
  const count = [...value].length;
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {text('contact.message')}
      </label>
      <TextArea
        id={id}
        name="message"
        label={text('contact.message')}
        rows={6}
        required
        readOnly={form.isSending}
        value={value}
        problem={problem}
        growing={growing}
        saidIn={saidIn}
        noteId={`${id}-count`}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <p id={`${id}-count`} className={styles.count}>
        {count > CONTACT_MESSAGE_MAX - COUNTED_WHEN_LEFT && `${number(count)}/${number(CONTACT_MESSAGE_MAX)}`}
      </p>
    </div>
  );
}

/** Takes the form's place once the message is kept. */
function MessageSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone. Whoever has gone on meanwhile keeps the focus.
  useEffect(() => {
    if (isFocusAround(heading.current)) heading.current?.focus();
  }, []);
  return (
    <div className={styles.sent}>
      <span className={`${round.sign} ${styles.good}`}>
        <LaterIcon name="check" size={28} />
      </span>
      <h2 ref={heading} tabIndex={-1} className={styles.sentTitle}>
        {text('contact.sent')}
      </h2>
      <p>{text('contact.sent.text', { email })}</p>
      <Button look="line" shape="large" onClick={onAgain}>
        {text('contact.again')}
      </Button>
    </div>
  );
}
