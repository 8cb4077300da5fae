import { useId } from 'react';
import { CONTACT_MESSAGE_MAX } from '#src/contract/limits.ts';
import { CaptchaBox } from '#src/features/contact/captcha/captcha-box.tsx';
import { useCaptcha } from '#src/features/contact/captcha/use-captcha.ts';
import type { ContactFacts } from '#src/features/contact/contact-facts.wire.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Field, Hint } from '#src/ui/field/field.tsx';
import { TextArea } from '#src/ui/field/text-area.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import styles from './contact-form.module.css';
import { MessageSent } from './message-sent.tsx';
import { type ContactFormState, useContactForm } from './use-contact-form.ts';

/** How many characters are left when a counter appears. */
const COUNTED_WHEN_LEFT = 500;

/** The form, its sending, and what follows [R48]. */
export function ContactForm({ facts }: { facts: ContactFacts }) {
  const text = useText();
  const captcha = useCaptcha(facts.captcha);
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
      <CaptchaBox captcha={captcha} />
      {form.error && <Notice title={form.error} />}
      <div className={styles.foot}>
        {/* Its script sends it: until that runs, the button would put the words into an address. */}
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
  const { value, problem, onValue } = form.bind('message');
  const count = [...value].length;
  return (
    <div className={styles.message}>
      <label htmlFor={id} className={styles.label}>
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
        noteId={`${id}-count`}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <p id={`${id}-count`} className={styles.count}>
        {count > CONTACT_MESSAGE_MAX - COUNTED_WHEN_LEFT && `${count}/${CONTACT_MESSAGE_MAX}`}
      </p>
    </div>
  );
}
