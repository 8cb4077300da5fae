import type { ComponentProps } from 'react';
import styles from './button.module.css';

/**
 * `ink` the one main action · `stream` the sound · `line` on a ground · `ghost` on a tint · `plain` beside
 * another.
 */
export type ButtonLook = 'ink' | 'stream' | 'line' | 'ghost' | 'plain';
export type ButtonShape = 'small' | 'large' | 'round';

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook, shape: ButtonShape = 'small'): string {
  return [styles.button, styles[look], shape === 'small' ? '' : styles[shape]].join(' ');
}

/**
 * A button. A button with a state (play, mute, theme, favourite, a shown password) has `aria-pressed` and one
 * name for both states, its visible words included; the icon may differ. A button whose name says what the
 * next press does has no `aria-pressed`. Never both: “pause, pressed” is understood as its opposite.
 */
export function Button(props: ComponentProps<'button'> & { look: ButtonLook; shape?: ButtonShape }) {
  const { look, shape, className = '', ...rest } = props;
  return <button type="button" {...rest} className={`${buttonClass(look, shape)} ${className}`} />;
}
