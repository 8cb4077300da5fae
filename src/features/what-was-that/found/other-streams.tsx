import { useId } from 'react';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { TrackRow, TrackRowSkeletons } from '#src/features/track-list/track-row.tsx';
import { type Moment, momentQuery } from '#src/features/what-was-that/search-address.ts';
import { everywhereQuery } from '#src/features/what-was-that/what-was-that.query.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import dot from '#src/page/on-air/stream-dot.module.css';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import section from '#src/ui/section/section.module.css';
import styles from './other-streams.module.css';

/** The tracks of the same minute on the other streams. `isAlone` when the page's own stream had nothing. */
export function OtherStreams(props: { streamId: StreamId; moment: Moment; isAlone: boolean }) {
  const { streamId, moment, isAlone } = props;
  const text = useText();
  const language = useLanguage();
  const { streams } = useStation();
  const titleId = useId();
  const { data, error, isError, refetch } = usePageQuery(everywhereQuery(moment, language));
  const others = streams.flatMap(({ id, version, name }) => {
    const play = data?.find((one) => one.version === version);
    return play === undefined || id === streamId || !isStreamId(id) ? [] : [{ id, name, play }];
  });
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={`${section.title} ${styles.title}`}>
        {text('charts.search.elsewhere')}
      </h2>
      {data === undefined && isError && (
        <RetryNotice title={text('charts.search.error')} error={error} retry={refetch} />
      )}
      {data === undefined && !isError && (
        <ul className={styles.list} aria-busy="true">
          <TrackRowSkeletons count={4} />
        </ul>
      )}
      {data !== undefined && others.length === 0 && (
        <p className={styles.empty}>{text(isAlone ? 'charts.search.nothing' : 'charts.search.no-tracks')}</p>
      )}
      <ul className={styles.list}>
        {others.map(({ id, name, play }) => (
          <TrackRow
            key={id}
            track={play}
            streamId={id}
            lead={
              <Link
                className={styles.stream}
                data-stream={id}
                to={{
                  pathname: streamPagePath(language, id, 'page-search.html'),
                  search: momentQuery(moment),
                }}
                aria-label={text('charts.search.look-there', { stream: name })}
              >
                <i className={dot.dot} />
                {name}
              </Link>
            }
            action={<PreviewButton track={play} />}
          />
        ))}
      </ul>
    </section>
  );
}
