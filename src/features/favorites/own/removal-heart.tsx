import { useRefusedFavorite } from '#src/features/favorites/change/use-refused-favorite.ts';
import { Heart } from '#src/features/favorites/hearts/heart.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

/**
 * The heart of a row in the member's own list: takes the row out of it, and says how to undo that.
 * @param props.removed what the message calls it
 * @param props.change makes it a favourite or none; throws a CallError
 */
export function RemovalHeart(props: {
  name: string;
  removed: string;
  change: (isWanted: boolean) => Promise<void>;
}) {
  const { name, removed, change } = props;
  const text = useText();
  const showToast = useToast();
  const tellRefusal = useRefusedFavorite();
  const remove = (button: HTMLElement) => {
    focusNeighbour(button);
    change(false).then(
      () =>
        showToast('success', text('members.profile.removed', { name: removed }), {
          label: text('members.profile.undo'),
          run: () => void change(true).catch(tellRefusal),
        }),
      tellRefusal,
    );
  };
  return <Heart isOn name={name} onPress={remove} />;
}

/** The row is about to go, and the focus with it: the next one takes it, or the list. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>('button:last-of-type') ?? row?.closest('section');
  next?.focus({ preventScroll: true });
}
