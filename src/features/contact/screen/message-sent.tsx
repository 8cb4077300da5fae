import { useEffect, useRef } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './message-sent.module.css';

/** Takes the form's place once the message is kept. */
export function MessageSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.sent}>
      <span className={styles.sign}>
        <LaterIcon name="check" size={28} />
      </span>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {text('contact.sent')}
      </h2>
      <p>{text('contact.sent.text', { email })}</p>
      <Button look="line" shape="large" onClick={onAgain}>
        {text('contact.again')}
      </Button>
    </div>
  );
}
