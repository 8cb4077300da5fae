import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Sections } from '#src/ui/section/sections.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { CostSection } from './cost-section.tsx';
import { donationQuery } from './donation.query.ts';
import type { Donation } from './donation.wire.ts';
import { DonationForm } from './donation-form.tsx';
import { DonationHero } from './donation-hero.tsx';
import { OtherWays } from './other-ways.tsx';

async function loadOnServer({ ask }: PageRequest): Promise<PageAnswer> {
  await askAll(ask, [nowPlayingQuery, donationQuery]);
  return {};
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

function Ways({ donation, streamId }: { donation: Donation } & Parameters<typeof OtherWays>[0]) {
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
