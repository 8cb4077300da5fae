import styles from './skeleton.module.css';

/** The place of something on its way, in its final size (CSS lengths). */
export function Skeleton(props: { width: string; height: string; radius?: string }) {
  const { width, height, radius = 'var(--radius-full)' } = props;
  return <span className={styles.skeleton} style={{ width, height, borderRadius: radius }} />;
}
