import { type KeyboardEvent, useState } from 'react';
import { minutesOf, parseTime, TIME_PATTERN, timeOf } from '#src/features/what-was-that/time-of-day.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { Button } from '#src/ui/button/button.tsx';
import styles from './time-choice.module.css';

const STEP_MINUTES = 5;
/** The arrows move the hour while the caret stands in it or right behind, `18|:42`. */
const HOUR_ENDS_BEFORE = 3;

/**
 * A time of the day, to the minute, and a button on either side to go by five. Typed as one likes, shown as
 * `18:42`: the platform's own field would follow the browser's language, not the page's.
 */
export function TimeChoice(props: { value: string; onChange(time: string): void }) {
  const { value, onChange } = props;
  const text = useText();
  const { pathname, search } = useAddress();
  const at = `${pathname}${search}`;
  /** The text being typed, at which address and over which value; null while the field shows the value. */
  const [typed, setTyped] = useState<{ text: string; over: string; at: string } | null>(null);
  // Another value came from elsewhere: the swell of the day, or a link to another search, of the same time, too.
  if (typed !== null && (typed.over !== value || typed.at !== at)) setTyped(null);
  const settle = () => setTyped((typed) => (typed !== null && parseTime(typed.text) === null ? typed : null));
  const move = (minutes: number) => {
    setTyped(null);
    onChange(timeOf(minutesOf(value) + minutes));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') settle();
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const field = event.currentTarget;
    const caret = field.selectionStart ?? 0;
    move(direction * (caret < HOUR_ENDS_BEFORE ? 60 : 1));
    // The new value puts the caret at its end.
    requestAnimationFrame(() => field.setSelectionRange(caret, caret));
  };
  return (
    <div className={styles.choice}>
      <Button
        look="line"
        shape="round"
        aria-label={text('charts.search.minutes-earlier')}
        onClick={() => move(-STEP_MINUTES)}
      >
        <Sign path="M6 12h12" />
      </Button>
      <input
        // Each letter takes back what was said of the text before.
        ref={(field) => field?.setCustomValidity('')}
        // The platform's own words would be those of the browser's language.
        onInvalid={({ currentTarget }) => currentTarget.setCustomValidity(text('charts.search.time-hint'))}
        name="time"
        inputMode="numeric"
        autoComplete="off"
        required
        pattern={TIME_PATTERN}
        size={5}
        className={styles.time}
        aria-label={text('charts.search.time')}
        title={text('charts.search.time-hint')}
        value={typed?.text ?? value}
        onBlur={settle}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          const time = parseTime(currentTarget.value);
          setTyped({ text: currentTarget.value, over: time ?? value, at });
          if (time !== null) onChange(time);
        }}
      />
      <Button
        look="line"
        shape="round"
        aria-label={text('charts.search.minutes-later')}
        onClick={() => move(STEP_MINUTES)}
      >
        <Sign path="M6 12h12M12 6v12" />
      </Button>
    </div>
  );
}

function Sign({ path }: { path: string }) {
  return (
    <svg className={styles.sign} width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
