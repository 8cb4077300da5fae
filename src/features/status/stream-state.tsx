import { fullTitle } from '#src/contract/full-title.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { StreamCover } from '#src/page/on-air/stream-cover.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import type { StreamStatus } from './status.wire.ts';
import styles from './stream-state.module.css';
import { StretchBars } from './stretch-bars.tsx';

/** A stream: whether it sounds as it should, what is wrong and for whom, and how its last hours and days were. */
export function StreamState({ stream, now }: { stream: StreamStatus; now: string }) {
  const text = useText();
  const language = useLanguage();
  const when = useWhen();
  const { id, state, troubles, hours, days } = stream;
  const facts = useStream(id);
  const track = useNowPlaying(id);
  return (
    <li className={styles.stream}>
      <div className={styles.head}>
        <StreamCover stream={facts} />
        <div className={styles.names}>
          <h2>
            <Link to={homePath(language, id)}>{facts.name}</Link>
          </h2>
          {track?.slug && (
            <p className={styles.track}>
              {text('status.now', { track: fullTitle(track.artiste, track.titre) })}
            </p>
          )}
        </div>
        <p className={styles.state} data-state={state}>
          <LaterIcon name={SIGNS[state]} size={18} />
          {text(`status.state.${state}`)}
        </p>
      </div>
      {troubles.length > 0 && (
        <ul className={styles.troubles} data-state={state}>
          {troubles.map(({ problem, robot, since }) => (
            <li key={robot}>
              <b>
                {text('status.trouble', {
                  where: capital(text(`status.robot.${robot}`), language),
                  what: text(`status.problem.${problem}`),
                })}
              </b>{' '}
              <time dateTime={since}>{when(since, now, true)}</time>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.bars}>
        <StretchBars stretches={hours} of="hours" />
        <StretchBars stretches={days} of="days" />
      </div>
    </li>
  );
}

const SIGNS = { well: 'check', minor: 'info', troubled: 'warning', unknown: 'info' } as const;

/**
 * Writes a time by the station's clock, with its day where that is not today; with `isSince` as the beginning of what
 * lasts.
 */
export function useWhen(): (time: string, now: string, isSince?: boolean) => string {
  const text = useText();
  const formats = useFormats();
  const { timezone } = useStation();
  return (time, now, isSince = false) => {
    const clock = formats.time(time, timezone);
    const isToday = dayAt(Date.parse(time), timezone) === dayAt(Date.parse(now), timezone);
    const date = formats.date(time, timezone);
    if (!isSince) return isToday ? clock : `${date}, ${clock}`;
    return isToday ? text('status.since', { time: clock }) : text('status.since-day', { date, time: clock });
  };
}

function capital(words: string, language: string): string {
  return words.slice(0, 1).toLocaleUpperCase(language) + words.slice(1);
}
