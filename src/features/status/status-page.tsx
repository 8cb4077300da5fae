import type { Language } from '#src/contract/languages.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import type { PageAnswer, PageRequest } from '#src/page/page-module.ts';
import { useNow } from '#src/page/use-now.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { useFreshQuery } from '#src/page/wire/use-fresh-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Sections } from '#src/ui/section/sections.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import type { Status, StreamStatus } from './status.wire.ts';
import styles from './status-page.module.css';
import { Legend, StreamState, useWhen } from './stream-state.tsx';

async function loadOnServer({ language, ask }: PageRequest): Promise<PageAnswer> {
  const { status } = await loadMainQuery(ask, statusQuery(language));
  return { status };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** How the radio is heard, in a listener's words [R184]. */
export function Page() {
  const text = useText();
  const language = useLanguage();
  const streamId = useShownStream(null);
  const { data, error, isError, refetch } = useFreshQuery(usePageQuery(statusQuery(language)), 0);
  // What was answered last may be of yesterday.
  const nowMs = Math.max(useNow(0), Date.parse(data?.now ?? '') || 0);
  const title = text('status.title');
  return (
    <>
      <PageHead title={title} description={text('status.text')} isIndexed={false} />
      <Band title={title} lead={text('status.text')}>
        {data && <Verdict status={data} isOld={isError} nowMs={nowMs} />}
      </Band>
      <Sections>
        <section aria-label={text('status.list')}>
          {isError && <RetryNotice title={text('status.error')} error={error} retry={refetch} />}
          {data === undefined && !isError && <StatesSkeleton />}
          {data && (
            <>
              <ul className={styles.list}>
                {data.streams.map((stream) => (
                  <StreamState key={stream.id} stream={isError ? unchecked(stream) : stream} nowMs={nowMs} />
                ))}
              </ul>
              <Legend />
            </>
          )}
        </section>
        <TitledSection title={text('status.how')} lead={text('status.how.text')}>
          {data && <BackupState status={data} nowMs={nowMs} />}
          <h3 className={styles.write}>{text('status.write')}</h3>
          <p className={styles.muted}>{text('status.write.text')}</p>
          <Link className={buttonClass('line')} to={streamPagePath(language, streamId, 'page-contact.html')}>
            <LaterIcon name="mail" size={18} />
            {text('status.write.link')}
          </Link>
        </TitledSection>
      </Sections>
    </>
  );
}

/** A stream while the radio does not answer: what was said of it last may be over. */
function unchecked(stream: StreamStatus): StreamStatus {
  return { ...stream, state: 'unknown', troubles: [] };
}

/**
 * The state of all streams in a sentence, and when robots listened last.
 * @param props.isOld the radio has not answered since: then there is no such sentence
 */
function Verdict({ status, isOld, nowMs }: { status: Status; isOld: boolean; nowMs: number }) {
  const text = useText();
  const when = useWhen();
  const { watched, checked_at: checkedAt, streams } = status;
  const count = streams.filter(({ state }) => state === 'troubled').length;
  const isMinor = streams.some(({ state }) => state === 'minor');
  const isUnchecked = streams.some(({ state }) => state === 'unknown');
  const sentence = () => {
    if (checkedAt === null) return text('status.never');
    if (!watched) return text('status.unwatched');
    if (count === streams.length) return text('status.all');
    if (count > 0) return text('status.some', { count });
    if (isUnchecked) return text('status.not-all');
    return text(isMinor ? 'status.minor' : 'status.all-well');
  };
  const lookOfWell = isUnchecked ? 'unknown' : isMinor ? 'minor' : 'well';
  const look = !watched ? 'unknown' : count > 0 ? 'troubled' : lookOfWell;
  return (
    <div className={styles.verdict}>
      {/* Without the time, which would be read out each minute. */}
      <div role="status">
        {!isOld && (
          <p className={styles.sentence} data-state={look}>
            <LaterIcon name={look === 'well' ? 'check' : look === 'unknown' ? 'info' : 'warning'} size={22} />
            {sentence()}
          </p>
        )}
      </div>
      {checkedAt !== null && (
        <p className={styles.checked}>
          <time dateTime={checkedAt}>{text('status.checked', { when: when(checkedAt, nowMs) })}</time>
        </p>
      )}
    </div>
  );
}

/** When what members have here was last brought to safety [R213]; not why it may not have been since. */
function BackupState({ status: { backup }, nowMs }: { status: Status; nowMs: number }) {
  const text = useText();
  const when = useWhen();
  const provedAt = backup?.proved_at ?? null;
  return (
    <>
      <h3 className={styles.write}>{text('status.backup')}</h3>
      <p className={styles.muted}>
        {provedAt === null ? (
          text('status.backup.none')
        ) : (
          <time dateTime={provedAt}>{text('status.backup.proved', { when: when(provedAt, nowMs) })}</time>
        )}
      </p>
    </>
  );
}

function StatesSkeleton() {
  return (
    <ul className={styles.list} aria-busy="true">
      {STREAM_IDS.map((id) => (
        <li key={id} className={styles.waiting}>
          <Skeleton width="48px" height="48px" />
          <Skeleton width="min(420px, 60%)" height="20px" />
        </li>
      ))}
    </ul>
  );
}

const importSchema = () => import('./status.wire.ts').then((file) => file.statusSchema);

function statusQuery(language: Language): PageQuery<Status> {
  return wireQuery('status', {}, language, importSchema);
}
