import type { StreamId } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import styles from './no-schedule.module.css';

/** For a stream that plays without a schedule. */
export function NoSchedule({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { name } = useStream(streamId);
  return (
    <div className={styles.notice}>
      <svg className={styles.sign} width="26" height="26" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4.5 6h15v13.5h-15zM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4" />
      </svg>
      <div>
        <p className={styles.title}>{text('programme.schedule.unavailable')}</p>
        <p>{text('programme.schedule.unavailable-text', { stream: name })}</p>
      </div>
    </div>
  );
}
