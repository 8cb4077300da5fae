import { useId, useState } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { TrackRow } from '#src/features/track-list/track-row.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './ranked-track.module.css';
import type { ChartRow } from './top20.wire.ts';

/** One row of a chart: rank and movement, the track, its plays, and on request why it has that rank. */
export function RankedTrack(props: { row: ChartRow; streamId: StreamId; hasBefore: boolean }) {
  const { row, streamId, hasBefore } = props;
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const whyId = useId();
  return (
    <TrackRow
      track={row}
      streamId={streamId}
      lead={<RankMark row={row} hasBefore={hasBefore} />}
      fact={
        row.why === null ? (
          text('charts.top20.plays', { count: row.nbdiff })
        ) : (
          <button
            type="button"
            className={styles.why}
            aria-expanded={isOpen}
            aria-controls={whyId}
            onClick={() => setOpen(!isOpen)}
          >
            {text('charts.top20.plays', { count: row.nbdiff })}
            <span className={hidden.hidden}>. {text('charts.top20.why')}</span>
            <Icon name="down" size={16} />
          </button>
        )
      }
      action={<PreviewButton track={row} />}
    >
      {row.why && (
        <div id={whyId} className={styles.reasons} hidden={!isOpen}>
          <Reasons why={row.why} previousRank={row.previous_rank} hasBefore={hasBefore} />
        </div>
      )}
    </TrackRow>
  );
}

function Reasons(props: {
  why: NonNullable<ChartRow['why']>;
  previousRank: number | null;
  hasBefore: boolean;
}) {
  const { previousRank, hasBefore } = props;
  const text = useText();
  const { plays, likes, rule } = props.why;
  return (
    <>
      <p className={styles.question}>{text('charts.top20.why')}</p>
      <p>
        {text('charts.top20.why-counted', {
          plays: text('charts.top20.plays', { count: plays }),
          likes: text('charts.top20.likes', { count: likes }),
        })}
      </p>
      <p>{text(`charts.top20.rule.${rule}`)}</p>
      {hasBefore && (
        <p>
          {previousRank === null
            ? text('charts.top20.why-new')
            : text('charts.top20.why-before', { rank: previousRank })}
        </p>
      )}
    </>
  );
}

/** A rank in large numerals, and under it how it moved since the chart before, when there is one. */
function RankMark({ row, hasBefore }: { row: ChartRow; hasBefore: boolean }) {
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
  const { kind, ranks } = movement;
  return (
    <span className={styles[kind]}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d={ARROWS[kind]} />
      </svg>
      <span aria-hidden="true">{number(ranks)}</span>
      <span className={hidden.hidden}>, {text(`charts.top20.${kind}`, { count: ranks })}</span>
    </span>
  );
}

/**
 * Whether a chart is compared with that of the week before. Where none of its tracks stood in that one, there was none,
 * or none is told [A85]: nothing is new then.
 */
export function isCompared(rows: readonly Pick<ChartRow, 'previous_rank'>[]): boolean {
  return rows.some(({ previous_rank }) => previous_rank !== null);
}

/** How a track moved since the chart before. */
type RankMovement =
  | { readonly kind: 'new' }
  | { readonly kind: 'same' }
  | { readonly kind: 'up' | 'down'; readonly ranks: number };

/** Ranks from 1; `previousRank` is null for a newcomer. */
export function rankMovement(rank: number, previousRank: number | null): RankMovement {
  if (previousRank === null) return { kind: 'new' };
  if (previousRank === rank) return { kind: 'same' };
  return { kind: rank < previousRank ? 'up' : 'down', ranks: Math.abs(rank - previousRank) };
}
