import type { ReactNode } from 'react';
import type { ContactFacts } from '#src/features/contact/contact-facts.wire.ts';
import { useText } from '#src/i18n/use-text.ts';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';
import styles from './association-card.module.css';

/** The other ways to the association, as far as the station names them. */
export function AssociationCard({ association }: Pick<ContactFacts, 'association'>) {
  const text = useText();
  const { name, address, email, phone } = association;
  if (address === '' && email === '' && phone === '') return null;
  return (
    <section className={styles.card} aria-labelledby="other-ways">
      <h2 id="other-ways" className={styles.title}>
        {text('contact.others')}
      </h2>
      <address className={styles.ways}>
        {email !== '' && (
          <Way icon="at" label={text('contact.by-mail')}>
            <a className={styles.link} href={`mailto:${email}`}>
              {email}
            </a>
          </Way>
        )}
        {phone !== '' && (
          <Way icon="phone" label={text('contact.by-phone')}>
            <a className={styles.link} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </Way>
        )}
        {address !== '' && (
          <Way icon="mail" label={text('contact.by-post')}>
            <p>{name}</p>
            {address.split(/\s*[,\n]\s*/).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Way>
        )}
      </address>
    </section>
  );
}

function Way(props: { icon: LaterIconName; label: string; children: ReactNode }) {
  return (
    <div className={styles.way}>
      <span className={styles.icon}>
        <LaterIcon name={props.icon} />
      </span>
      <div className={styles.words}>
        <p className={styles.label}>{props.label}</p>
        {props.children}
      </div>
    </div>
  );
}
