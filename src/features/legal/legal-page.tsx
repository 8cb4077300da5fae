import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { wireQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Sections } from '#src/ui/section/sections.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import type { Legal } from './legal.wire.ts';
import styles from './legal-page.module.css';
import { EnglishExcerpt, FrenchNotice } from './notices.tsx';

/** The station's legal notice: the same in every language. */
const legalQuery = wireQuery('legal', {}, DEFAULT_LANGUAGE, () =>
  import('./legal.wire.ts').then((file) => file.legalSchema),
);

async function loadOnServer({ ask }: PageRequest): Promise<PageAnswer> {
  const { status } = await loadMainQuery(ask, legalQuery);
  return { status };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/**
 * The association's legal notice: the whole in French, an
 * excerpt in English, a word in the reader's language.
 */
export function Page({ params }: PageProps) {
  const text = useText();
  const { data, error, isError, refetch } = usePageQuery(legalQuery);
  const title = text('legal.title');
  return (
    <>
      <PageHead title={title} description={text('legal.text')} />
      <Band title={title} lead={text('legal.text')} />
      <Sections className={styles.page}>
        {data !== undefined && <Notice legal={data} streamId={params.streamId ?? DEFAULT_STREAM} />}
        {data === undefined && isError && (
          <RetryNotice title={text('legal.error')} error={error} retry={refetch} />
        )}
        {data === undefined && !isError && (
          <div aria-busy="true" className={styles.skeleton}>
            {LINE_WIDTHS.map((width) => (
              <Skeleton key={width} width={width} height="18px" />
            ))}
          </div>
        )}
      </Sections>
    </>
  );
}

const LINE_WIDTHS = ['60%', '58%', '62%', '40%'];

function Notice({ legal, streamId }: { legal: Legal; streamId: StreamId }) {
  const isFrench = useLanguage() === DEFAULT_LANGUAGE;
  return (
    <>
      {!isFrench && <EnglishExcerpt legal={legal} streamId={streamId} />}
      <FrenchNotice markdown={legal.fr} />
      {isFrench && <EnglishExcerpt legal={legal} streamId={streamId} />}
    </>
  );
}
