import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import blockState from './block-state.module.css';
import { NowTag } from './programme-tag.tsx';
import { isInBlock, type ScheduleBlock } from './schedule-blocks.ts';
import { scheduleFormats } from './schedule-formats.ts';
import type { CalendarDay, WeekCalendar } from './week-calendar.ts';
import styles from './week-grid.module.css';
import { type WeekRows, weekRows } from './week-rows.ts';

/** An hour's label nearer than this to the present time gives way to it; a share of a row. */
const NEAR = 0.55;
/** A longer name is written smaller where one row has to hold it. */
const LINE_CHARACTERS = 14;

interface Week {
  readonly streamId: StreamId;
  readonly blocks: readonly ScheduleBlock[];
  readonly calendar: WeekCalendar;
}

/** The whole week on a wide screen: a column a day, a line where the time is. */
export function WeekGrid(week: Week) {
  const rows = weekRows(week.blocks);
  return (
    <div className={rows.isNightFolded ? `${styles.week} ${styles.folded}` : styles.week}>
      <Hours calendar={week.calendar} rows={rows} />
      {week.calendar.days.map((day) => (
        <Day key={day.day} {...week} {...day} rows={rows} />
      ))}
    </div>
  );
}

function Hours({ calendar, rows }: { calendar: WeekCalendar; rows: WeekRows }) {
  const formats = scheduleFormats(useLanguage());
  const { line, share } = rows.positionOf(calendar);
  const isNear = (hour: number) => Math.abs(rows.lineOf(hour) - (line + share)) < NEAR;
  return (
    <div className={styles.hours} aria-hidden="true">
      {rows.hours.map((hour) => (
        <span key={hour} className={isNear(hour) ? `${styles.hour} ${styles.near}` : styles.hour}>
          {formats.hour(hour)}
        </span>
      ))}
      <span className={styles.time} style={{ gridRow: `${line} / ${line + 1}`, top: percent(share) }}>
        {formats.clock(calendar.hour, calendar.minute)}
      </span>
    </div>
  );
}

function Day({ streamId, blocks, calendar, rows, day, dateMs }: Week & CalendarDay & { rows: WeekRows }) {
  const text = useText();
  const formats = scheduleFormats(useLanguage());
  const id = useId();
  const isToday = day === calendar.day;
  const { line, share } = rows.positionOf(calendar);
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id} className={styles.head} aria-current={isToday ? 'date' : undefined}>
        <span aria-hidden="true" className={styles.short}>
          {formats.shortDay(dateMs)}
        </span>
        <b aria-hidden="true">{formats.date(dateMs)}</b>
        <span className={hidden.hidden}>{formats.longDay(dateMs)}</span>
        {isToday && <span className={styles.today}>{text('programme.schedule.today')}</span>}
      </h2>
      <ol className={styles.blocks}>
        {blocks
          .filter((block) => block.day === day)
          .map((block) => (
            <Block key={block.from} streamId={streamId} block={block} calendar={calendar} rows={rows} />
          ))}
      </ol>
      {isToday && (
        <span
          className={styles.line}
          style={{ gridRow: `${line + 1} / ${line + 2}`, top: percent(share) }}
          aria-hidden="true"
        />
      )}
    </section>
  );
}

function Block(props: { streamId: StreamId; block: ScheduleBlock; calendar: WeekCalendar; rows: WeekRows }) {
  const { streamId, block, calendar, rows } = props;
  const text = useText();
  const formats = scheduleFormats(useLanguage());
  const { from, until, nom, couleur } = block;
  const [first, last] = [rows.lineOf(from), rows.lineOf(until)];
  const isNow = isInBlock(block, calendar);
  const size = last - first;
  return (
    <li
      className={`${styles.block} ${blockState.state}`}
      data-rows={Math.min(size, 4)}
      data-long={nom.length > LINE_CHARACTERS || undefined}
      data-highlight={couleur === 2 || undefined}
      aria-current={isNow ? 'time' : undefined}
      style={{ gridRow: `${first} / ${last}` }}
      title={nom}
    >
      <span className={styles.name}>{nom}</span>
      <span className={styles.when}>
        {couleur === 2 && (
          <>
            <Icon name="star-filled" size={16} />
            <span className={hidden.hidden}>{text('programme.schedule.highlight')}</span>
          </>
        )}
        <span className={styles.range}>{formats.hours(from, until)}</span>
      </span>
      {isNow && (
        <span className={styles.now}>
          <NowTag streamId={streamId} />
        </span>
      )}
    </li>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
