import { EmptyPlace } from '#src/features/track-list/empty-place.tsx';
import { useText } from '#src/i18n/use-text.ts';

/** Shown before the first search: what this page finds. */
export function SearchInvitation() {
  const text = useText();
  return (
    <EmptyPlace title={text('charts.search.invitation')}>
      <p>{text('charts.search.invitation-text')}</p>
    </EmptyPlace>
  );
}
