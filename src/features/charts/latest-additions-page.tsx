import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { StreamMenu } from '#src/features/stream-choice/stream-menu.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { useNow } from '#src/page/use-now.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Additions } from './additions.tsx';
import styles from './chart-page.module.css';
import { latestAdditionsQuery } from './latest-additions.query.ts';

async function loadOnServer({ params, language, ask }: PageRequest): Promise<PageAnswer> {
  await askAll(ask, [latestAdditionsQuery(params.streamId ?? DEFAULT_STREAM, language)]);
  return {};
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
