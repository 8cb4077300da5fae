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
import type { StreamStatus, Stretch } from './status.wire.ts';
import styles from './stream-state.module.css';
import bars from './stretch-bars.module.css';

/** A stream: whether it sounds as it should, what is wrong and for whom, and how its last hours and days were. */
export function StreamState({ stream, nowMs }: { stream: StreamStatus; nowMs: number }) {
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
              <time dateTime={since}>{when(since, nowMs, true)}</time>
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

const STRETCHES = ['well', 'partly', 'troubled', 'unknown'] as const satisfies readonly Stretch[];

/** How hours or days were, a bar each, oldest first. In words for who does not see them. */
function StretchBars({ stretches, of }: { stretches: readonly Stretch[]; of: 'hours' | 'days' }) {
  const text = useText();
  const count = (stretch: Stretch) => stretches.filter((one) => one === stretch).length;
  const counts = Object.fromEntries(STRETCHES.map((stretch) => [stretch, count(stretch)]));
  return (
    <figure className={bars.figure}>
      <div className={bars.bars} role="img" aria-label={text(`status.${of}.alt`, counts)}>
        {stretches.map((stretch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <span key={index} className={bars.bar} data-stretch={stretch} />
        ))}
      </div>
      <figcaption>{text(`status.${of}`)}</figcaption>
    </figure>
  );
}

/** What each kind of bar says. */
export function Legend() {
  const text = useText();
  return (
    <dl className={bars.legend} aria-label={text('status.legend')}>
      {STRETCHES.map((stretch) => (
        <div key={stretch}>
          <dt>
            <span className={bars.bar} data-stretch={stretch} aria-hidden="true" />
          </dt>
          <dd>{text(`status.stretch.${stretch}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Writes a time by the station's clock, with its day where that is not today; with `isSince` as the beginning of what
 * lasts.
 */
export function useWhen(): (time: string, nowMs: number, isSince?: boolean) => string {
  const text = useText();
  const formats = useFormats();
  const { timezone } = useStation();
  return (time, nowMs, isSince = false) => {
    const clock = formats.time(time, timezone);
    const isToday = dayAt(Date.parse(time), timezone) === dayAt(nowMs, timezone);
    const date = formats.date(time, timezone);
    if (!isSince) return isToday ? clock : `${date}, ${clock}`;
    return isToday ? text('status.since', { time: clock }) : text('status.since-day', { date, time: clock });
  };
}

function capital(words: string, language: string): string {
  return words.slice(0, 1).toLocaleUpperCase(language) + words.slice(1);
}
