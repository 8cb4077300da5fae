import { SCHEDULED_STREAMS, type StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { type StreamPage, streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { StreamCover } from '#src/page/on-air/stream-cover.tsx';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './stream-links.module.css';

const SCHEDULED: readonly StreamId[] = SCHEDULED_STREAMS;

/**
 * Links to the same page of each stream that has a schedule and podcasts.
 * @param props.page the last part of the address
 */
export function StreamLinks({ streamId, page }: { streamId: StreamId; page: StreamPage }) {
  const text = useText();
  const { streams } = useStation();
  return (
    <nav aria-label={text('player.choose-stream')}>
      <ul className={styles.links}>
        {streams
          .filter(({ id }) => SCHEDULED.includes(id))
          .map((stream) => (
            <li key={stream.id}>
              <StreamLink stream={stream} page={page} isChosen={stream.id === streamId} />
            </li>
          ))}
      </ul>
    </nav>
  );
}

function StreamLink(props: { stream: StreamFacts; page: StreamPage; isChosen: boolean }) {
  const { stream, page, isChosen } = props;
  const language = useLanguage();
  const { name: product } = useStation();
  const isOwn = stream.name.startsWith(`${product} `);
  return (
    <Link
      className={styles.stream}
      to={streamPagePath(language, stream.id, page)}
      aria-current={isChosen ? 'page' : undefined}
      keepsScroll
    >
      <StreamCover stream={stream} />
      <span>
        {isOwn && <span className={styles.product}>{product} </span>}
        {isOwn ? stream.name.slice(product.length + 1) : stream.name}
      </span>
      <span className={styles.check}>
        <Icon name="check" size={18} />
      </span>
    </Link>
  );
}
