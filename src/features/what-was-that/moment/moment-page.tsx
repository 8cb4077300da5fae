import type { Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { PageFailure, PageMissing } from '#src/features/not-found/stand-in-pages.tsx';
import { FeatureAndListSkeleton } from '#src/features/track-list/track-feature.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { orNull } from '#src/page/wire/or-null.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { FoundMoment } from './found-moment.tsx';
import type { MomentReply } from './moment.wire.ts';
import styles from './moment-page.module.css';

async function loadOnServer({ params, language, ask }: PageRequest): Promise<PageAnswer> {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { status } = await loadMainQuery(ask, momentQuery(params.name, streamId, language), () => []);
  return { status };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** What a stream played at an instant: an address that stays true, to be shared [R77]. */
export function Page({ params }: PageProps) {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  return <MomentPage key={`${streamId} ${params.name}`} at={params.name} streamId={streamId} />;
}

function MomentPage({ at, streamId }: { at: string; streamId: StreamId }) {
  const text = useText();
  const { name: stream } = useStream(streamId);
  const { data, error, isError, refetch } = usePageQuery(momentQuery(at, streamId, useLanguage()));
  if (data === null)
    return <PageMissing title={text('moment.not-found')} lead={text('moment.not-found.text')} />;
  if (data !== undefined) return <FoundMoment moment={data} streamId={streamId} />;
  const title = text('moment.title', { stream });
  if (isError)
    return <PageFailure title={title} words={text('moment.error')} error={error} onRetry={refetch} />;
  return (
    <>
      <PageHead title={title} isIndexed={false} />
      <Band title={title} />
      <div className={styles.page}>
        <FeatureAndListSkeleton count={2} hasLead />
      </div>
    </>
  );
}

const importSchema = async () => (await import('./moment.wire.ts')).momentSchema;

/** What a stream played at an instant (`YYYY-MM-DDTHH:MM:SSZ`); null where there is no such moment. */
function momentQuery(at: string, streamId: StreamId, language: Language): PageQuery<MomentReply | null> {
  return orNull(wireQuery('moment', { at, version: streamId }, language, importSchema), 'moment_not_found');
}
