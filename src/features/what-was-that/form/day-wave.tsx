import type { CSSProperties } from 'react';
import { minutesOf, timeOf } from '#src/features/what-was-that/search-address.ts';
import { useText } from '#src/i18n/use-text.ts';
import styles from './day-wave.module.css';

const LAST_MINUTE = 24 * 60 - 1;
const TICKS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

const POINTS = 60;

/** How high the swell of the day stands, 0 to 1, at a share of the day: a morning, a noon, an evening. */
function heightAt(share: number): number {
  const morning = Math.exp(-(((share - 0.25) / 0.09) ** 2));
  const noon = Math.exp(-(((share - 0.54) / 0.1) ** 2));
  const evening = Math.exp(-(((share - 0.86) / 0.11) ** 2));
  return 0.28 + 0.42 * morning + 0.5 * noon + 0.36 * evening;
}

/** The swell as an open path, left to right, in a box of 1000 × 100. */
const DAY_SHAPE = Array.from({ length: POINTS + 1 }, (_, at) => {
  const share = at / POINTS;
  return `${at === 0 ? 'M' : 'L'}${Math.round(share * 1000)} ${(100 - heightAt(share) * 100).toFixed(1)}`;
}).join('');

/** The day from midnight to midnight as a swell; the time is dragged along it. */
export function DayWave(props: { value: string; onChange(time: string): void }) {
  const { value, onChange } = props;
  const text = useText();
  const minutes = minutesOf(value);
  const share = minutes / LAST_MINUTE;
  const position: Record<`--${string}`, string> = {
    '--share': `${(share * 100).toFixed(3)}%`,
    '--height': heightAt(share).toFixed(3),
  };
  return (
    <div className={styles.wave} style={position as CSSProperties}>
      <Swell className={styles.day} />
      <Swell className={styles.passed} />
      <input
        type="range"
        className={styles.slider}
        aria-label={text('charts.search.drag')}
        aria-valuetext={value}
        min={0}
        max={LAST_MINUTE}
        step={1}
        value={minutes}
        onKeyDown={(event) => {
          const step = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 60, PageDown: -60 }[
            event.key
          ];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onChange(timeOf(minutes + step));
        }}
        onChange={(event) => onChange(timeOf(event.currentTarget.valueAsNumber))}
      />
      <div className={styles.ticks} aria-hidden="true">
        {TICKS.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
        ))}
      </div>
    </div>
  );
}

function Swell({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.ground} d={`${DAY_SHAPE}L1000 100L0 100z`} />
      <path className={styles.line} d={DAY_SHAPE} />
    </svg>
  );
}
