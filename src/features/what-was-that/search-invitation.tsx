import { EmptyPlace } from '#src/features/track-list/empty-place.tsx';
import { useText } from '#src/i18n/use-text.ts';

/** What will stand where nothing has been searched yet. */
export function SearchInvitation() {
  const text = useText();
  return (
    <EmptyPlace title={text('charts.search.invitation')}>
      <p>{text('charts.search.invitation-text')}</p>
    </EmptyPlace>
  );
}
