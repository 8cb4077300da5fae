import { useEffect, useRef } from 'react';
import type { DiaryEntry } from '#src/features/diary/diary.wire.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { trackPath } from '#src/page/address/paths.ts';
import { isFocusAround } from '#src/page/focus-place.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import dot from '#src/page/on-air/stream-dot.module.css';
import { doubledTimeName } from '#src/platform/time-zone/doubled-time.ts';
import { Button } from '#src/ui/button/button.tsx';
import { CoverWords } from '#src/ui/cover-words/cover-words.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './diary-row.module.css';

/**
 * A play that the member heard, with a link to the page of its track.
 * @param props.isBack whether it was just brought back, and takes the focus that went with what stood here
 */
export function DiaryRow(props: {
  entry: DiaryEntry;
  timeZone: string;
  isBack: boolean;
  onRemove: () => void;
}) {
  const { entry, timeZone, isBack, onRemove } = props;
  const text = useText();
  const language = useLanguage();
  const { time } = useFormats();
  const zone = doubledTimeName(Date.parse(entry.started_at), timeZone, localeOf(language));
  const { name, image } = useStream(entry.stream_id);
  const removeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) takeLostFocus(removeButton.current);
  }, [isBack]);
  return (
    <li className={styles.row} data-stream={entry.stream_id}>
      <Link className={styles.track} to={trackPath(language, entry.stream_id, entry.slug)}>
        <CoverWords
          address={entry.pochette}
          fallback={`/logo-${image}.png`}
          title={entry.title}
          details={[entry.artist]}
        />
      </Link>
      <p className={styles.when}>
        <time dateTime={entry.started_at}>{`${time(entry.started_at, timeZone)} ${zone}`.trim()}</time>
        <span className={styles.stream}>
          <i className={dot.dot} />
          {name}
        </span>
      </p>
      <div className={styles.actions}>
        <PreviewButton track={entry} />
        <Button
          ref={removeButton}
          look="plain"
          shape="round"
          className={styles.remove ?? ''}
          aria-label={text('diary.remove', { track: entry.titre })}
          title={text('diary.remove', { track: entry.titre })}
          onClick={onRemove}
        >
          <Icon name="close" size={22} />
        </Button>
      </div>
    </li>
  );
}

/** Takes the place of a removed entry, which can come back as long as the page is open. */
export function RemovedRow({ entry, onUndo }: { entry: DiaryEntry; onUndo: () => void }) {
  const text = useText();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => takeLostFocus(undo.current), []);
  return (
    <li className={`${styles.row} ${styles.removed}`}>
      <p role="status">{text('diary.removed', { title: entry.title })}</p>
      <Button ref={undo} look="line" onClick={onUndo}>
        <LaterIcon name="again" size={18} />
        {text('diary.undo')}
      </Button>
    </li>
  );
}

/** Unless somebody has gone on. */
function takeLostFocus(button: HTMLElement | null): void {
  if (isFocusAround(button)) button?.focus();
}
