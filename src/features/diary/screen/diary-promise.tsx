import { DIARY_DAYS, DIARY_ENTRIES, DIARY_HEARD_MS } from '#src/contract/limits.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import styles from './diary-promise.module.css';

/** What a diary keeps, where and how long: read before it is switched on [A67]. */
export function DiaryPromise() {
  const text = useText();
  const { number } = useFormats();
  const { name } = useStation();
  return (
    <dl className={styles.promise}>
      <div>
        <dt>{text('diary.what')}</dt>
        <dd>{text('diary.what-text', { seconds: DIARY_HEARD_MS / 1000 })}</dd>
      </div>
      <div>
        <dt>{text('diary.where')}</dt>
        <dd>{text('diary.where-text', { name })}</dd>
      </div>
      <div>
        <dt>{text('diary.how-long')}</dt>
        <dd>{text('diary.how-long-text', { days: DIARY_DAYS, entries: number(DIARY_ENTRIES) })}</dd>
      </div>
    </dl>
  );
}
