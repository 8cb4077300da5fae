import { useEffect, useRef, useState } from 'react';
import { DONATION_FORM_HEIGHT } from '#src/contract/limits.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import round from '#src/ui/icon/round-sign.module.css';
import section from '#src/ui/section/section.module.css';
import hidden from '#src/ui/styles/hidden.module.css';
import type { Donation } from './donation.wire.ts';
import styles from './donation-form.module.css';

/**
 * Rights of the form: to take payments, also in its own
 * windows, and to lead the page away when a visitor asks.
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/**
 * The association's form. Unless the station says otherwise,
 * nothing of it is loaded before the visitor asks [R69].
 */
export function DonationForm({ donation }: { donation: Donation }) {
  const { form, load, origins } = donation;
  const [isAsked, setAsked] = useState(false);
  const { host } = new URL(form);
  return (
    <div>
      {load === 'always' || isAsked ? (
        <Frame form={form} host={host} origins={origins} takesFocus={isAsked} />
      ) : (
        <Placeholder form={form} host={host} onAsk={() => setAsked(true)} />
      )}
    </div>
  );
}

function Frame(props: { form: string; host: string; origins: readonly string[]; takesFocus: boolean }) {
  const { form, host, origins, takesFocus } = props;
  const text = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (takesFocus) frame.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <>
      <iframe
        ref={frame}
        className={styles.frame}
        title={text('donation.form.frame', { host })}
        src={form}
        height={DONATION_FORM_HEIGHT}
        sandbox={SANDBOX}
        allow={['payment', "'src'", ...origins].join(' ')}
        referrerPolicy="strict-origin"
      />
      <p className={styles.help}>
        {text('donation.form.not-shown')}{' '}
        <a href={form} target="_blank" rel="noopener">
          {text('donation.form.outside', { host })}
          <span className={hidden.hidden}> ({text('frame.new-tab')})</span>
        </a>
      </p>
    </>
  );
}

/** Stands where the form will, as high, so that nothing moves when it comes. */
function Placeholder({ form, host, onAsk }: { form: string; host: string; onAsk: () => void }) {
  const text = useText();
  return (
    <section className={styles.placeholder} style={PLACE}>
      <span className={`${round.sign} ${styles.sign}`}>
        <LaterIcon name="lock" size={28} />
      </span>
      <h2 className={section.title}>{text('donation.form.ask', { host })}</h2>
      <p>{text('donation.form.ask-text', { host })}</p>
      <div className={styles.actions}>
        <Button look="ink" shape="large" onClick={onAsk}>
          {text('donation.form.show')}
        </Button>
        <a className={buttonClass('ghost', 'large')} href={form} target="_blank" rel="noopener">
          {text('donation.form.outside', { host })}
          <Icon name="outside" size={18} />
          <span className={hidden.hidden}> ({text('frame.new-tab')})</span>
        </a>
      </div>
    </section>
  );
}

const PLACE = { minHeight: DONATION_FORM_HEIGHT };
