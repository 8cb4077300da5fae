import { useText } from '#src/i18n/use-text.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
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

/** Says that a favourite was not kept. When the session has ended, the page itself says so. */
export function useRefusedFavorite(): (error: unknown) => void {
  const text = useText();
  const showToast = useToast();
  return (error) => {
    if (error instanceof CallError && error.status === 401) return;
    showToast('refusal', text('track.favorite.failed'));
  };
}
