import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DIARY_DAYS, DIARY_ENTRIES, DIARY_HEARD_MS } from '#src/contract/limits.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { Switch } from '#src/ui/switch/switch.tsx';
import styles from './diary-switch.module.css';
import { useDiaryState, useDiarySwitch } from './use-diary.ts';

/**
 * The switch of a member's diary, with what it promises.
 * Switching off asks whether to erase what is kept [A71].
 * @param props.children shown under the switch
 */
export function DiarySwitch(props: { userId: string; children?: ReactNode }) {
  const { userId, children } = props;
  const text = useText();
  const promiseId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { data, error, isError, refetch } = useDiaryState(userId);
  const { isBusy, change } = useDiarySwitch(userId);
  if (data === undefined && isError)
    return <RetryNotice title={text('diary.error')} error={error} retry={refetch} />;
  if (data === undefined) return <DiarySwitchSkeleton />;

  const press = (isOn: boolean) => {
    if (isOn || data.total === 0) change({ enabled: isOn, erase: false });
    else setAsking(true);
  };
  const end = (erase: boolean | null) => {
    if (erase !== null) change({ enabled: false, erase });
    setAsking(false);
    input.current?.focus();
  };
  return (
    <div className={styles.diary}>
      <Switch
        label={text('diary.switch')}
        isOn={data.enabled}
        isBusy={isBusy}
        describedBy={promiseId}
        inputRef={input}
        onChange={press}
      />
      {isAsking && data.enabled && <Question count={data.total} onEnd={end} />}
      {/* Open until it is on, so that nobody switches it on unread. */}
      <details key={String(data.enabled)} className={styles.details} open={!data.enabled}>
        <summary>{text('diary.promise')}</summary>
        <div id={promiseId}>
          <DiaryPromise />
        </div>
      </details>
      {children}
    </div>
  );
}

/** The diary among the preferences: its switch, and the way to it. */
export function DiaryChoice({ userId }: { userId: string }) {
  const text = useText();
  const dialogs = useDialogs();
  const path = streamPagePath(useLanguage(), useShownStream(null), 'profile/diary');
  return (
    <DiarySwitch userId={userId}>
      <Link className={styles.link} to={path} onClick={dialogs.close}>
        {text('diary.open')}
      </Link>
    </DiarySwitch>
  );
}

/** @param onEnd null to leave it on, else whether to erase */
function Question({ count, onEnd }: { count: number; onEnd: (erase: boolean | null) => void }) {
  const text = useText();
  const titleId = useId();
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // A dialog around it stays open.
    event.preventDefault();
    onEnd(null);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot take the focus with its group
    <div
      ref={question}
      className={styles.question}
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={closeByKey}
    >
      <p id={titleId}>{text('diary.off-question', { count })}</p>
      <Button look="line" className={styles.danger ?? ''} onClick={() => onEnd(true)}>
        <LaterIcon name="bin" size={18} />
        {text('diary.off-erase')}
      </Button>
      <Button look="line" onClick={() => onEnd(false)}>
        {text('diary.off-keep')}
      </Button>
      <Button look="ink" onClick={() => onEnd(null)}>
        {text('diary.off-cancel')}
      </Button>
    </div>
  );
}

function DiarySwitchSkeleton() {
  return (
    <div className={styles.diary} aria-busy="true">
      <Skeleton width="100%" height="44px" radius="var(--radius-thumb)" />
      <Skeleton width="70%" height="20px" />
    </div>
  );
}

/** What a diary keeps, where and how long: read before it is switched on [A67]. */
function DiaryPromise() {
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
