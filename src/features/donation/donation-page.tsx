import { type ReactNode, useMemo } from 'react';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { wireQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';
import { Sections } from '#src/ui/section/sections.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import type { Donation, RadioCost } from './donation.wire.ts';
import { DonationForm } from './donation-form.tsx';
import styles from './donation-page.module.css';
import { worthOfGift } from './radio-cost.ts';

/** The form, other ways to give, and what an hour of radio costs. One reply for every language. */
const donationQuery = wireQuery('donation', {}, DEFAULT_LANGUAGE, () =>
  import('./donation.wire.ts').then((file) => file.donationSchema),
);

async function loadOnServer({ ask }: PageRequest): Promise<PageAnswer> {
  const { status } = await loadMainQuery(ask, donationQuery);
  return { status };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** How to give, and what for [R49, R69, R70]. */
export function Page({ params }: PageProps) {
  const text = useText();
  const { data, error, isError, refetch } = usePageQuery(donationQuery);
  return (
    <>
      <PageHead title={text('donation.title')} description={text('donation.text')} />
      <DonationHero hourCost={data?.cost?.hour ?? null} />
      <Sections>
        {data !== undefined && <Ways donation={data} streamId={params.streamId ?? DEFAULT_STREAM} />}
        {data === undefined && isError && (
          <RetryNotice title={text('donation.error')} error={error} retry={refetch} />
        )}
        {data === undefined && !isError && (
          <div aria-busy="true">
            <Skeleton width="100%" height="750px" radius="26px" />
          </div>
        )}
      </Sections>
    </>
  );
}

function Ways({ donation, streamId }: { donation: Donation; streamId: StreamId }) {
  const hasForm = donation.form !== '';
  return (
    <>
      {hasForm && <DonationForm donation={donation} />}
      {!hasForm && <OtherWays donation={donation} streamId={streamId} />}
      {donation.cost !== null && <CostSection cost={donation.cost} />}
      {hasForm && <OtherWays donation={donation} streamId={streamId} />}
    </>
  );
}

/** How to give without the form: by mail or post, or by writing to the team. */
function OtherWays({ donation, streamId }: { donation: Donation; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { form, name, address, email } = donation;
  return (
    <TitledSection
      title={text(form === '' ? 'donation.how' : 'donation.other')}
      lead={text(form === '' ? 'donation.how.text' : 'donation.other.text')}
    >
      <ul>
        {email !== '' && (
          <Way icon="at" title={text('donation.other.mail')}>
            <a className={styles.mail} href={`mailto:${email}`}>
              {email}
            </a>
          </Way>
        )}
        {address !== '' && (
          <Way icon="mail" title={text('donation.other.post')}>
            <address>
              {name}
              <br />
              {address}
            </address>
          </Way>
        )}
        <Way icon="speech" title={text('donation.other.team')}>
          <Link className={buttonClass('line')} to={streamPagePath(language, streamId, 'page-contact.html')}>
            {text('donation.other.write')}
          </Link>
        </Way>
      </ul>
    </TitledSection>
  );
}

function Way({ icon, title, children }: { icon: LaterIconName; title: string; children: ReactNode }) {
  return (
    <li className={styles.way}>
      <span className={styles.disc}>
        <LaterIcon name={icon} size={26} />
      </span>
      <h3>{title}</h3>
      <div className={styles.what}>{children}</div>
    </li>
  );
}

/** The page's title, and what a gift is worth in hours of radio, where the bills are known. */
function DonationHero({ hourCost }: { hourCost: number | null }) {
  const text = useText();
  const money = useMoney();
  const worth = hourCost === null ? null : worthOfGift(hourCost);
  return (
    <Band
      title={text('donation.title')}
      lead={text('donation.text')}
      beside={
        worth && (
          <p className={styles.worth}>
            <b>
              {money(worth.gift)} <Arrow />{' '}
              <span className={styles.hours}>{text('donation.hours', { count: worth.hours })}</span>
            </b>
            {text('donation.worth')}
          </p>
        )
      }
    />
  );
}

/** Drawn: the display font has no arrow in every script. */
function Arrow() {
  return (
    <svg className={styles.arrow} viewBox="0 0 40 24" aria-hidden="true">
      <path d="M2 12c4-9 8-9 12 0s8 9 12 0M29 12h8M32.5 7.5L37 12l-4.5 4.5" />
    </svg>
  );
}

/** The association's bills, and what they make of an hour [R70]. */
function CostSection({ cost }: { cost: RadioCost }) {
  const text = useText();
  const money = useMoney();
  return (
    <TitledSection title={text('donation.cost')} lead={text('donation.cost.text')}>
      <div className={styles.sides}>
        <dl className={styles.bills}>
          {cost.bills.map(({ what, euros_per_month }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two bills may be of the same name
            <div key={at}>
              <dt>{what}</dt>
              <dd>{money(euros_per_month)}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>{text('donation.cost.month')}</dt>
            <dd>{money(cost.month)}</dd>
          </div>
        </dl>
        <dl className={styles.figures}>
          <div className={styles.figure}>
            <dt>{text('donation.cost.hour')}</dt>
            <dd>{money(cost.hour)}</dd>
          </div>
          {cost.heard !== null && <HeardHour heard={cost.heard} />}
        </dl>
      </div>
    </TitledSection>
  );
}

function HeardHour({ heard }: { heard: NonNullable<RadioCost['heard']> }) {
  const text = useText();
  const money = useMoney();
  const formats = useFormats();
  const { timezone } = useStation();
  return (
    <div className={styles.figure}>
      <dt>{text('donation.cost.heard')}</dt>
      <dd>{money(heard.hour)}</dd>
      <dd className={styles.note}>
        {text('donation.cost.counted', {
          date: formats.date(heard.since, timezone),
          count: Math.floor(heard.hours),
        })}
      </dd>
    </div>
  );
}

/** Writes euros as the page's language does: whole ones without cents, others with two significant digits. */
function useMoney(): (euros: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: 'EUR', ...options });
    const whole = format({ maximumFractionDigits: 0 });
    const exact = format({
      minimumSignificantDigits: 2,
      maximumSignificantDigits: 2,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      roundingPriority: 'morePrecision',
    });
    return (euros) => (Number.isInteger(euros) ? whole : exact).format(euros);
  }, [language]);
}
