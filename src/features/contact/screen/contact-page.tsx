import { contactFactsQuery } from '#src/features/contact/contact.query.ts';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import type { PageAnswer, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { AssociationCard } from './association-card.tsx';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-page.module.css';

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
