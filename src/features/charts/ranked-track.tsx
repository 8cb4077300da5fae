import { useId, useState } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { TrackRow } from '#src/features/track-list/track-row.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { RankMark } from './rank-mark.tsx';
import styles from './ranked-track.module.css';
import type { ChartRow } from './top20.wire.ts';

/** One place of a chart: rank and movement, the track, its plays, and on request why it stands there. */
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
      }
      action={<PreviewButton track={row} />}
    >
      <div id={whyId} className={styles.reasons} hidden={!isOpen}>
        <Reasons row={row} hasBefore={hasBefore} />
      </div>
    </TrackRow>
  );
}

function Reasons({ row, hasBefore }: { row: ChartRow; hasBefore: boolean }) {
  const text = useText();
  const { plays, likes, rule } = row.why;
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
          {row.previous_rank === null
            ? text('charts.top20.why-new')
            : text('charts.top20.why-before', { rank: row.previous_rank })}
        </p>
      )}
    </>
  );
}
