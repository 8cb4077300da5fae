import { useId, useState } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#src/contract/languages.ts';
import { THEMES, type Theme } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import {
  readTransportWish,
  TRANSPORT_WISHES,
  writeTransportWish,
} from '#src/features/player/state/transport-wish.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { StreamCover } from '#src/page/on-air/stream-cover.tsx';
import { Flag } from '#src/ui/flag/flag.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './choices.module.css';

/** The language, and the others, each in its own words. */
export function LanguageChoice(props: { language: Language; onChoose: (language: Language) => void }) {
  const { language, onChoose } = props;
  const text = useText();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>
        <p className={styles.title}>{text('members.preferences.language')}</p>
      </label>
      <div className={styles.select}>
        <Flag language={language} />
        <select
          id={id}
          value={language}
          onChange={({ currentTarget: { value } }) => {
            if (isLanguage(value)) onChoose(value);
          }}
        >
          {LANGUAGES.map((known) => (
            <option key={known} value={known} lang={known}>
              {LANGUAGE_NAMES[known]}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
    </div>
  );
}

/** Light or dark. */
export function ThemeChoice(props: { theme: Theme; onChoose: (theme: Theme) => void }) {
  const text = useText();
  const name = useId();
  return (
    <fieldset className={styles.set}>
      <legend className={styles.title}>{text('members.preferences.theme')}</legend>
      <div className={styles.halves}>
        {THEMES.map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={theme === props.theme}
              onChange={() => props.onChoose(theme)}
            />
            <LaterIcon name={theme === 'dark' ? 'moon' : 'sun'} />
            <span>{text(`members.preferences.${theme}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

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
            <StreamCover stream={stream} />
            <span>{withoutStation(stream.name, station)}</span>
            {stream.id === props.streamId && <Icon name="check" size={18} />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Shortens `Onde Dance` to `Dance`: all streams are the station's. */
function withoutStation(streamName: string, station: string): string {
  const own = streamName.startsWith(`${station} `) ? streamName.slice(station.length + 1) : streamName;
  return own || streamName;
}

/** How the sound comes [R186]: this browser's choice, in force at once. */
export function ReceptionChoice({ onChoose }: { onChoose: (isKept: boolean) => void }) {
  const text = useText();
  const browser = useBrowser();
  const id = useId();
  const [wish, setWish] = useState(() => readTransportWish(browser.storage));
  return (
    <fieldset className={styles.set} aria-describedby={`${id}-hint`}>
      <legend className={styles.title}>{text('members.preferences.reception')}</legend>
      <div className={`${styles.halves} ${styles.ways}`}>
        {TRANSPORT_WISHES.map((known) => (
          <label key={known}>
            <input
              type="radio"
              className={styles.radio}
              name={id}
              checked={known === wish}
              onChange={() => {
                const isKept = writeTransportWish(browser.storage, known);
                setWish(known);
                playerOf(browser).renew();
                onChoose(isKept);
              }}
            />
            <span>{text(`members.preferences.${known}`)}</span>
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {text('members.preferences.reception-hint')}
      </p>
    </fieldset>
  );
}
