import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { type StreamPage, streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './stream-menu.module.css';

/**
 * A menu of streams that leads to the same page of another one.
 * @param props.page the last part of the address
 * @param props.query what follows it, with its question mark
 */
export function StreamMenu(props: { streamId: StreamId; page: StreamPage; query: string }) {
  const { streamId, page, query } = props;
  const text = useText();
  const language = useLanguage();
  const { streams } = useStation();
  const { name } = useStream(streamId);
  return (
    <Disclosure
      buttonClass={styles.button}
      button={
        <>
          <span className={styles.dot} data-stream={streamId} />
          <span>{name}</span>
          <span className={hidden.hidden}>, {text('charts.stream')}</span>
          <Icon name="down" size={18} />
        </>
      }
    >
      <ul>
        {streams.map((stream) => (
          <li key={stream.id}>
            <Link
              to={{ pathname: streamPagePath(language, stream.id, page), search: query }}
              keepsScroll
              aria-current={stream.id === streamId ? 'true' : undefined}
            >
              <span className={styles.dot} data-stream={stream.id} />
              {stream.name}
            </Link>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
