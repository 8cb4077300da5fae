import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { minutesOf, timeOf } from './search-address.ts';
import styles from './time-choice.module.css';

const STEP_MINUTES = 5;

/** A time of the day, to the minute, and a button on either side to go by five. */
export function TimeChoice(props: { value: string; onChange(time: string): void }) {
  const { value, onChange } = props;
  const text = useText();
  const step = (minutes: number) => () => onChange(timeOf(minutesOf(value) + minutes));
  return (
    <div className={styles.choice}>
      <Button
        look="line"
        shape="round"
        aria-label={text('charts.search.minutes-earlier')}
        onClick={step(-STEP_MINUTES)}
      >
        <Sign path="M6 12h12" />
      </Button>
      <input
        type="time"
        name="time"
        required
        className={styles.time}
        aria-label={text('charts.search.time')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        look="line"
        shape="round"
        aria-label={text('charts.search.minutes-later')}
        onClick={step(STEP_MINUTES)}
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
