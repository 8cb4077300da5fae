import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './heart.module.css';

/**
 * Full for a favourite, hollow for none.
 * @param props.name the same in both states
 * @param props.words seen beside the heart in the head of a page; they are then the name
 */
export function Heart(props: {
  isOn: boolean;
  name: string;
  words?: string | undefined;
  onPress: (button: HTMLElement) => void;
}) {
  const { isOn, name, words, onPress } = props;
  return (
    <button
      type="button"
      className={
        words
          ? `${buttonClass('ghost', 'large')} ${styles.large}`
          : `${buttonClass('plain', 'round')} ${styles.heart}`
      }
      aria-label={words ? undefined : name}
      title={words ? undefined : name}
      aria-pressed={isOn}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <LaterIcon name="heart" />
      {words}
    </button>
  );
}
