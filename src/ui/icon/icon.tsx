import styles from './icon.module.css';
import { FILLED, ICON_PATHS, type IconName } from './icon-paths.ts';

export type { IconName };

export interface SignLook {
  /** In pixels. */
  size?: 16 | 18 | 22 | 26 | 28;
  spins?: boolean;
}

/** A sign beside words, or inside a control that has a name: it says nothing by itself. */
export function Icon({ name, ...look }: { name: IconName } & SignLook) {
  return <Sign path={ICON_PATHS[name]} isFilled={FILLED.has(name)} {...look} />;
}

/** @param props.path on the grid of 24 pixels */
export function Sign(props: { path: string; isFilled?: boolean } & SignLook) {
  const { path, isFilled = false, size = 22, spins = false } = props;
  const classes = [styles.icon, isFilled && styles.filled, spins && styles.spins];
  return (
    <svg
      className={classes.filter(Boolean).join(' ')}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

/** Half light, half dark. */
export function ThemeIcon() {
  return (
    <svg className={styles.icon} width={22} height={22} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 0 0 17z" fill="currentColor" stroke="none" />
    </svg>
  );
}
