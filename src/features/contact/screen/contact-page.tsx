import type { ReactNode } from 'react';
import type { ContactFacts } from '#src/features/contact/contact.wire.ts';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import type { PageAnswer, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { documentQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-page.module.css';

const importSchema = () =>
  import('#src/features/contact/contact.wire.ts').then((file) => file.contactFactsSchema);

/** The association that the page names, and the captcha of its form. */
export const contactFactsQuery = documentQuery<ContactFacts>(
  '/station.json',
  null,
  importSchema,
  (services) => {
    const { captcha, association } = services.station();
    const { name, address, email, phone } = association;
    return { captcha, association: { name, address, email, phone } };
  },
  'contact',
);

async function loadOnServer({ ask }: PageRequest): Promise<PageAnswer> {
  await askAll(ask, [contactFactsQuery]);
  return {};
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** The form to write to the association, and the other ways there. */
export function Page() {
  const text = useText();
  const { data: facts, error, isError, refetch } = usePageQuery(contactFactsQuery);
  return (
    <>
      <PageHead title={text('contact.title')} description={text('contact.lead')} />
      <Band title={text('contact.title')} lead={text('contact.lead')} />
      <div className={styles.page}>
        <section className={styles.card} aria-label={text('contact.form')}>
          {facts && <ContactForm facts={facts} />}
          {!facts && isError && <RetryNotice title={text('frame.failure')} error={error} retry={refetch} />}
          {!facts && !isError && <Skeleton width="100%" height="420px" />}
        </section>
        {facts && <AssociationCard association={facts.association} />}
      </div>
    </>
  );
}

/** The other ways to the association, as far as the station names them. */
function AssociationCard({ association }: Pick<ContactFacts, 'association'>) {
  const text = useText();
  const { name, address, email, phone } = association;
  if (address === '' && email === '' && phone === '') return null;
  return (
    <section className={styles.others} aria-labelledby="other-ways">
      <h2 id="other-ways" className={styles.othersTitle}>
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
