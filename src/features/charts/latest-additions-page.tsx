import type { Language } from '#src/contract/languages.ts';
import { TOP_COUNT } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { StreamMenu } from '#src/features/stream-choice/stream-menu.tsx';
import {
  FeatureAndList,
  FeatureAndListSkeleton,
  TrackFeature,
} from '#src/features/track-list/track-feature.tsx';
import { TrackRow } from '#src/features/track-list/track-row.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { useNow } from '#src/page/use-now.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { useFreshQuery } from '#src/page/wire/use-fresh-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import styles from './chart-page.module.css';
import type { LatestAddition } from './latest-additions.wire.ts';

async function loadOnServer({ params, language, ask }: PageRequest): Promise<PageAnswer> {
  const main = latestAdditionsQuery(params.streamId ?? DEFAULT_STREAM, language);
  const { status } = await loadMainQuery(ask, main);
  return { status };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** The tracks that came to a stream last [R32]. */
export function Page({ params, openedMs }: PageProps) {
  const text = useText();
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { name } = useStream(streamId);
  return (
    <>
      <PageHead
        title={`${text('pages.last20')} · ${name}`}
        description={text('charts.last20.about', { stream: name })}
      />
      <Band title={text('pages.last20')} lead={text('charts.last20.text')}>
        <StreamMenu streamId={streamId} page="page-last20.html" query="" />
      </Band>
      <div className={styles.page}>
        <Additions streamId={streamId} nowMs={useNow(openedMs)} />
      </div>
    </>
  );
}

/** A stream's additions, each with the time since its first play. A preview that fails is not tried again [R25]. */
function Additions({ streamId, nowMs }: { streamId: StreamId; nowMs: number }) {
  const text = useText();
  const { date } = useFormats();
  const relative = useRelative();
  const language = useLanguage();
  const { timezone } = useStation();
  const { data, error, isError, refetch } = useFreshQuery(
    usePageQuery(latestAdditionsQuery(streamId, language)),
  );
  if (data === undefined) {
    if (isError) return <RetryNotice title={text('charts.last20.error')} error={error} retry={refetch} />;
    return <FeatureAndListSkeleton count={TOP_COUNT} />;
  }
  const [newest] = data;
  if (newest === undefined) {
    return (
      <EmptyState title={text('charts.last20.empty')}>
        <p>{text('home.latest.empty')}</p>
        <Link to={homePath(language, streamId)} className={buttonClass('line')}>
          {text('frame.not-found.home')}
        </Link>
      </EmptyState>
    );
  }
  return (
    <FeatureAndList
      feature={
        <TrackFeature
          track={newest}
          streamId={streamId}
          badge={text('charts.last20.newest')}
          facts={[{ name: text('charts.last20.fact-first'), value: relative(newest.first, nowMs) }]}
          blocksAfterFailure
        />
      }
    >
      <ul className={styles.list}>
        {data.map((track) => (
          <TrackRow
            key={track.slug}
            track={track}
            streamId={streamId}
            fact={
              <time
                dateTime={track.first}
                title={text('charts.last20.first', { when: date(track.first, timezone) })}
              >
                {relative(track.first, nowMs)}
              </time>
            }
            action={<PreviewButton track={track} blocksAfterFailure />}
          />
        ))}
      </ul>
    </FeatureAndList>
  );
}

const importSchema = async () => (await import('./latest-additions.wire.ts')).latestAdditionsSchema;

/** A stream's latest additions: the tracks with the latest first plays, newest first. */
function latestAdditionsQuery(streamId: StreamId, language: Language): PageQuery<LatestAddition[]> {
  return wireQuery('latest-additions', { version: streamId }, language, importSchema);
}
