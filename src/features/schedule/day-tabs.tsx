import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import section from '#src/ui/section/section.module.css';
import blockState from './block-state.module.css';
import styles from './day-tabs.module.css';
import { HighlightTag, NowTag } from './programme-tag.tsx';
import { isInBlock, type ScheduleBlock } from './schedule-blocks.ts';
import { scheduleFormats } from './schedule-formats.ts';
import type { WeekCalendar } from './week-calendar.ts';

interface Programme {
  readonly streamId: StreamId;
  readonly blocks: readonly ScheduleBlock[];
  readonly calendar: WeekCalendar;
}

/** The week on a narrow screen: one day at a time, today first. */
export function DayTabs({ streamId, blocks, calendar }: Programme) {
  const text = useText();
  const formats = scheduleFormats(useLanguage());
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const chosen = picked ?? calendar.day;
  const dateMs = calendar.days.find(({ day }) => day === chosen)?.dateMs ?? 0;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, chosen);
    if (next === null) return;
    event.preventDefault();
    setPicked(next);
    list.current?.querySelectorAll('button')[next - 1]?.focus();
  };

  return (
    <div className={styles.days}>
      <div
        ref={list}
        role="tablist"
        aria-label={text('programme.schedule.days')}
        className={styles.tabs}
        onKeyDown={onKeyDown}
      >
        {calendar.days.map(({ day, dateMs }) => (
          <button
            key={day}
            type="button"
            role="tab"
            id={`${id}-${day}`}
            aria-selected={day === chosen}
            aria-controls={`${id}-panel`}
            aria-current={day === calendar.day ? 'date' : undefined}
            tabIndex={day === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => setPicked(day)}
          >
            <span>{formats.shortDay(dateMs)}</span> <b>{formats.date(dateMs)}</b>
          </button>
        ))}
      </div>
      <section role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        <header className={`${section.head} ${styles.head}`}>
          <h2>{formats.longDay(dateMs)}</h2>
          {chosen === calendar.day && <p>{text('programme.schedule.today')}</p>}
        </header>
        <DayProgramme
          streamId={streamId}
          blocks={blocks.filter(({ day }) => day === chosen)}
          calendar={calendar}
        />
      </section>
    </div>
  );
}

function DayProgramme({ streamId, blocks, calendar }: Programme) {
  const text = useText();
  const formats = scheduleFormats(useLanguage());
  if (blocks.length === 0) return <p className={styles.empty}>{text('programme.schedule.empty')}</p>;
  return (
    <ol className={styles.programme}>
      {blocks.map((block) => {
        const { from, until, nom, couleur } = block;
        const isNow = isInBlock(block, calendar);
        return (
          <li
            key={from}
            className={`${styles.block} ${blockState.state}`}
            data-highlight={couleur === 2 || undefined}
            aria-current={isNow ? 'time' : undefined}
          >
            <span className={styles.hours}>{formats.hours(from, until)}</span>
            <span className={styles.name}>{nom}</span>
            {(isNow || couleur === 2) && (
              <span className={styles.tags}>
                {isNow && <NowTag streamId={streamId} />}
                {couleur === 2 && <HighlightTag />}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Where a key leads from a day (1 to 7): the tabs are a ring. Null for a key that leads nowhere. */
function dayAfterKey(key: string, day: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (day % 7) + 1;
    case 'ArrowLeft':
      return ((day + 5) % 7) + 1;
    case 'Home':
      return 1;
    case 'End':
      return 7;
    default:
      return null;
  }
}
