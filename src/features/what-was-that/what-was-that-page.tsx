import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useSearchParams } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { Band } from '#src/ui/band/band.tsx';
import { momentQuery, readMoment } from './search-address.ts';
import { SearchForm } from './search-form.tsx';
import { SearchInvitation } from './search-invitation.tsx';
import { SearchResults } from './search-results.tsx';
import { aroundQuery, everywhereQuery } from './what-was-that.query.ts';
import styles from './what-was-that-page.module.css';

async function loadOnServer(request: PageRequest): Promise<PageAnswer> {
  const { params, search, language, station, openedMs, ask } = request;
  const asked = readMoment(search, openedMs, station.timezone);
  if (asked.kind === 'moment')
    await askAll(ask, [
      aroundQuery(asked.moment, params.streamId ?? DEFAULT_STREAM, language),
      everywhereQuery(asked.moment, language),
    ]);
  return { status: asked.kind === 'fault' ? 422 : 200 };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** What played on a stream at a minute of the last seven days. Day and time stand in the address, to be shared. */
export function Page({ params, openedMs }: PageProps) {
  const text = useText();
  const { timezone } = useStation();
  const query = useSearchParams();
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const asked = readMoment(query, openedMs, timezone);
  return (
    <>
      <PageHead
        title={text('pages.search')}
        description={text('charts.search.text')}
        query={asked.kind === 'moment' ? momentQuery(asked.moment) : ''}
        isIndexed={asked.kind === 'nothing'}
      />
      <Band title={text('pages.search')} lead={text('charts.search.text')}>
        <SearchForm streamId={streamId} asked={asked} openedMs={openedMs} />
      </Band>
      <div className={styles.page}>
        {asked.kind === 'moment' ? (
          <SearchResults streamId={streamId} asked={asked} nowMs={openedMs} />
        ) : (
          <SearchInvitation />
        )}
      </div>
    </>
  );
}
