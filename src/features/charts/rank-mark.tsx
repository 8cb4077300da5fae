import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './rank-mark.module.css';
import { type RankMovement, rankMovement } from './rank-movement.ts';
import type { ChartRow } from './top20.wire.ts';

/** A rank in large numerals, and under it how it moved since the chart before, when there is one. */
export function RankMark({ row, hasBefore }: { row: ChartRow; hasBefore: boolean }) {
  const text = useText();
  return (
    <span className={styles.mark}>
      <span className={hidden.hidden}>{text('charts.top20.rank', { rank: row.rank })}</span>
      <b aria-hidden="true">{row.rank}</b>
      {hasBefore && <Movement movement={rankMovement(row.rank, row.previous_rank)} />}
    </span>
  );
}

const ARROWS = { up: 'M6 2.5l4.5 7h-9z', down: 'M6 9.5l4.5-7h-9z' };

function Movement({ movement }: { movement: RankMovement }) {
  const text = useText();
  const { number } = useFormats();
  if (movement.kind === 'new') return <span className={styles.new}>{text('charts.top20.new')}</span>;
  if (movement.kind === 'same') {
    return (
      <span className={styles.same}>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M1.5 4.5h9v3h-9z" />
        </svg>
        <span className={hidden.hidden}>, {text('charts.top20.same')}</span>
      </span>
    );
  }
  const { kind, places } = movement;
  return (
    <span className={styles[kind]}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d={ARROWS[kind]} />
      </svg>
      <span aria-hidden="true">{number(places)}</span>
      <span className={hidden.hidden}>, {text(`charts.top20.${kind}`, { count: places })}</span>
    </span>
  );
}
