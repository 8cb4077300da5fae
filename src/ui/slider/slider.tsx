import type { CSSProperties } from 'react';
import styles from './slider.module.css';

export interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  step: number;
  /** The value in words, `50 %`. */
  valueText: string;
  onChange(value: number): void;
}

/** The platform's range input in our clothes: arrows, Page Up and Down, Home and End work as everywhere. */
export function Slider({ label, value, min = 0, max = 1, step, valueText, onChange }: SliderProps) {
  const share = (value - min) / (max - min);
  return (
    <input
      type="range"
      className={styles.slider}
      style={{ '--slider-share': `${share * 100}%` } as CSSProperties}
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
