import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { streamStyle } from '#src/page/on-air/stream-colour.ts';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './choice.module.css';

/** The stream that a member comes home to. */
export function StreamChoice(props: { streamId: StreamId; onChoose: (streamId: StreamId) => void }) {
  const text = useText();
  const { name: station, streams } = useStation();
  const name = useId();
  return (
    <fieldset className={styles.set}>
      <legend className={styles.title}>{text('members.preferences.stream')}</legend>
      <div className={styles.streams}>
        {streams.map((stream) => (
          <label key={stream.id}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={stream.id === props.streamId}
              onChange={() => props.onChoose(stream.id)}
            />
            <Cover stream={stream} />
            <span>{withoutStation(stream.name, station)}</span>
            {stream.id === props.streamId && <Icon name="check" size={18} />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** `Onde Dance` is `Dance` here: all of them are the station's. */
function withoutStation(streamName: string, station: string): string {
  const own = streamName.startsWith(`${station} `) ? streamName.slice(station.length + 1) : streamName;
  return own || streamName;
}

function Cover({ stream }: { stream: StreamFacts }) {
  const track = useNowPlaying(stream.id);
  return (
    <span className={styles.cover} style={streamStyle(stream.color)}>
      {track && <CoverImage address={track.pochette} fallback={`/logo-${stream.image}.png`} size={32} />}
    </span>
  );
}
