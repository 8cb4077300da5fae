import { useText } from '#src/i18n/use-text.ts';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';

/** Shown before the first search: what this page finds. */
export function SearchInvitation() {
  const text = useText();
  return (
    <EmptyState title={text('charts.search.invitation')}>
      <p>{text('charts.search.invitation-text')}</p>
    </EmptyState>
  );
}
