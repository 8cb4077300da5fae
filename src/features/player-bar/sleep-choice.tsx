import { useState } from 'react';
import { SLEEP_CHOICES_MINUTES } from '#src/features/player/sleep-timer.ts';
import { sleepTimerOf } from '#src/features/player/sleep-timer-store.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './sheet-button.module.css';

/** The sleep timer as the platform's own list under a button. */
export function SleepChoice() {
  const sleepTimer = sleepTimerOf(useBrowser());
  const text = useText();
  const language = useLanguage();
  const left = useObserved(sleepTimer, sleepTimer.getMinutesLeft, () => null);
  const [chosen, setChosen] = useState(0);
  const minutes = new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'minute' });
  return (
    <label className={left === null ? styles.button : `${styles.button} ${styles.on}`}>
      <LaterIcon name="moon" />
      <span>{left === null ? text('panel.sleep') : text('panel.sleep-in', { minutes: left })}</span>
      <select
        value={left === null ? 0 : chosen}
        onChange={(event) => {
          const choice = Number(event.currentTarget.value);
          setChosen(choice);
          sleepTimer.set(choice === 0 ? null : choice);
        }}
      >
        <option value={0}>{text('panel.sleep-off')}</option>
        {SLEEP_CHOICES_MINUTES.map((choice) => (
          <option key={choice} value={choice}>
            {minutes.format(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}
